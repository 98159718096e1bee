import { describe } from 'vitest'
import { detects } from './detect.ts'
import { BASE, extendsBase, json, unresolved } from './extends-base.ts'

describe('a base class behind a tsconfig', () => {
  detects([
    extendsBase('paths', '@lib/base', {
      'tsconfig.json': json({ compilerOptions: { paths: { '@lib/*': ['./lib/*'] } } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('paths with comments and trailing commas', '@lib/base', {
      'tsconfig.json': '{ // why\n "compilerOptions": { "paths": { "@lib/*": ["./lib/*",], }, }, }',
      'lib/base.ts': BASE,
    }),
    extendsBase('paths with a byte-order mark', '@lib/base', {
      'tsconfig.json': `\ufeff${json({ compilerOptions: { paths: { '@lib/*': ['./lib/*'] } } })}`,
      'lib/base.ts': BASE,
    }),
    extendsBase('paths below a baseUrl', '@lib/base', {
      'tsconfig.json': json({ compilerOptions: { baseUrl: 'src', paths: { '@lib/*': ['lib/*'] } } }),
      'src/lib/base.ts': BASE,
    }),
    extendsBase('a baseUrl alone', 'lib/base', {
      'tsconfig.json': json({ compilerOptions: { baseUrl: 'src' } }),
      'src/lib/base.ts': BASE,
    }),
    extendsBase('an exact path', '@base', {
      'tsconfig.json': json({ compilerOptions: { paths: { '@base': ['./lib/base.ts'] } } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('the second of several paths', '@lib/base', {
      'tsconfig.json': json({ compilerOptions: { paths: { '@lib/*': ['./gone/*', './lib/*'] } } }),
      'lib/base.ts': BASE,
    }),
    extendsBase(
      'an alias that nobody defines',
      '@lib/base',
      { 'tsconfig.json': '{}', 'lib/base.ts': BASE },
      '',
      unresolved,
    ),
    extendsBase('paths of a tsconfig that it extends', '@lib/base', {
      'tsconfig.json': json({ extends: './base.json' }),
      'base.json': json({ compilerOptions: { paths: { '@lib/*': ['./lib/*'] } } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('paths of one of several that it extends', '@lib/base', {
      'tsconfig.json': json({ extends: ['./a.json', './b.json'] }),
      'a.json': json({ compilerOptions: { paths: { '@lib/*': ['./lib/*'] } } }),
      'b.json': '{}',
      'lib/base.ts': BASE,
    }),
    extendsBase('paths of a tsconfig from a package', '@lib/base', {
      'tsconfig.json': json({ extends: '@acme/tsconfig' }),
      'node_modules/@acme/tsconfig/package.json': json({ name: '@acme/tsconfig', tsconfig: './strict.json' }),
      'node_modules/@acme/tsconfig/strict.json': json({
        compilerOptions: { paths: { '@lib/*': ['../../../lib/*'] } },
      }),
      'lib/base.ts': BASE,
    }),
    extendsBase('paths of a file of a package', '@lib/base', {
      'tsconfig.json': json({ extends: '@acme/tsconfig/strict.json' }),
      'node_modules/@acme/tsconfig/strict.json': json({
        compilerOptions: { paths: { '@lib/*': ['../../../lib/*'] } },
      }),
      'lib/base.ts': BASE,
    }),
    extendsBase('paths with a placeholder for the folder', '@lib/base', {
      'tsconfig.json': json({ extends: './config/base.json' }),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript's placeholder
      'config/base.json': json({ compilerOptions: { paths: { '@lib/*': ['${configDir}/lib/*'] } } }),
      'lib/base.ts': BASE,
    }),
    extendsBase(
      'a tsconfig that extends itself',
      '@lib/base',
      { 'tsconfig.json': json({ extends: './tsconfig.json' }) },
      '',
      unresolved,
    ),
    extendsBase(
      'a tsconfig that is broken',
      '@lib/base',
      { 'tsconfig.json': '{ "compilerOptions": ' },
      '',
      unresolved,
    ),
    extendsBase('a tsconfig that is no object', '@lib/base', { 'tsconfig.json': '[1]' }, '', unresolved),
    extendsBase('paths of a referenced project', '@lib/base', {
      'tsconfig.json': json({
        files: [],
        references: [{ path: './tsconfig.app.json' }, { path: './tsconfig.node.json' }],
      }),
      'tsconfig.app.json': json({
        compilerOptions: { paths: { '@lib/*': ['./lib/*'] } },
        include: ['src', 'extensions'],
      }),
      'tsconfig.node.json': json({ include: ['vite.config.ts'] }),
      'lib/base.ts': BASE,
    }),
    extendsBase('the referenced project that holds the file', '@lib/base', {
      'tsconfig.json': json({
        files: [],
        references: [{ path: './tsconfig.node.json' }, { path: './tsconfig.app.json' }],
      }),
      'tsconfig.app.json': json({
        compilerOptions: { paths: { '@lib/*': ['./lib/*'] } },
        include: ['extensions'],
      }),
      'tsconfig.node.json': json({
        compilerOptions: { paths: { '@lib/*': ['./other/*'] } },
        include: ['*.ts'],
      }),
      'lib/base.ts': BASE,
      'other/base.ts': 'export class Base {}',
    }),
    extendsBase(
      'projects that reference each other',
      '@lib/base',
      {
        'tsconfig.json': json({ references: [{ path: './lib' }] }),
        'lib/tsconfig.json': json({ references: [{ path: '..' }], compilerOptions: { composite: true } }),
        'lib/base.ts': BASE,
      },
      '',
      unresolved,
    ),
    extendsBase('a tsconfig nearer than that of the project', '@lib/base', {
      'tsconfig.json': '{}',
      'extensions/tsconfig.json': json({ compilerOptions: { paths: { '@lib/*': ['../lib/*'] } } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('a tsconfig above the project', '@lib/base', {
      '/tsconfig.json': json({ compilerOptions: { paths: { '@lib/*': ['./project/lib/*'] } } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('a jsconfig', '@lib/base', {
      'jsconfig.json': json({ compilerOptions: { paths: { '@lib/*': ['./lib/*'] } } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('rootDirs', './base', {
      'tsconfig.json': json({ compilerOptions: { rootDirs: ['extensions', 'generated'] } }),
      'generated/base.ts': BASE,
    }),
    extendsBase('a project in the old resolution mode', '@lib/base', {
      'tsconfig.json': json({
        compilerOptions: { module: 'commonjs', moduleResolution: 'node', paths: { '@lib/*': ['./lib/*'] } },
      }),
      'lib/base.ts': BASE,
    }),
    extendsBase('a project in nodenext mode', './base.js', {
      'tsconfig.json': json({ compilerOptions: { module: 'nodenext' } }),
      'extensions/base.ts': BASE,
    }),
    extendsBase('a nearer tsconfig that extends the one that the base needs itself', '../lib/base', {
      'tsconfig.json': json({ compilerOptions: { paths: { '@lib/*': ['./lib/*'] } } }),
      'extensions/tsconfig.json': json({ extends: '../tsconfig.json' }),
      'lib/base.ts': "import { Base as Root } from '@lib/root'\nexport abstract class Base extends Root {}",
      'lib/root.ts': BASE,
    }),
    extendsBase('a referenced tsconfig that the base needs itself', '../lib/base', {
      'tsconfig.json': json({ files: [], references: [{ path: './lib' }] }),
      'lib/tsconfig.json': json({ compilerOptions: { paths: { '@lib/*': ['./*'] } } }),
      'lib/base.ts': "import { Base as Root } from '@lib/root'\nexport abstract class Base extends Root {}",
      'lib/root.ts': BASE,
    }),
    extendsBase('a tsconfig that TypeScript itself cannot read', './base', {
      'tsconfig.json': '{ "references": [null] }',
      'extensions/base.ts': BASE,
    }),
    extendsBase('a tsconfig that cannot be read', './base', {
      'tsconfig.json': { refuses: 'EACCES' },
      'extensions/base.ts': BASE,
    }),
  ])
})
