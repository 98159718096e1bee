import { describe, expect, it } from 'vitest'
import { CODES } from '../../src/diagnostics/codes.ts'
import { DiagnosticCollector, makeDiagnostic } from '../../src/diagnostics/collector.ts'
import { formatDiagnostic, formatDiagnostics } from '../../src/diagnostics/format-text.ts'
import { visible } from '../../src/diagnostics/visible.ts'

describe('a diagnostic', () => {
  it('is worded by the catalogue from its facts', () => {
    const details = { path: 'src/registry.d.ts', reason: 'permission denied (EACCES)' }
    expect(
      formatDiagnostic(makeDiagnostic('OUTPUT_NOT_WRITABLE', details, { at: { file: details.path } })),
    ).toBe(
      [
        'src/registry.d.ts  error  OUTPUT_NOT_WRITABLE',
        '  The generated file src/registry.d.ts cannot be written: permission denied (EACCES).',
        '  fix   Make the folder writable, choose another path, or turn the file off (`dts: false`, `output: false`).',
      ].join('\n'),
    )
  })

  it('has no keys for what it does not have', () => {
    expect(makeDiagnostic('PARSE_ERROR', { reason: 'x', compiler: '1' })).toEqual({
      code: 'PARSE_ERROR',
      severity: 'error',
      message: 'Syntax error: x (TypeScript 1)',
      related: [],
      details: { reason: 'x', compiler: '1' },
    })
  })

  it('has a code in capitals, and errors and warnings only', () => {
    for (const [code, { severity }] of Object.entries(CODES)) {
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(['error', 'warning']).toContain(severity)
    }
  })
})

describe('the order of diagnostics', () => {
  it('is place, then code, then message; what has no place comes first', () => {
    const collector = new DiagnosticCollector()
    const at = (file: string, line?: number, column?: number) => ({
      at: { file, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) },
    })
    const { report } = collector
    report('MODULE_NOT_EXPORTED', { className: 'E' }, at('b.ts', 2, 1))
    report('MODULE_NOT_EXPORTED', { className: 'D' }, at('b.ts', 1, 10))
    report('MODULE_NOT_EXPORTED', { className: 'C' }, at('b.ts', 1, 9))
    report('CONSTRUCTOR_NEEDS_ARGUMENTS', { className: 'C' }, at('b.ts', 1, 9))
    report('UNREADABLE', { path: 'b.ts', reason: 'x' }, at('b.ts'))
    report('MODULE_NOT_EXPORTED', { className: 'B' }, at('a.ts', 9, 9))
    report('MODULE_NOT_EXPORTED', { className: 'A' }, at('B.ts', 9, 9))
    report('DUPLICATE_NAMESPACE', { namespace: 'n', roots: [] })
    expect(
      collector.sorted().map(({ code, file, line, column }) => [code, file, line, column].join(' ')),
    ).toEqual([
      'DUPLICATE_NAMESPACE   ',
      'MODULE_NOT_EXPORTED B.ts 9 9',
      'MODULE_NOT_EXPORTED a.ts 9 9',
      'UNREADABLE b.ts  ',
      'CONSTRUCTOR_NEEDS_ARGUMENTS b.ts 1 9',
      'MODULE_NOT_EXPORTED b.ts 1 9',
      'MODULE_NOT_EXPORTED b.ts 1 10',
      'MODULE_NOT_EXPORTED b.ts 2 1',
    ])
  })
})

describe('text for a terminal', () => {
  it('counts what there is', () => {
    const error = makeDiagnostic('UNREADABLE', { path: 'a', reason: 'x' })
    const warning = makeDiagnostic('MODULE_NOT_EXPORTED', { className: 'A' })
    const last = (...list: (typeof error)[]) => formatDiagnostics(list).split('\n').at(-1)
    expect(last()).toBe('no problems')
    expect(last(error)).toBe('1 error')
    expect(last(error, error, warning)).toBe('2 errors, 1 warning')
    expect(last(warning, warning)).toBe('2 warnings')
  })

  it('never carries control characters, line ends or changes of direction out of file names', () => {
    const name = 'a\u001b[31m\r\n\u0000b\u202e\u2028\u2066\u0085\u007f.ts'
    const text = formatDiagnostic(
      makeDiagnostic(
        'UNREADABLE',
        { path: name, reason: 'x' },
        { at: { file: name }, related: [{ file: name, line: 1, column: 1, message: `class ${name}` }] },
      ),
    )
    expect(text.split('\n')).toHaveLength(3)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
    expect(text).toContain('a\\u001b[31m\\u000d\\n\\u0000b\\u202e\\u2028\\u2066\\u0085\\u007f.ts')
  })

  it('keeps tabs and all other writing', () => {
    expect(visible('\tübersicht 加法 👩‍💻')).toBe('\tübersicht 加法 👩‍💻')
  })
})
