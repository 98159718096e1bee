import type { CatalogEntry } from '../catalog/entry.ts'
import type { ResolvedOptions } from '../compiler/options.ts'
import { toSegment } from '../identity/segment.ts'
import type { DerivationStep } from '../inspector/state.ts'
import { explainParts, type PathPart } from './path-parts.ts'

/** What decides how IDs are made. */
export type IdRules = Pick<ResolvedOptions, 'extensions' | 'fileNames'>

/**
 * Says step by step how a module came to its ID. It takes no look at any file, so that it is cheap enough for lists of
 * thousands.
 *
 * @param entry what the catalog says of the module
 * @param rules those that the catalog was made with
 * @returns the steps, the last of which gives the ID; for what no extensions root holds, where it comes from and the ID
 */
export function derivationSteps(entry: CatalogEntry, rules: IdRules): DerivationStep[] {
  const { id, className, file, origin, scope } = entry
  const last = { title: 'ID', value: id }
  const root = rules.extensions.find((one) => one.root === origin && one.scope === scope)
  if (root === undefined || !isWithin(file, root.root)) return [...originSteps(entry), last]
  const pathInRoot = root.root === '.' ? file : file.slice(root.root.length + 1)
  const parts = explainParts(pathInRoot, rules.fileNames)
  const { namespace } = root
  const segments = [...(namespace === undefined ? [] : [namespace]), ...parts.map(({ segment }) => segment)]
  const baseId = segments.join('.')
  // A contributor of the application may give a file of a root any ID.
  if (id !== baseId && id !== `${baseId}.${toSegment(className)}`) return [...originSteps(entry), last]
  return [
    { title: 'file', value: file },
    { title: 'extensions root', value: root.root, ...scopeNote(scope) },
    { title: 'path below the root', value: pathInRoot },
    ...(namespace === undefined
      ? []
      : [{ title: 'namespace', value: namespace, note: 'the first segment of every ID of this root' }]),
    ...parts.map(partStep),
    { title: 'base ID', value: baseId },
    classStep(entry, baseId),
    last,
  ]
}

function isWithin(file: string, folder: string): boolean {
  return folder === '.' || file.startsWith(`${folder}/`)
}

function scopeNote(scope: string): { readonly note?: string } {
  return scope === 'project' ? {} : { note: `in the scope "${scope}"` }
}

/** @param part one that can be a segment */
function partStep({ of, name, segment = '' }: PathPart): DerivationStep {
  const title = of === 'folder' ? `folder "${name}"` : `file name "${name}"`
  return { title, value: segment, note: segment === name ? 'as it is' : 'brought into the form of a segment' }
}

function classStep({ id, className, exportName }: CatalogEntry, baseId: string): DerivationStep {
  const exported = exportName === className ? '' : `, exported as \`${exportName}\``
  const title = `class or object ${className}${exported}`
  if (id === baseId) return { title, value: id, note: 'the only module of its file has the base ID' }
  const note = 'the file is marked as holding several modules, so each has a segment of its own'
  return { title, value: id.slice(baseId.length + 1), note }
}

/** What comes from a plugin's manifest, or from a contributor of the application. */
function originSteps({ file, origin, scope, className }: CatalogEntry): DerivationStep[] {
  const from = { title: 'comes from', value: origin, ...scopeNote(scope) }
  if (file === '') return [from]
  const isManifest = file.endsWith('.toml') || file.endsWith('package.json')
  if (!isManifest) return [from, { title: 'file', value: file }]
  return [
    from,
    { title: 'manifest', value: file },
    {
      title: 'tool',
      value: className,
      note: 'the name of the plugin and that of the tool, both as segments',
    },
  ]
}
