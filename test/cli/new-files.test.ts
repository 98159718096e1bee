import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { className } from '../../src/cli/new/class-name.ts'
import { overlayHost } from '../../src/cli/new/overlay-host.ts'
import { placeModule } from '../../src/cli/new/place-module.ts'
import { placePlugin } from '../../src/cli/new/place-plugin.ts'
import { tryFiles } from '../../src/cli/new/try-files.ts'
import { UsageError } from '../../src/cli/usage-error.ts'
import type { Host } from '../../src/compiler/host.ts'
import { resolveOptions } from '../../src/compiler/resolve-options.ts'
import { EPHEMERAL, RESERVED_WORDS } from '../../src/identity/module-id.ts'
import type { Options } from '../../src/index.ts'
import { type MemoryFiles, memoryHost } from '../support/memory-host.ts'

const resolved = (options: Options) => resolveOptions({ dts: false, ...options }, '/project')

/** Message and hint of the refusal, or the file. */
function place(id: string, options: Options = {}): string {
  try {
    return placeModule(id, resolved(options)).file
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return [error.message, error.hint].filter(Boolean).join(' | ')
  }
}

const NAMESPACES: Options = { extensions: [{ root: 'extensions', namespace: 'app' }, 'lib/tools'] }

describe('the place of a new module', () => {
  it.each([
    ['hello', {}, 'extensions/hello.ts'],
    ['mail.send_mail', {}, 'extensions/mail/send_mail.ts'],
    ['app.mail.send', NAMESPACES, 'extensions/mail/send.ts'],
    ['tools.send', NAMESPACES, 'lib/tools/send.ts'],
    ['send', { extensions: '.' }, 'send.ts'],
  ] as const)('of %j is by the roots of the project', (id, options, file) => {
    expect(place(id, options as Options)).toBe(file)
  })

  it.each<[string, Options, string]>([
    [
      'Mail.SendMail',
      {},
      '"Mail.SendMail" is no module ID: the segment "Mail" must start with a letter a-z and go on with a-z, 0-9 and single "_". | Did you mean "mail.send_mail"?',
    ],
    [
      'mail/send-mail',
      {},
      '"mail/send-mail" is no module ID: the segment "mail/send-mail" must start with a letter a-z and go on with a-z, 0-9 and single "_". | Did you mean "mail.send_mail"?',
    ],
    ['mail..2fa', {}, '"mail..2fa" is no module ID: a segment is empty.'],
    ['system.now', {}, 'No ID may start with the reserved word "system". | Choose another first segment.'],
    ['ephemeral', {}, 'No ID may start with the reserved word "ephemeral". | Choose another first segment.'],
    [`a${'.b'.repeat(96)}`, {}, 'The ID has 193 characters; 192 are allowed.'],
    [
      'mail.send',
      NAMESPACES,
      'The IDs of this project start with "app." and "tools.", the namespaces of its extensions roots. | Try "app.mail.send".',
    ],
    [
      'tools',
      NAMESPACES,
      'The IDs of this project start with "app." and "tools.", the namespaces of its extensions roots. | Give the module a name: "tools.…".',
    ],
    ['mail', { extensions: false }, 'The option `extensions` turns the search for modules off.'],
    [
      'mail',
      { moduleInterface: 'Tool' },
      "The option `moduleInterface` names \"Tool\", and does not say where it is declared. | Write `moduleInterface: { name: 'Tool', from: '…' }`.",
    ],
  ])('is nowhere for %j', (id, options, text) => {
    expect(place(id, options)).toBe(text)
  })

  it('writes the interface of the project, from where that is', () => {
    const options = { moduleInterface: { name: 'Tool', from: './src/tool.ts' } }
    expect(placeModule('mail.tool', resolved(options)).text.split('\n').slice(0, 3)).toEqual([
      "import type { Tool } from '../../src/tool.ts'",
      '',
      'export class ToolTool implements Tool {',
    ])
  })
})

describe('new files', () => {
  const segment = fc
    .stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
    .filter((one) => !one.includes('__') && ![...RESERVED_WORDS, EPHEMERAL].includes(one))
  const id = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))

  it('are in the registry as they were meant, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        id,
        fc.constantFrom<Options>({}, { fileNames: 'strict', metadata: 'required' }),
        async (id, more) => {
          const options = resolved(more)
          const file = placeModule(id, options)
          const host = memoryHost({ 'extensions/': '' })
          await tryFiles([file], id, options, host)
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each<[string, MemoryFiles, Options, string]>([
    [
      'mail.send',
      { 'extensions/mail/send.ts': '' },
      {},
      'extensions/mail/send.ts exists already. | Nothing was written. Choose another name, or remove it first.',
    ],
    [
      'mail.send',
      { 'extensions/mail/send.js': '/** @implements {Module} */\nexport class Send {}\n' },
      {},
      'extensions/mail/send.ts would not become "mail.send": 2 files give the module ID "mail.send": extensions/mail/send.js and extensions/mail/send.ts. | Rename or move all of them but one.',
    ],
    [
      'old.send',
      {},
      { skip: ['old'] },
      'extensions/old/send.ts would not become "old.send": The folder "extensions/old" fits the pattern "old" of the options. | Take the pattern out, or make it narrower.',
    ],
    [
      'node_modules.send',
      {},
      {},
      'extensions/node_modules/send.ts would not become "node_modules.send": It lies in `node_modules`, which is never searched.',
    ],
  ])('of %j are refused where something stands against them', async (id, files, options, text) => {
    const host = memoryHost({ 'extensions/': '', ...files })
    const all = resolved(options)
    const error = await tryFiles([placeModule(id, all)], id, all, host).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UsageError)
    const { message, hint } = error as UsageError
    expect([message, hint].filter(Boolean).join(' | ')).toBe(text)
  })

  it.each(['in_process', 'process'] as const)('of a plugin that runs %s are one', async (runtime) => {
    const options = resolved({})
    const files = placePlugin('llm/open-ai', runtime, options)
    expect(files[0]!.file).toBe('plugins/open-ai/dagstack.toml')
    await tryFiles(files, 'llm:open-ai', options, memoryHost({}))
  })

  it.each([
    ['llm', '"llm" must be the kind and the name of a plugin. | Such as "llm/openai".'],
    ['a/b/c', '"a/b/c" must be the kind and the name of a plugin. | Such as "llm/openai".'],
    ['../x', '".." must start with a letter and go on with letters, digits, "_" and "-".'],
  ])('of the plugin %j are refused', (target, text) => {
    let error: unknown
    try {
      placePlugin(target, 'in_process', resolved({}))
    } catch (reason) {
      error = reason
    }
    const { message, hint } = error as UsageError
    expect([message, hint].filter(Boolean).join(' | ')).toBe(text)
  })

  it('look as if they were there', () => {
    const part = fc.constantFrom('a', 'b', 'c.ts')
    const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `/project/${parts.join('/')}`)
    const free = (paths: readonly string[]): boolean =>
      paths.every((one) => paths.every((other) => other === one || !other.startsWith(`${one}/`)))
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 5 }),
        fc.uniqueArray(path, { maxLength: 3 }),
        (old, added) => {
          fc.pre(free([...old, ...added]))
          const all = memoryHost(Object.fromEntries([...old, ...added].map((one) => [one, one])))
          const files = new Map(added.map((one) => [one, one]))
          const overlay = overlayHost(memoryHost(Object.fromEntries(old.map((one) => [one, one]))), files)
          for (const file of [...old, ...added]) {
            expect(overlay.read(file)).toBe(file)
            expect(overlay.sha256(file)).toBe(all.sha256(file))
            for (let at = file; at !== '/'; at = at.slice(0, at.lastIndexOf('/')) || '/') {
              expect(overlay.kind(at)).toBe(all.kind(at))
              expect(overlay.realPath(at)).toBe(at)
              if (all.kind(at) === 'folder') expect(names(overlay, at)).toEqual(names(all, at))
            }
          }
        },
      ),
    )
  })

  it('have classes with names that nothing else has', () => {
    const names = ['send_mail', 'open-ai', 'module', 'promise', 'a'].map((one) => className(one, 'Module'))
    expect(names).toEqual(['SendMail', 'OpenAi', 'ModuleModule', 'PromiseModule', 'A'])
  })
})

function names(host: Host, folder: string): string[] {
  return host
    .list(folder)
    .map(({ name, kind }) => `${kind} ${name}`)
    .sort()
}
