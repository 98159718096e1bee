import { describe, expect, it } from 'vitest'
import {
  discoverMultiClass,
  IdTooLongError,
  InvalidSegmentError,
  ModuleIdConflictError,
  ModuleRegistryError,
  type MultiClassDescriptor,
} from '../../src/index.ts'

const classes = (...names: string[]): MultiClassDescriptor[] =>
  names.map((name) => ({ name, implementsModule: true }))
const marked = (...names: string[]): MultiClassDescriptor[] =>
  classes(...names).map((one) => ({ ...one, multiClass: true }))

const FILE = 'extensions/math/math_ops.ts'

describe('discoverMultiClass', () => {
  it('gives one class the ID of its file, whatever the mode', () => {
    const only = [{ moduleId: 'math.math_ops', className: 'Addition' }]
    expect(discoverMultiClass(FILE, classes('Addition'))).toEqual(only)
    expect(discoverMultiClass(FILE, classes('Addition'), 'extensions', true)).toEqual(only)
    expect(discoverMultiClass(FILE, marked('Addition'))).toEqual(only)
  })

  it('gives the one class that counts the ID of its file, also when others are marked', () => {
    const others = [{ name: 'Helper', implementsModule: false, multiClass: true }]
    expect(discoverMultiClass(FILE, [...others, ...classes('Addition')], 'extensions', true)).toEqual([
      { moduleId: 'math.math_ops', className: 'Addition' },
    ])
  })

  it('does not turn the mode on for the marker of a class that does not count', () => {
    const list = [{ name: 'Helper', implementsModule: false, multiClass: true }, ...classes('A', 'B')]
    expect(discoverMultiClass(FILE, list)).toEqual([{ moduleId: 'math.math_ops', className: 'A' }])
  })

  it('gives several classes an ID each when one of them is marked, in their order', () => {
    const expected = [
      { moduleId: 'math.math_ops.subtraction', className: 'Subtraction' },
      { moduleId: 'math.math_ops.addition', className: 'Addition' },
    ]
    expect(discoverMultiClass(FILE, [...classes('Subtraction'), ...marked('Addition')])).toEqual(expected)
    expect(discoverMultiClass(FILE, classes('Subtraction', 'Addition'), 'extensions', true)).toEqual(expected)
  })

  it('takes the first of several when nothing is marked', () => {
    expect(discoverMultiClass(FILE, classes('Addition', 'Subtraction'))).toEqual([
      { moduleId: 'math.math_ops', className: 'Addition' },
    ])
  })

  it('gives nothing for nothing, whatever the path', () => {
    expect(discoverMultiClass('[x].ts', [])).toEqual([])
    expect(discoverMultiClass('[x].ts', [{ name: 'A', implementsModule: false }])).toEqual([])
  })

  it.each([
    ['extensions/math/ops.ts', 'extensions', 'math.ops'],
    ['/home/me/app/extensions/math/ops.ts', 'extensions', 'math.ops'],
    ['extensions/extensions/ops.ts', 'extensions', 'extensions.ops'],
    ['my-extensions/math/ops.ts', 'extensions', 'ops'],
    ['C:\\app\\extensions\\math\\ops.ts', 'extensions', 'math.ops'],
    ['packages/tools/extensions/math/ops.ts', 'packages/tools/extensions', 'math.ops'],
    ['packages/tools/extensions/math/ops.ts', 'packages\\tools\\extensions\\', 'math.ops'],
    ['./extensions/./math/ops.ts', './extensions', 'math.ops'],
    ['src/math/ops.ts', 'extensions', 'ops'],
    ['ops.ts', 'extensions', 'ops'],
    ['extensions', 'extensions', 'extensions'],
    ['a/b/ops.ts', '', 'ops'],
    ['math/math-Ops.test.ts', 'math', undefined],
  ])('finds the base ID of %s below %s', (file, root, id) => {
    const run = () => discoverMultiClass(file, classes('A'), root)
    if (id === undefined) expect(run).toThrow(InvalidSegmentError)
    else expect(run()).toEqual([{ moduleId: id, className: 'A' }])
  })

  it('does not change what it was given, and gives the same again', () => {
    const list = Object.freeze(marked('A', 'B').map((one) => Object.freeze(one)))
    expect(discoverMultiClass(FILE, list)).toEqual(discoverMultiClass(FILE, list))
  })
})

describe('what discoverMultiClass throws', () => {
  it('is a conflict with both classes, for names that give one segment', () => {
    const run = () =>
      discoverMultiClass('extensions/sku/codes.ts', marked('F11', 'F1_1', 'MyCode', 'My_Code'))
    expect(run).toThrow(ModuleIdConflictError)
    expect(run).toThrow(
      expect.objectContaining({
        code: 'MODULE_ID_CONFLICT',
        details: {
          filePath: 'extensions/sku/codes.ts',
          classNames: ['MyCode', 'My_Code'],
          conflictingSegment: 'my_code',
        },
      }),
    )
  })

  it('is no conflict when the mode is off', () => {
    expect(discoverMultiClass(FILE, classes('MyCode', 'My_Code'))).toHaveLength(1)
  })

  it('is an invalid segment, of a class or of the path', () => {
    expect(() => discoverMultiClass(FILE, marked('A', '_2FA'))).toThrow(
      expect.objectContaining({
        code: 'INVALID_SEGMENT',
        details: { filePath: FILE, segment: '2_fa', className: '_2FA' },
      }),
    )
    expect(() => discoverMultiClass(FILE, marked('A', '加法'))).toThrow(InvalidSegmentError)
    expect(() => discoverMultiClass('extensions/[a]/b.ts', classes('A'))).toThrow(
      expect.objectContaining({
        details: { filePath: 'extensions/[a]/b.ts', segment: '[a]', suggestion: 'a' },
      }),
    )
  })

  it('is an ID that is too long, with its length', () => {
    const path = `extensions/${'a'.repeat(190)}.ts`
    expect(discoverMultiClass(path, marked('A'))).toHaveLength(1)
    expect(discoverMultiClass(path, marked('A', 'B'))).toHaveLength(2)
    expect(() => discoverMultiClass(path, marked('A', 'Bc'))).toThrow(
      expect.objectContaining({ code: 'ID_TOO_LONG', details: expect.objectContaining({ length: 193 }) }),
    )
    expect(() => discoverMultiClass(`extensions/${'a'.repeat(193)}.ts`, classes('A'))).toThrow(IdTooLongError)
  })

  it('is always of the one base class, with its own name', () => {
    for (const names of [
      ['MyCode', 'My_Code'],
      ['A', '_2'],
    ]) {
      try {
        discoverMultiClass(FILE, marked(...names))
      } catch (error) {
        expect(error).toBeInstanceOf(ModuleRegistryError)
        expect((error as Error).name).toBe((error as Error).constructor.name)
      }
    }
    expect.assertions(4)
  })
})
