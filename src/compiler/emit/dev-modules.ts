import { catalogLiteral } from './catalog-literal.ts'
import { type EmittedModule, sortModules } from './emitted-module.ts'
import { dataLiteral, stringLiteral } from './literal.ts'
import {
  externalRuntimes,
  pluginsLiteral,
  type RegistryOptionsInput,
  renderOptions,
} from './registry-options.ts'

/** What the modules of a dev server say besides the catalog. */
export interface DevModuleInput extends RegistryOptionsInput {
  readonly modules: readonly EmittedModule[]
  /** Specifier of the runtime entry. */
  readonly runtime: string
  /** Specifier of the catalog module. */
  readonly catalogId: string
  /** Which of the server's updates the text holds already. */
  readonly revision: number
  /** By file, when it changed last, as far as it did. */
  readonly stamps: Readonly<Record<string, number>>
  /** By root, of extensions or of plugins: how many characters of a file's path it makes up, and the URL that stands for them. */
  readonly roots: readonly (readonly [origin: string, length: number, url: string])[]
  /** Whether it runs in a browser, not in a module runner. */
  readonly inBrowser: boolean
  /** Specifier of the file whose default export constructs the modules. */
  readonly instantiate?: string
}

/**
 * Renders `virtual:module-registry` for a dev server: one dynamic import over URLs, so that its cost does not grow with
 * the number of modules, and a registry that follows the server's updates.
 */
export function renderDevRegistryModule(input: DevModuleInput): string {
  const { runtime, catalogId, revision, instantiate, inBrowser } = input
  const { plugins = [], ...others } = input
  const options = renderOptions(instantiate !== undefined, { ...others, metadata: true })
  // All of them: the plugin that needs one may come later.
  const external = inBrowser ? [] : externalRuntimes()
  const names = [...options.names, ...(plugins.length === 0 ? [] : ['definePlugins'])]
  return [
    `import { ${['createHotRegistry', ...names].join(', ')} } from ${stringLiteral(runtime)}`,
    `import { catalog } from ${stringLiteral(catalogId)}`,
    ...(instantiate === undefined ? [] : [`import instantiate from ${stringLiteral(instantiate)}`]),
    '',
    `export { catalog } from ${stringLiteral(catalogId)}`,
    '',
    'export const registry = createHotRegistry({',
    '  catalog,',
    ...(plugins.length === 0 ? [] : [`  plugins: ${pluginsLiteral(plugins, !inBrowser)},`]),
    ...(external.length === 0 ? [] : [`  external: { ${external.join(', ')} },`]),
    `  revision: ${revision},`,
    `  stamps: JSON.parse(${dataLiteral(input.stamps)}),`,
    `  roots: JSON.parse(${dataLiteral(input.roots)}),`,
    `  load: (url) => import(/* @vite-ignore */ ${inBrowser ? BROWSER_URL : 'url'}),`,
    ...(options.text === '' ? [] : [`  options: ${options.text},`]),
    '  hot: import.meta.hot,',
    '})',
    '',
    'export default registry',
    '',
  ].join('\n')
}

/** Absolute, since a dev server adds a query to other URLs, with which a file that was imported before is another one. */
const BROWSER_URL = 'new URL(encodeURI(url), import.meta.url).href'

/** Renders `virtual:module-registry/catalog` for a dev server: a live binding that updates assign anew. */
export function renderDevCatalogModule({
  modules,
  runtime,
  revision,
}: Pick<DevModuleInput, 'modules' | 'runtime' | 'revision'>): string {
  return [
    `import { defineCatalog, onCatalogUpdate } from ${stringLiteral(runtime)}`,
    '',
    `export let catalog = defineCatalog(${catalogLiteral(sortModules(modules))})`,
    '',
    `onCatalogUpdate(import.meta.hot, ${revision}, (next) => {`,
    '  catalog = next',
    '}, catalog)',
    '',
  ].join('\n')
}
