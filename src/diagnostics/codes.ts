import type { Severity } from './diagnostic.ts'
import type { OptionIssue } from './option-issue.ts'
import {
  type EntryPointDetails,
  entryPointHint,
  entryPointMessage,
  holderOf,
  type ManifestIssue,
  printCycle,
} from './plugin-wording.ts'
import {
  CLASS_RULE,
  count,
  isFileName,
  list,
  NAME_RULE,
  nameSource,
  quoteAll,
  type SourceName,
} from './wording.ts'

/** The facts that belong to each code. The keys are public: programs read them. */
export interface DetailsOf {
  MODULE_ID_CONFLICT:
    | { filePath: string; classNames: readonly string[]; conflictingSegment: string; moduleId?: string }
    | { moduleId: string; files: readonly string[] }
  /** `key`: the key of a manifest that the name stands at, for tools of plugins. */
  INVALID_SEGMENT: {
    filePath: string
    segment: string
    className?: string
    suggestion?: string
    key?: string
  }
  ID_TOO_LONG: { filePath: string; moduleId: string; length: number; key?: string }
  RESERVED_WORD: { filePath: string; segment: string; key?: string }
  MULTIPLE_MODULE_CLASSES: { filePath: string; classNames: readonly string[] }
  CASE_COLLISION: { files: readonly string[]; plugins?: readonly string[] }
  MODULE_NOT_EXPORTED: { className: string }
  UNRESOLVED_HERITAGE: {
    className: string
    base: string
    reason: string
    specifier?: string
    missing?: string
    broken?: true
  }
  CONSTRUCTOR_NEEDS_ARGUMENTS: { className: string; plugin?: string }
  PARSE_ERROR: { reason: string; compiler: string }
  LOSSY_SEGMENT: { className: string; segment: string; lost: string }
  EXTENSION_NOT_SCANNED: { extension: string; count: number; example: string }
  SYMLINK_ESCAPES: { path: string; target: string; option: 'extensions' | 'plugins' }
  OUTPUT_NOT_WRITABLE: { path: string; reason: string }
  MAX_DEPTH_EXCEEDED: { path: string; maxDepth: number }
  ROOT_NOT_FOUND: {
    path: string
    resolved: string
    option: 'extensions' | 'plugins'
    suggestion?: string
    spelling?: string
    file?: true
  }
  DUPLICATE_NAMESPACE: { namespace: string; roots: readonly string[] }
  UNREADABLE: { path: string; reason: string }
  OPTIONS_INVALID: { issues: readonly OptionIssue[] }
  CONTRIBUTION_INVALID: { kind: string; id: string; reason: string }
  CONTRIBUTION_CONFLICT: { kind: string; id: string; sources: readonly SourceName[] }
  CONTRIBUTOR_FAILED: { contributor: string; reason: string }
  SLOT_CONFLICT: { slot: string; owners: readonly { kind: string; id: string; source: SourceName }[] }
  AMBIGUOUS_PLUGIN: { kind: string; name: string; paths: readonly string[] }
  MANIFEST_INVALID: { issues: readonly ManifestIssue[] }
  DEPENDENCY_CYCLE: { cycle: readonly string[] }
  DEPENDENCY_MISSING: { plugin: string; dependency: string; suggestion?: string }
  DEPENDENCY_AMBIGUOUS: { plugin: string; dependency: string; candidates: readonly string[] }
  ENTRY_POINT_NOT_FOUND: EntryPointDetails
  ENTRY_POINT_ESCAPES: { entryPoint: string; file?: string }
  VERSION_INCOMPATIBLE: { range: string; version: string }
  METADATA_UNRESOLVED: { className: string; field: string; reason?: string }
  ANNOTATIONS_CONTRADICT: { annotations: readonly string[] }
  ANNOTATION_UNKNOWN: { key: string; suggestion?: string }
  TOOL_NAME_TOO_LONG: { provider: string; id: string; name: string; limit: number }
  TOOL_SCHEMA_UNUSABLE: { provider: string; id: string; reason: string }
}

/** A code of the catalogue. */
export type Code = keyof DetailsOf

/** How a code is worded, and how bad it is unless the place that reports it says otherwise. */
interface CodeEntry<Details> {
  readonly severity: Severity
  readonly message: (details: Details) => string
  readonly hint?: (details: Details) => string | undefined
}

const error = <D>(message: (d: D) => string, hint?: (d: D) => string | undefined): CodeEntry<D> =>
  hint ? { severity: 'error', message, hint } : { severity: 'error', message }
const warning = <D>(message: (d: D) => string, hint?: (d: D) => string | undefined): CodeEntry<D> => ({
  ...error(message, hint),
  severity: 'warning',
})

/** The catalogue: for every code its severity, what is said, and what to do. Codes are permanent. */
export const CODES: { readonly [C in Code]: CodeEntry<DetailsOf[C]> } = {
  MODULE_ID_CONFLICT: error(
    (d) =>
      'files' in d
        ? `${count(d.files.length, 'file')} give the module ID "${d.moduleId}": ${list(d.files)}.`
        : `The modules ${list(d.classNames)} of this file ${d.classNames.length === 2 ? 'both' : 'all'} give the ID${d.moduleId === undefined ? ' segment' : ''} "${d.moduleId ?? d.conflictingSegment}". No module of this file is registered.`,
    (d) =>
      'files' in d
        ? 'Rename or move all of them but one.'
        : `Rename all of them but one, so that they no longer share "${d.conflictingSegment}", or move them to files of their own.`,
  ),
  INVALID_SEGMENT: error(
    (d) =>
      d.className === undefined
        ? `${d.key === undefined ? `The ${isFileName(d) ? 'file' : 'folder'} name` : `\`${d.key}\` is`} "${d.segment}"${d.key === undefined ? '' : ', which'} cannot be part of a module ID: ${NAME_RULE}.`
        : `The name ${d.className} gives ${d.segment === '' ? 'an empty ID segment' : `the ID segment "${d.segment}"`}, which is not legal: ${CLASS_RULE}. No module of this file is registered.`,
    (d) =>
      d.className !== undefined
        ? `Rename ${d.className}, so that the first of its characters A-Z, a-z and 0-9 is a letter.`
        : d.suggestion === undefined
          ? 'Rename it, so that it starts with a letter.'
          : `Rename it to "${d.suggestion}".`,
  ),
  ID_TOO_LONG: error(
    (d) => `The module ID "${d.moduleId}" has ${d.length} characters; 192 are allowed.`,
    (d) =>
      d.key === undefined
        ? 'Shorten the names of the folders, of the file or of the class.'
        : 'Shorten the name of the plugin or the ID of the tool.',
  ),
  RESERVED_WORD: error(
    (d) =>
      d.segment === 'ephemeral'
        ? 'A module ID that starts with "ephemeral" is for modules that a program registers at run time.'
        : `"${d.segment}" is a reserved word: no module ID may start with it.`,
    (d) =>
      d.segment === 'ephemeral'
        ? `Rename the ${holderOf(d.key)}.`
        : `Rename the ${holderOf(d.key)} (later parts of an ID are free), or change the \`reservedWords\` option.`,
  ),
  MULTIPLE_MODULE_CLASSES: error(
    (d) =>
      `This file has ${d.classNames.length} modules and no multi-class marker: ${list(d.classNames)}. It is not clear which of them the file's ID means.`,
    () =>
      'Write `static readonly multiClass = true` in one of them (or `/** @multiClass */` at the top of the file), and each gets an ID of its own; or move them to files of their own.',
  ),
  CASE_COLLISION: warning(
    (d) =>
      d.plugins === undefined
        ? `These paths differ only in case and are one file on other systems: ${list(d.files)}.`
        : `The names of these plugins differ only in case: ${list(d.plugins)}.`,
    () => 'Rename all of them but one.',
  ),
  MODULE_NOT_EXPORTED: warning(
    (d) =>
      `The class ${d.className} implements the module interface but is not exported, so it is no module.`,
    (d) => `Write \`export class ${d.className}\`.`,
  ),
  UNRESOLVED_HERITAGE: warning(
    (d) => `Whether ${d.className} is a module cannot be told, so it is not one: ${d.reason}.`,
    (d) => `${baseAdvice(d)}, or write \`implements Module\` on ${d.className} itself.`,
  ),
  CONSTRUCTOR_NEEDS_ARGUMENTS: warning(
    (d) => `The registry constructs ${d.className} without arguments, but its constructor requires some.`,
    (d) =>
      d.plugin === undefined
        ? 'Make the parameters optional, or configure `instantiate` to construct modules yourself.'
        : 'Make the parameters optional; a plugin gets what it needs in `setup(context)`.',
  ),
  PARSE_ERROR: error((d) => `Syntax error: ${d.reason} (TypeScript ${d.compiler})`),
  LOSSY_SEGMENT: warning(
    (d) => `The class name ${d.className} gives the ID segment "${d.segment}": ${quoteAll(d.lost)} got lost.`,
    () => 'Use only A-Z, a-z and 0-9 in the names of module classes.',
  ),
  EXTENSION_NOT_SCANNED: warning(
    (d) =>
      `${count(d.count, `"${d.extension}" file`)} below the extensions roots may hold modules but ${d.count === 1 ? 'is' : 'are'} not scanned${d.count === 1 ? ': ' : ', such as '}${d.example}.`,
    (d) => `Add "${d.extension}" to the \`fileExtensions\` option.`,
  ),
  SYMLINK_ESCAPES: warning(
    (d) => `The link ${d.path} leads out of its ${d.option} root, to ${d.target}. It is not followed.`,
    (d) => `Give the target a root of its own in the \`${d.option}\` option.`,
  ),
  OUTPUT_NOT_WRITABLE: error(
    (d) => `The generated file ${d.path} cannot be written: ${d.reason}.`,
    () =>
      'Make the folder writable, choose another path, or turn the file off (`dts: false`, `output: false`).',
  ),
  MAX_DEPTH_EXCEEDED: warning(
    (d) => `The folder ${d.path} lies deeper than ${d.maxDepth} levels below its root. It is not scanned.`,
    () => 'Move it up, or raise the `maxDepth` option.',
  ),
  ROOT_NOT_FOUND: error(
    (d) =>
      d.spelling === undefined
        ? `The ${d.option} root "${d.path}" ${d.file === true ? 'is a file, and no folder' : 'does not exist'} (${d.resolved}).`
        : `The ${d.option} root "${d.path}" is spelt "${d.spelling}" on disk (${d.resolved}).`,
    (d) =>
      d.spelling !== undefined
        ? `Write "${d.spelling}": other systems tell the two apart.`
        : d.suggestion === undefined
          ? `Create the folder, or set the \`${d.option}\` option to where your ${rootContent(d)} are.`
          : `Did you mean "${d.suggestion}"? The \`${d.option}\` option says where ${rootContent(d)} are.`,
  ),
  DUPLICATE_NAMESPACE: error(
    (d) => `The extensions roots ${list(d.roots)} share the namespace "${d.namespace}".`,
    () => 'Give each root a `namespace` of its own: `{ root, namespace }`.',
  ),
  UNREADABLE: error((d) => `${d.path} cannot be read: ${d.reason}.`),
  OPTIONS_INVALID: error((d) =>
    d.issues.map((issue) => `${issue.path === '' ? '' : `\`${issue.path}\`: `}${issue.message}`).join(' '),
  ),
  CONTRIBUTION_INVALID: error(
    (d) =>
      `The contribution "${d.id}" of kind "${d.kind}" is refused: ${d.reason}${/[.?!]$/.test(d.reason) ? '' : '.'}`,
  ),
  CONTRIBUTION_CONFLICT: error(
    (d) =>
      `The ${d.kind} "${d.id}" is offered by several sources of equal rank: ${list(d.sources.map(nameSource))}.`,
    () => 'Remove all of them but one, or give them different scopes.',
  ),
  CONTRIBUTOR_FAILED: error((d) => `The contributor "${d.contributor}" failed: ${d.reason}`),
  SLOT_CONFLICT: error(
    (d) =>
      `The slot "${d.slot}" can have one owner, and is claimed by ${list(d.owners.map((owner) => `the ${owner.kind} "${owner.id}" of ${nameSource(owner.source)}`))}.`,
    () => 'Let only one of them replace it.',
  ),
  AMBIGUOUS_PLUGIN: error(
    (d) => `The plugin "${d.name}" of kind "${d.kind}" exists ${d.paths.length} times: ${list(d.paths)}.`,
    () => 'Rename all of them but one, or remove them.',
  ),
  MANIFEST_INVALID: error(
    (d) =>
      d.issues.map((issue) => `${issue.path === '' ? '' : `\`${issue.path}\` `}${issue.message}.`).join(' '),
    (d) => d.issues.find((issue) => issue.hint !== undefined)?.hint,
  ),
  DEPENDENCY_CYCLE: error(
    (d) =>
      `${d.cycle.length === 2 ? 'The plugin depends on itself' : 'These plugins depend on each other in a circle'}: ${printCycle(d.cycle)}.`,
    () => 'Remove one of the dependencies.',
  ),
  DEPENDENCY_MISSING: error(
    (d) => `The plugin "${d.plugin}" depends on "${d.dependency}", and there is no such plugin.`,
    (d) =>
      d.suggestion === undefined
        ? 'Add the plugin, or name it in the `providedPlugins` option if the application registers it by hand.'
        : `Did you mean "${d.suggestion}"?`,
  ),
  DEPENDENCY_AMBIGUOUS: error(
    (d) =>
      `The plugin "${d.plugin}" depends on "${d.dependency}", which may be ${d.candidates.join(' or ')}.`,
    (d) => `Write ${d.candidates.map((candidate) => `"${candidate}"`).join(' or ')}.`,
  ),
  ENTRY_POINT_NOT_FOUND: error(entryPointMessage, entryPointHint),
  ENTRY_POINT_ESCAPES: error(
    (d) =>
      `The entry point "${d.entryPoint}" leads out of the folder of its plugin${d.file === undefined ? '' : `, to ${d.file}`}.`,
    () => 'Move the file into the folder. A class that extends one from elsewhere can stand in for it.',
  ),
  TOOL_NAME_TOO_LONG: error(
    (d) =>
      `The tool of the module "${d.id}" is named "${d.name}" for "${d.provider}", which has ${d.name.length} characters; ${d.limit} are allowed.`,
    (d) =>
      `Shorten the names of the folders, of the file or of the class, or take "${d.provider}" out of \`toolProviders\`.`,
  ),
  TOOL_SCHEMA_UNUSABLE: warning(
    (d) => `The module "${d.id}" is left out of the tools for "${d.provider}": ${d.reason}.`,
    () => 'Mend what is named here; until then models of that provider do without the module.',
  ),
  VERSION_INCOMPATIBLE: error(
    (d) => `The plugin is for versions ${d.range} of the application, which has the version ${d.version}.`,
    () => 'Use another version of the plugin, or change `core_version` if it works with this one.',
  ),
  METADATA_UNRESOLVED: error(
    (d) =>
      d.reason === undefined
        ? `The module ${d.className} has no \`${d.field}\`.`
        : `The \`${d.field}\` of ${d.className} cannot be read without running the module: ${d.reason}.`,
    (d) =>
      d.reason === undefined
        ? `Write down its \`${d.field}\`, or set \`metadata: 'optional'\`.`
        : `Write it as a constant, or set \`metadata: 'optional'\` and read it with \`registry.resolveMetadata()\`.`,
  ),
  ANNOTATIONS_CONTRADICT: warning(
    (d) => `The annotations ${d.annotations.map((key) => `\`${key}\``).join(' and ')} contradict each other.`,
    () => 'Remove one of them: what changes nothing destroys nothing.',
  ),
  ANNOTATION_UNKNOWN: warning(
    (d) => `Nobody reads the annotation \`${d.key}\`.`,
    (d) => (d.suggestion === undefined ? undefined : `Did you mean \`${d.suggestion}\`?`),
  ),
}

function rootContent({ option }: DetailsOf['ROOT_NOT_FOUND']): string {
  return option === 'extensions' ? 'modules' : 'plugins'
}

function baseAdvice({ specifier, missing, broken }: DetailsOf['UNRESOLVED_HERITAGE']): string {
  if (specifier === undefined) return 'Extend a class by its name'
  if (broken === true) return `Mend "${specifier}"`
  if (missing !== undefined) return `Check what "${specifier}" exports`
  return `Check that "${specifier}" is installed, or known to the tsconfig`
}
