import { catalogLiteral } from './catalog-literal.ts'
import { type EmittedModule, sortModules } from './emitted-module.ts'
import { stringLiteral } from './literal.ts'

/** What {@link renderCatalogModule} prints. */
export interface CatalogModuleInput {
  readonly modules: readonly EmittedModule[]
  /** Specifier of the runtime entry. */
  readonly runtime: string
}

/**
 * Renders `virtual:module-registry/catalog`: the catalog alone, from which no implementation can be reached.
 *
 * @returns the source of an ES module in plain JavaScript
 */
export function renderCatalogModule({ modules, runtime }: CatalogModuleInput): string {
  return [
    `import { defineCatalog } from ${stringLiteral(runtime)}`,
    '',
    `export const catalog = /* @__PURE__ */ defineCatalog(${catalogLiteral(sortModules(modules))})`,
    '',
  ].join('\n')
}
