import { describe, expect, it } from 'vitest'
import { cliProject } from './in-process.ts'

const MODULE = `import type { Module } from 'unplugin-module-registry/runtime'

export class SendMail implements Module {
  description = 'Sends a mail'
  execute() {}
}
`
const FILES = {
  'module-registry.config.json': '{ "skip": ["drafts"] }',
  'extensions/mail/send-mail.ts': MODULE,
  'extensions/drafts/send.ts': MODULE,
}

describe('explain', () => {
  it('says how a module came about', async () => {
    const { code, out, err } = await cliProject(FILES).run(['explain', 'extensions/mail/send-mail.ts'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatchInlineSnapshot(`
      "extensions/mail/send-mail.ts is in the registry: mail.send_mail.

        root           extensions
        path below it  mail/send-mail.ts
        folder         "mail" is a segment as it is
        file name      "send-mail" gives the segment "send_mail"
        base ID        mail.send_mail

        class SendMail, line 3:14  mail.send_mail
          It is a module: it implements \`Module\`.
            implements Module (line 3:34), imported from
              'unplugin-module-registry/runtime'
          description   written (line 4:17)
          inputSchema   not written
          outputSchema  not written
      "
    `)
  })

  it('says which rule leaves a file out', async () => {
    const { code, out } = await cliProject(FILES).run(['explain', 'extensions/drafts/send.ts'])
    expect(code).toBe(0)
    expect(out).toBe(`extensions/drafts/send.ts is not in the registry. The folder "extensions/drafts"
  fits the pattern "drafts" of the options.
  fix   Take the pattern out, or make it narrower.
`)
  })

  it('takes the ID of a module too', async () => {
    const { out } = await cliProject(FILES).run(['explain', 'mail.send_mail'])
    expect(out).toMatch(/^extensions\/mail\/send-mail\.ts is in the registry: mail\.send_mail\.\n/)
  })

  it('fails for what is not there', async () => {
    const { code, out } = await cliProject(FILES).run(['explain', 'extensions/mail/send-mial.ts'])
    expect(code).toBe(1)
    expect(out).toBe(`extensions/mail/send-mial.ts is not in the registry. There is no such file.
  fix   Did you mean "extensions/mail/send-mail.ts"?
`)
  })

  it('offers the module that was probably meant', async () => {
    const { code, out } = await cliProject(FILES).run(['explain', 'mail.sendmail'])
    expect(code).toBe(1)
    expect(out).toBe(`mail.sendmail is not in the registry. There is no such file.
  fix   Did you mean the module "mail.send_mail"?
`)
  })

  it('prints JSON', async () => {
    const { code, out } = await cliProject(FILES).run(['explain', 'extensions/mail/send-mail.ts', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      command: 'explain',
      ok: true,
      diagnostics: [],
      explanation: {
        file: 'extensions/mail/send-mail.ts',
        taken: true,
        ids: ['mail.send_mail'],
        parts: [
          { of: 'folder', name: 'mail', segment: 'mail' },
          { of: 'file', name: 'send-mail', segment: 'send_mail' },
        ],
        classes: [{ name: 'SendMail', outcome: 'module', id: 'mail.send_mail', registered: true }],
      },
    })
  })
})
