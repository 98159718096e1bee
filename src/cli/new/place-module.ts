import { dirname, relative, resolve } from 'pathe'
import type { ResolvedOptions, ResolvedRoot } from '../../compiler/options.ts'
import { visible } from '../../diagnostics/visible.ts'
import { list } from '../../diagnostics/wording.ts'
import { EPHEMERAL, MAX_ID_LENGTH } from '../../identity/module-id.ts'
import { fileSegment, isSegment, suggestSegment } from '../../identity/segment.ts'
import { UsageError } from '../usage-error.ts'
import { className } from './class-name.ts'
import { moduleFile } from './module-file.ts'

/** A file to write, relative to the project. */
export interface NewFile {
  readonly file: string
  readonly text: string
}

/**
 * Says where a module of an ID belongs, and what stands there at first.
 *
 * @throws UsageError when no file can have that ID, with the nearest one that could
 */
export function placeModule(id: string, options: ResolvedOptions): NewFile {
  const segments = id.split('.')
  checkGrammar(id, segments)
  if (id.length > MAX_ID_LENGTH) {
    throw new UsageError(`The ID has ${id.length} characters; ${MAX_ID_LENGTH} are allowed.`)
  }
  const [first = ''] = segments
  if (first === EPHEMERAL || options.reservedWords.includes(first)) {
    throw new UsageError(
      `No ID may start with the reserved word "${first}".`,
      'Choose another first segment.',
    )
  }
  const { root, inRoot } = chooseRoot(segments, options)
  const path = `${inRoot.join('/')}.ts`
  const file = root.root === '.' ? path : `${root.root}/${path}`
  const { name, from } = options.moduleInterface
  const isOurs = name === 'Module' && from === undefined
  if (!isOurs && from === undefined) {
    const message = `The option \`moduleInterface\` names "${name}", and does not say where it is declared.`
    throw new UsageError(message, `Write \`moduleInterface: { name: '${name}', from: '…' }\`.`)
  }
  const last = segments.at(-1)!
  const text = moduleFile({
    className: className(last, name),
    description: 'Greets somebody',
    ...(isOurs || from === undefined
      ? {}
      : { implemented: { name, from: specifier(from, file, options.root) } }),
  })
  return { file, text }
}

function checkGrammar(id: string, segments: readonly string[]): void {
  const bad = segments.find((segment) => !isSegment(segment))
  if (bad === undefined) return
  const near = id
    .split(/[./\\:]+/)
    .filter((part) => part !== '')
    .map((part) => fileSegment(part, 'normalize') ?? suggestSegment(part))
  const sound = near.length > 0 && near.every((part) => part !== undefined) ? near.join('.') : undefined
  throw new UsageError(
    `"${visible(id)}" is no module ID: ${bad === '' ? 'a segment is empty' : `the segment "${visible(bad)}" must start with a letter a-z and go on with a-z, 0-9 and single "_"`}.`,
    sound === undefined ? undefined : `Did you mean "${sound}"?`,
  )
}

/** The root whose IDs start as an ID does, and what is left for the path below it. */
function chooseRoot(
  segments: readonly string[],
  { extensions }: ResolvedOptions,
): { readonly root: ResolvedRoot; readonly inRoot: readonly string[] } {
  if (extensions.length === 0) {
    throw new UsageError('The option `extensions` turns the search for modules off.')
  }
  const fitting = extensions.filter(({ namespace }) => namespace === undefined || namespace === segments[0])
  const root = fitting.find(({ scope }) => scope === 'project') ?? fitting[0]
  const inRoot = root?.namespace === undefined ? segments : segments.slice(1)
  if (root !== undefined && inRoot.length > 0) return { root, inRoot }
  const namespaces = [...new Set(extensions.flatMap(({ namespace }) => namespace ?? []))]
  const starts = list(namespaces.map((one) => `"${one}."`))
  const hint = `Try "${[namespaces[0], ...segments.filter((one) => one !== namespaces[0])].join('.')}".`
  throw new UsageError(
    `The IDs of this project start with ${starts}, the namespaces of its extensions roots.`,
    segments.length === 1 && namespaces.includes(segments[0]!)
      ? `Give the module a name: "${segments[0]}.…".`
      : hint,
  )
}

/** A specifier of the options, which is relative to the project, as a file writes it. */
function specifier(from: string, file: string, root: string): string {
  if (!from.startsWith('.')) return from
  const path = relative(dirname(resolve(root, file)), resolve(root, from))
  return path.startsWith('.') ? path : `./${path}`
}
