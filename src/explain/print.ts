import { formatPlace } from '../diagnostics/format-text.ts'
import { visible } from '../diagnostics/visible.ts'
import { count, list } from '../diagnostics/wording.ts'
import type { ExplainedClass, ExplainedField, Explanation, HeritageLink } from './explanation.ts'

/** A label and what stands behind it. */
type Row = readonly [label: string, value: string]

/**
 * Prints an explanation for people.
 *
 * @param width how many columns lines may take; single words may be longer
 * @returns lines joined by `\n`, without colour
 */
export function formatExplanation(explanation: Explanation, width = 80): string {
  const { file, ids, reason, taken, plugin } = explanation
  const head = taken
    ? `${file} is in the registry: ${list(ids)}.`
    : `${file} is not in the registry. ${reason?.message ?? ''}`
  const blocks = [
    [
      ...wrap(visible(head.trimEnd()), width, ''),
      ...(reason?.hint === undefined ? [] : wrap(`fix   ${visible(reason.hint)}`, width, '  ', 8)),
    ],
    rows(idRows(explanation), width, '  '),
    ...explanation.classes.map((one) => classLines(one, file, width)),
    ...(plugin === undefined
      ? []
      : [
          rows(
            [
              ['plugin', plugin.id ?? plugin.folder],
              ['this file', `its ${plugin.role}`],
              ...(plugin.tools === undefined ? [] : [['tools', list(plugin.tools)] as const]),
            ],
            width,
            '  ',
          ),
        ]),
    explanation.contributed.flatMap(({ id, origin }) =>
      wrap(`${id} is offered by "${visible(origin)}", a contributor of the application.`, width, '  '),
    ),
    problemLines(explanation, width),
  ]
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function idRows({ root, parts, baseId, multiClass, classes, file }: Explanation): Row[] {
  if (root === undefined) return []
  const { folder, namespace, scope } = root
  const inScope = scope === 'project' ? '' : `, in the scope "${scope}"`
  const modules = classes.filter(({ outcome }) => outcome === 'module').length
  // What its path would give is nobody's business while there is no module.
  if (modules === 0) return [['root', `${folder}${inScope}`]]
  return [
    ['root', `${folder}${inScope}`],
    ['path below it', folder === '.' ? file : file.slice(folder.length + 1)],
    ...(namespace === undefined ? [] : [['namespace', namespace] as const]),
    ...parts.map(({ of, name, segment, suggestion }): Row => {
      const label = of === 'file' ? 'file name' : 'folder'
      if (segment === name) return [label, `"${name}" is a segment as it is`]
      if (segment !== undefined) return [label, `"${name}" gives the segment "${segment}"`]
      const near = suggestion === undefined ? '' : `; "${suggestion}" could`
      return [label, `"${name}" cannot be a segment${near}`]
    }),
    ...(baseId === undefined ? [] : [['base ID', baseId] as const]),
    ...(modules < 2
      ? []
      : [
          [
            'modules',
            multiClass
              ? `${modules}; the marker gives each a segment of its own`
              : `${modules}, and no multi-class marker`,
          ] as const,
        ]),
  ]
}

function classLines(one: ExplainedClass, file: string, width: number): string[] {
  const { name, shape, place, id, registered, rivals, segment, marker, exportName } = one
  const { line, column } = place
  const becomes = id === undefined ? '' : registered ? `  ${id}` : `  ${id}, not registered`
  return [
    ...wrap(`${shape} ${visible(name)}, line ${line}:${column}${becomes}`, width, '  '),
    ...wrap(visible(one.message), width, '    '),
    ...one.heritage.flatMap((link) => linkLines(link, shape, file, width, '      ')),
    ...rows(
      [
        ...(exportName === undefined || exportName === name ? [] : [['exported as', exportName] as const]),
        ...(marker === undefined || one.outcome !== 'module'
          ? []
          : [
              [
                'marker',
                marker === 'own' ? `on the ${shape}` : 'in a comment at the top of the file',
              ] as const,
            ]),
        ...(segment === undefined ? [] : [['segment', `"${segment}", from its name`] as const]),
        ...rivals.map((rival): Row => ['same ID', formatPlace(rival)]),
        ...(registered ? one.fields : []).map((field): Row => [field.name, fieldText(field, file)]),
      ],
      width,
      '    ',
    ),
  ]
}

const WORDS = { class: 'class', base: 'extends', type: 'is' } as const

/** The chain of one line each, from the class to the interface. */
function linkLines(
  link: HeritageLink,
  within: HeritageLink['what'] | 'object',
  file: string,
  width: number,
  indent: string,
): string[] {
  const { what, text, place, imports, leads, reason, next } = link
  const from = imports.length === 0 ? '' : `, imported from ${list(imports.map((one) => `'${one}'`))}`
  const why = reason === undefined || next.length > 0 ? '' : `: ${reason}`
  const nowhere = leads === 'no' && next.length === 0 ? ', which leads nowhere' : ''
  const verb = what === 'type' && within === 'class' ? 'implements' : WORDS[what]
  const line = `${verb} ${text} (${placeText(place, file)})${from}${nowhere}${why}`
  return [
    ...wrap(visible(line), width, indent),
    ...next.flatMap((inner) => linkLines(inner, what, file, width, `${indent}  `)),
  ]
}

function fieldText({ from, place, holder, reason }: ExplainedField, file: string): string {
  const at = place === undefined ? '' : ` (${placeText(place, file)})`
  switch (from) {
    case 'written':
      return `written${at}`
    case 'inherited':
      return `inherited from ${holder}${at}`
    case 'comment':
      return 'from the doc comment'
    case 'types':
      return 'from the types of `execute`'
    case 'unresolved':
      return `cannot be read: ${reason}${at}`
    case 'nothing':
      return 'not written'
  }
}

/** A place in the file itself without its name. */
function placeText(place: ExplainedClass['place'], file: string): string {
  return place.file === file ? `line ${place.line}:${place.column}` : formatPlace(place)
}

function problemLines({ problems, reason }: Explanation, width: number): string[] {
  const others = problems.filter(({ message }) => !reason?.message.includes(message))
  if (others.length === 0) return []
  return [
    `  ${count(others.length, reason === undefined ? 'problem' : 'further problem')}`,
    ...others.flatMap(({ code, severity, message, hint }) => [
      ...wrap(`${severity} ${code}: ${visible(message)}`, width, '    ', 6),
      ...(hint === undefined ? [] : wrap(`fix   ${visible(hint)}`, width, '      ', 12)),
    ]),
  ]
}

/** Aligns labels and values. */
function rows(list: readonly Row[], width: number, indent: string): string[] {
  const label = Math.max(0, ...list.map(([name]) => name.length)) + 2
  return list.flatMap(([name, value]) =>
    wrap(`${name.padEnd(label)}${visible(value)}`, width, indent, indent.length + label),
  )
}

/**
 * Breaks a text between words.
 *
 * @param indent stands in front of the first line
 * @param hang how many blanks stand in front of the others; by default as many, and two more
 */
function wrap(text: string, width: number, indent: string, hang = indent.length + 2): string[] {
  const lines: string[] = []
  let line = indent
  let isEmpty = true
  for (const word of text.split(/(?<! ) (?! )/)) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ' '.repeat(hang)
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}
