import { dirname } from 'pathe'
import type { NotWalked, WalkReason } from '../compiler/discover/walk.ts'
import type { Host } from '../compiler/host.ts'
import type { ResolvedOptions } from '../compiler/options.ts'
import { count } from '../diagnostics/wording.ts'
import { closest } from '../util/closest.ts'
import type { Reason } from './explanation.ts'

/**
 * Words the rule by which a walk leaves a file out.
 *
 * @param shown gives the name of a part of the path: relative to the project
 * @param path the file, absolute
 */
export function reasonFor(
  { reason, part: inner }: NotWalked,
  shown: (part: string) => string,
  path: string,
  options: Pick<ResolvedOptions, 'root' | 'maxDepth'>,
  host: Host,
): Reason {
  const part = shown(inner)
  const name = part.slice(part.lastIndexOf('/') + 1)
  const isWhole = path.endsWith(`/${inner}`)
  const subject = isWhole ? 'Its name' : `The name of the folder "${part}"`
  const it = isWhole ? 'It' : `The folder "${part}"`
  switch (reason.rule) {
    case 'missing': {
      const [near] = closest(name, namesBeside(part, options.root, host))
      const spelling = near === undefined ? undefined : `${part.slice(0, -name.length)}${near}`
      return {
        rule: 'missing',
        message: isWhole ? 'There is no such file.' : `There is no "${part}".`,
        ...(spelling === undefined ? {} : { hint: `Did you mean "${spelling}"?` }),
        part,
      }
    }
    case 'no-file':
      return host.kind(path) === 'folder'
        ? { rule: 'folder', message: 'It is a folder.', hint: 'Ask about a file in it.' }
        : { rule: 'no-file', message: `${it} is no regular file.`, part }
    case 'pattern':
      return {
        rule: 'pattern',
        message: `${it} fits the pattern "${reason.pattern}" of the options.`,
        hint: 'Take the pattern out, or make it narrower.',
        part,
        pattern: reason.pattern,
      }
    case 'depth':
      return {
        rule: 'depth',
        message: `${it} is deeper than ${count(options.maxDepth, 'level')} of folders below its root.`,
        hint: 'Move it up, or raise the option `maxDepth`.',
        part,
      }
    case 'link':
      return {
        rule: 'link',
        message: `${it} is a symbolic link, and files are searched at their own place only.`,
        hint: 'Ask about what it leads to.',
        part,
      }
    case 'leaf':
      return {
        rule: 'plugin-file',
        message: `It belongs to the plugin in "${part}", of which only the entry point is registered.`,
        part,
      }
    default:
      return { ...NAME_RULES[reason.rule](subject, name), rule: reason.rule, part }
  }
}

type NameRule = Exclude<WalkReason['rule'], 'missing' | 'no-file' | 'pattern' | 'depth' | 'link' | 'leaf'>

const NAME_RULES: Readonly<
  Record<NameRule, (subject: string, name: string) => Pick<Reason, 'message' | 'hint'>>
> = {
  dot: (subject) => ({
    message: `${subject} starts with a dot, and such names are skipped.`,
    hint: 'Rename it to have it searched.',
  }),
  underscore: (subject) => ({
    message: `${subject} starts with an underscore, and such names are skipped.`,
    hint: 'Rename it to have it searched.',
  }),
  node_modules: () => ({ message: 'It lies in `node_modules`, which is never searched.' }),
  declaration: () => ({ message: 'It is a declaration file, and those hold types only.' }),
  test: () => ({
    message: 'It is a test by its name, and tests are skipped.',
    hint: 'Rename it to have it searched.',
  }),
  ignored: (_, name) => ({ message: `Folders named "${name}" are not searched for plugins.` }),
}

/** The names in the folder of a path that is not there. */
function namesBeside(part: string, root: string, host: Host): string[] {
  const folder = dirname(part)
  try {
    return host.list(folder === '.' ? root : `${root}/${folder}`).map(({ name }) => name)
  } catch {
    return []
  }
}
