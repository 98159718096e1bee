import type { CatalogEntry } from '../../../src/catalog/entry.ts'
import type { EmittedModule } from '../../../src/compiler/emit/emitted-module.ts'

/** A module of `extensions/`, with what a test does not care about filled in. */
export function emitted(
  id: string,
  exportName: string,
  shape: EmittedModule['shape'] = 'class',
  more: Partial<CatalogEntry> = {},
): EmittedModule {
  const entry: CatalogEntry = {
    kind: 'module',
    id,
    className: exportName,
    exportName,
    file: `extensions/${id.replaceAll('.', '/')}.ts`,
    scope: 'project',
    origin: 'extensions',
    load: 'lazy',
    ...more,
  }
  return { entry, shape }
}

/** A small project with every shape, an eager file, a file with two modules, and awkward texts. */
export const project: readonly EmittedModule[] = [
  emitted('text.slug', 'Slug', 'generic-class', { description: 'Makes a slug.', tags: ['text', 'url'] }),
  emitted('math.math_ops.add', 'Add', 'class', {
    file: 'extensions/math/math_ops.ts',
    description: 'Adds two numbers.\n\n@deprecated "so" they say: it\'s */ 1 < 2 </script>',
    version: '1.2.0',
  }),
  emitted('math.math_ops.subtract', 'Subtract', 'class', { file: 'extensions/math/math_ops.ts' }),
  emitted('mail.send', 'default', 'object', { file: 'extensions/mail/send.mts', load: 'eager' }),
  emitted('constructor', 'Maker', 'class-expression'),
  emitted('legacy', 'Legacy', 'class', { file: 'extensions/legacy.js', load: 'eager' }),
  emitted('odd', 'x y', 'class'),
]
