import { homedir, tmpdir } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { app, appOutput } from './support/app.ts'
import { type BuildRequest, type Built, type Host, hosts } from './support/hosts.ts'
import { createProject, type Files } from './support/project.ts'
import { runProgram } from './support/run.ts'

/** Everything that means something to a shell, a URL, a template or a regular expression. */
const hostileFolder =
  process.platform === 'win32' ? 'spaces and ä 空' : `it's "here" \${1} \`x\` #1 %41 ä 空 [a] (b)+`

/** webpack and Rspack escape a `#` in the names of modules, so that those of such a project begin far above it. */
const namesPathsWithHash = (host: Host): boolean => !/^(webpack|Rspack)/.test(host.name)

/** Builds from within the project, as a user does: bundlers name files from the working folder. */
async function buildWithin(host: Host, files: Files, folder: string, request: BuildRequest): Promise<Built> {
  const project = await createProject(files, { folder })
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  process.chdir(project.root)
  const built = await host.build(project, request)
  expect(built.errors).toEqual([])
  expect(built.warnings.filter((text) => !text.startsWith('The project root contains the "#"'))).toEqual([])
  return built
}

const reversed: Files = Object.fromEntries(Object.entries(app).reverse())

describe.each(hosts)('$name', (host) => {
  it.each([
    { sourcemap: false, minify: false },
    { sourcemap: true, minify: true },
  ])('gives the same bytes wherever the project is: %o', async (request) => {
    // As deep as the other: loaders are told from the project, and those of this test are outside of it.
    const usual = await buildWithin(host, app, 'usual/deep/project', request)
    const folder = namesPathsWithHash(host) ? hostileFolder : hostileFolder.replace('#', '')
    const hostile = await buildWithin(host, reversed, `${folder}/deep/${folder}`, request)
    expect(Object.keys(hostile.files)).toEqual(Object.keys(usual.files))
    const different = Object.keys(usual.files).filter((file) => usual.files[file] !== hostile.files[file])
    expect(different).toEqual([])
    expect(runProgram(hostile.main)).toEqual(appOutput)
  })

  it('builds wherever the project is', async () => {
    const built = await buildWithin(host, app, hostileFolder, {})
    expect(runProgram(built.main)).toEqual(appOutput)
  })

  it('tells nothing of the machine, and has names that every system takes', async () => {
    const { files } = await buildWithin(host, app, 'project', { sourcemap: true })
    expect(Object.keys(files).filter((name) => !/^[\w.\-/]+$/.test(name))).toEqual([])
    const telling = [
      tmpdir(),
      `${homedir()}/`,
      process.cwd(),
      '\0',
      '\\u0000',
      'virtual:module-registry/file',
    ]
    const told = Object.entries(files).flatMap(([name, text]) =>
      telling.filter((word) => text.includes(word)).map((word) => `${name}: ${JSON.stringify(word)}`),
    )
    expect(told).toEqual([])
  })
})
