import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { buildTarball } from '../test/support/packed/pack.ts'

/** From the newest on: the first one that this Node can run is used. */
const viteVersions = ['latest', '8', '7']

const offline = 'No network: the packed package could not be tried, as npm reaches no registry.'

const project: Record<string, string> = {
  'package.json': '{ "name": "try-out", "private": true, "type": "module" }',
  'vite.config.js': `
    import { defineConfig } from 'vite'
    import moduleRegistry from 'unplugin-module-registry/vite'

    export default defineConfig({
      plugins: [moduleRegistry()],
      build: { ssr: 'src/main.ts' },
      ssr: { noExternal: true },
    })`,
  'src/main.ts': `
    import { registry } from 'virtual:module-registry'

    console.log(JSON.stringify({ ids: registry.ids(), said: await registry.call('mail.greet', { name: 'Ada' }) }))`,
  'extensions/mail/greet.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'

    export class Greet implements Module {
      execute({ name }: { name: string }) {
        return 'Hello, ' + name
      }
    }`,
}

it('installs in an empty folder, builds with the newest Vite, and the bundle runs', ({ skip }) => {
  const tarball = buildTarball()
  const folder = join(dirname(tarball), 'try-out')
  for (const [file, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  try {
    const vite = install(folder, tarball)
    if (vite === undefined) {
      console.log(offline)
      return skip(offline)
    }
    console.log(`Installed with vite@${vite} on Node ${process.version}.`)
    run(folder, 'npx --no-install vite build --logLevel warn')
    expect(JSON.parse(run(folder, 'node dist/main.js'))).toEqual({ ids: ['mail.greet'], said: 'Hello, Ada' })
  } finally {
    rmSync(dirname(tarball), { recursive: true, force: true })
  }
})

/** Installs the packed package and Vite. Gives the version asked for, or undefined when there is no network. */
function install(folder: string, tarball: string): string | undefined {
  let reason = ''
  for (const version of viteVersions) {
    try {
      run(
        folder,
        `npm install --engine-strict --fetch-retries 1 --no-audit --no-fund "${tarball}" vite@${version}`,
      )
      return version
    } catch (error) {
      reason = String(error)
      if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/.test(reason))
        return
      if (!reason.includes('EBADENGINE')) throw error
      console.log(`vite@${version} does not install on Node ${process.version}: the engine is too old.`)
    }
  }
  throw new Error(reason)
}

/** Runs a command in a folder and gives what it prints; its errors too when it fails. */
function run(cwd: string, command: string): string {
  const { status, stdout, stderr } = spawnSync(command, { cwd, shell: true, encoding: 'utf8' })
  if (status !== 0) throw new Error(`"${command}" ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
