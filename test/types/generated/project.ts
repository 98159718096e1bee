import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** The compilers that generated types must satisfy, by the names under which they are installed. */
export const compilers = {
  'TypeScript 5.9': 'typescript-5.9',
  'TypeScript 6': 'typescript',
  'TypeScript 7': 'typescript-7',
}

/**
 * Emits the declarations of the runtime and the client types as the package has them.
 *
 * @returns the folder of the package
 */
export function createPackage(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'types-package-')))
  const manifest = {
    name: 'unplugin-module-registry',
    type: 'module',
    exports: { './runtime': { types: './dist/runtime.d.ts' }, './client': { types: './dist/client.d.ts' } },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', strict: true, types: [], rootDir: join(root, 'src') },
    ...{ declaration: true, emitDeclarationOnly: true, noCheck: true, rewriteRelativeImportExtensions: true },
    outDir: join(folder, 'dist'),
  }
  const config = { compilerOptions, files: [join(root, 'src/runtime.ts')] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const messages = compile('typescript', folder)
  if (messages.length > 0) throw new Error(messages.join('\n'))
  cpSync(join(root, 'src/client.d.ts'), join(folder, 'dist/client.d.ts'))
  return folder
}

/** A project of a user that has nothing installed but the package. */
export interface Project {
  /** Texts by their paths; the ones in `src/` are checked, with all that they import. */
  readonly files: Readonly<Record<string, string>>
  readonly compilerOptions: object
}

/**
 * Type checks a project, library checks included.
 *
 * @param packageFolder what {@link createPackage} gave
 * @returns the compiler's messages: none when all is well
 */
export function check(
  compiler: string,
  packageFolder: string,
  { files, compilerOptions }: Project,
): string[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'types-project-')))
  try {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(packageFolder, join(folder, 'node_modules/unplugin-module-registry'), 'junction')
    const fixed = { strict: true, skipLibCheck: false, noEmit: true, types: [], target: 'es2022' }
    const config = { compilerOptions: { ...fixed, ...compilerOptions }, include: ['src'] }
    const texts = {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify(config),
      ...files,
    }
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    return compile(compiler, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function compile(compiler: string, folder: string): string[] {
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const messages = (stdout + stderr).split(/\n(?! )/).filter((message) => message !== '')
  if (status !== 0 && messages.length === 0) throw new Error(`tsc ended with ${status} and said nothing.`)
  return messages
}
