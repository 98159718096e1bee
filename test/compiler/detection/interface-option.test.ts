import { describe } from 'vitest'
import { detects } from './detect.ts'
import { json } from './extends-base.ts'

describe('the interface that was configured', () => {
  const tool = "import type { Tool } from 'my-sdk'\nexport class A implements Tool { execute() {} }"
  detects([
    { title: 'by name', whole: true, source: tool, options: { moduleInterface: 'Tool' }, modules: 'A' },
    {
      title: 'Module no longer counts, and what it is cannot be told',
      problems: '2:27  UNRESOLVED_HERITAGE',
      source: 'export class A implements Module { execute() {} }',
      options: { moduleInterface: 'Tool' },
      modules: '',
    },
    {
      title: 'by name and package',
      whole: true,
      source: tool,
      options: { moduleInterface: { name: 'Tool', from: 'my-sdk' } },
      modules: 'A',
    },
    {
      title: 'from another package',
      whole: true,
      source: tool,
      options: { moduleInterface: { name: 'Tool', from: 'other' } },
      files: { 'node_modules/my-sdk/index.d.ts': 'export interface Tool {}' },
      modules: '',
    },
    {
      title: 'from a file of the project',
      whole: true,
      source: "import type { Tool } from '../src/tool'\nexport class A implements Tool { execute() {} }",
      files: { 'src/tool.ts': 'export interface Tool { execute(): void }' },
      options: { moduleInterface: { name: 'Tool', from: './src/tool.ts' } },
      modules: 'A',
    },
    {
      title: 'from a file of the project, through a barrel and an alias',
      whole: true,
      source: "import type { T } from '@/index'\nexport class A implements T { execute() {} }",
      files: {
        'src/tool.ts': 'export interface Tool { execute(): void }',
        'src/index.ts': "export { Tool as T } from './tool'",
        'tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
      },
      options: { moduleInterface: { name: 'Tool', from: './src/tool' } },
      modules: 'A',
    },
    {
      title: 'of the same name from another file',
      whole: true,
      source: "import type { Tool } from './tool'\nexport class A implements Tool { execute() {} }",
      files: {
        'src/tool.ts': 'export interface Tool { execute(): void }',
        'extensions/tool.ts': 'export interface Tool {}',
      },
      options: { moduleInterface: { name: 'Tool', from: './src/tool.ts' } },
      modules: '',
    },
    {
      title: 'extended by an interface',
      whole: true,
      source: "import type { Big } from '../src/big'\nexport class A implements Big { execute() {} }",
      files: { 'src/big.ts': "import { Tool } from 'my-sdk'\nexport interface Big extends Tool {}" },
      options: { moduleInterface: { name: 'Tool', from: 'my-sdk' } },
      modules: 'A',
    },
    {
      title: 'as an abstract class',
      whole: true,
      source: "import { Tool } from '../src/tool'\nexport class A extends Tool { execute() {} }",
      files: { 'src/tool.ts': 'export abstract class Tool { abstract execute(): void }' },
      options: { moduleInterface: { name: 'Tool', from: './src/tool.ts' } },
      modules: 'A',
    },
    {
      title: 'as an abstract class of a package',
      whole: true,
      source: "import { Tool } from 'my-sdk'\nexport class A extends Tool { execute() {} }",
      options: { moduleInterface: { name: 'Tool', from: 'my-sdk' } },
      modules: 'A',
    },
    {
      title: 'as the default export of a package',
      whole: true,
      source: "import Tool from 'my-sdk'\nexport class A extends Tool { execute() {} }",
      options: { moduleInterface: { name: 'default', from: 'my-sdk' } },
      modules: 'A',
    },
    {
      title: 'as the type of a constant',
      whole: true,
      source: "import type { Tool as T } from 'my-sdk'\nexport const a: T = { execute() {} }",
      options: { moduleInterface: { name: 'Tool', from: 'my-sdk' } },
      modules: 'a',
    },
  ])
})
