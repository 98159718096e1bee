import { describe, expect, it } from 'vitest'
import type { Code, DetailsOf } from '../../src/diagnostics/codes.ts'
import { makeDiagnostic } from '../../src/diagnostics/collector.ts'

/** What is said, and what to do. */
function say<C extends Code>(code: C, details: DetailsOf[C]): string {
  const { message, hint } = makeDiagnostic(code, details)
  return hint === undefined ? message : `${message} | ${hint}`
}

describe('problems of plugins are worded from their facts', () => {
  it('MANIFEST_INVALID', () => {
    const issue = { path: 'plugin.kind', message: 'must be a string, found a date' }
    expect(say('MANIFEST_INVALID', { issues: [issue] })).toBe('`plugin.kind` must be a string, found a date.')
    const unknown = { path: 'plugin.depend_on', message: 'is not known', hint: 'Did you mean `depends_on`?' }
    expect(say('MANIFEST_INVALID', { issues: [unknown] })).toBe(
      '`plugin.depend_on` is not known. | Did you mean `depends_on`?',
    )
  })

  it('DEPENDENCY_CYCLE', () => {
    expect(say('DEPENDENCY_CYCLE', { cycle: ['tool:solo', 'tool:solo'] })).toContain('itself: solo → solo.')
    expect(say('DEPENDENCY_CYCLE', { cycle: ['tool:a', 'llm:b', 'tool:a'] })).toContain('circle: a → b → a.')
    const namesakes = ['tool:a', 'llm:a', 'tool:a']
    expect(say('DEPENDENCY_CYCLE', { cycle: namesakes })).toContain('circle: tool:a → llm:a → tool:a.')
  })

  it('DEPENDENCY_MISSING and DEPENDENCY_AMBIGUOUS', () => {
    const missing = { plugin: 'tool:a', dependency: 'b' }
    expect(say('DEPENDENCY_MISSING', missing)).toContain('providedPlugins')
    expect(say('DEPENDENCY_MISSING', { ...missing, suggestion: 'bb' })).toContain('Did you mean "bb"?')
    expect(say('DEPENDENCY_AMBIGUOUS', { ...missing, candidates: ['llm:b', 'tool:b'] })).toBe(
      'The plugin "tool:a" depends on "b", which may be llm:b or tool:b. | Write "llm:b" or "tool:b".',
    )
  })

  it('ENTRY_POINT_NOT_FOUND, ENTRY_POINT_ESCAPES and VERSION_INCOMPATIBLE', () => {
    const tried = ['main.ts', 'main.js']
    expect(say('ENTRY_POINT_NOT_FOUND', { entryPoint: 'main:A', tried, exports: [] })).toBe(
      'The entry point "main:A" leads to no file. Tried: main.ts and main.js.',
    )
    const spelling = { spelling: 'main.ts', suggestion: 'main:A' }
    expect(say('ENTRY_POINT_NOT_FOUND', { entryPoint: 'Main:A', tried, exports: [], ...spelling })).toContain(
      'found `main.ts`, which differs only in case. | Write "main:A"',
    )
    const inFile = { entryPoint: 'main:A', tried, file: 'plugins/a/main.ts' }
    expect(say('ENTRY_POINT_NOT_FOUND', { ...inFile, exports: ['B', 'default'] })).toContain(
      'plugins/a/main.ts exports no class as "A". It exports B and default.',
    )
    expect(say('ENTRY_POINT_ESCAPES', { entryPoint: '../a:A' })).toContain('"../a:A" leads out of the folder')
    expect(say('VERSION_INCOMPATIBLE', { range: '>=2', version: '1.0.0' })).toContain('versions >=2 of')
  })
})
