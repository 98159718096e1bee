/** A project that is changed at random, by way of something that can write and remove files. */
export interface Disk {
  write(file: string, text: string): void
  remove(file: string): void
}

/** What a change did: absolute events are the caller's affair. */
export interface Change {
  readonly type: 'create' | 'update' | 'delete'
  readonly file: string
}

/** Gives the same numbers for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const header = "import type { Module } from 'unplugin-module-registry/runtime'\n"

/** Adds, edits, renames, deletes, breaks and mends files of a small tree, for as long as one likes. */
export class RandomProject {
  readonly files = new Map<string, string>()
  readonly #disk: Disk
  readonly #random: () => number
  #changes: Change[] = []
  #count = 0

  constructor(disk: Disk, random: () => number) {
    this.#disk = disk
    this.#random = random
  }

  /** Makes one change, or a burst of them. */
  step(): Change[] {
    this.#changes = []
    const count = this.#random() < 0.1 ? 2 + this.#below(12) : 1
    for (let index = 0; index < count; index++) this.#act()
    return this.#changes
  }

  /** Takes away everything that is wrong, or could be together with another file. */
  heal(): Change[] {
    this.#changes = []
    for (const [file, text] of this.files) {
      const isTwofold = text.split('class ').length > 2 && !text.includes('@multiClass')
      if (isTwofold || /oops|Same/.test(text) || /Add|\.js$/.test(file)) this.#remove(file)
    }
    return this.#changes
  }

  #act(): void {
    const act = this.#below(12)
    const file = this.#pick([...this.files.keys()])
    if (file === undefined || act < 3) this.#write(this.#anyName(), this.#anyText())
    else if (act < 5) this.#write(file, this.#anyText())
    else if (act === 5) this.#write(file, `${this.files.get(file)}// more\n`)
    else if (act === 6) this.#write(file, `\n${this.files.get(file)}`)
    else if (act === 7) this.#write(file, this.files.get(file)!)
    else if (act === 8) this.#write(file, `${this.files.get(file)}\nexport class oops {`)
    else if (act === 9) this.#write(file, this.files.get(file)!.replace(/\nexport class oops \{/g, ''))
    else if (act === 10) this.#move(file, this.#anyName())
    else this.#remove(file)
  }

  #anyName(): string {
    const folder = this.#pick(['', '', 'math/', 'math/deep/', 'Text/'])!
    const name = this.#pick(['add', 'Add', 'sum', 'base', 'helper', 'one', 'two', 'three', 'four', 'index'])!
    const extension = this.#pick(['.ts', '.ts', '.ts', '.js', '.tsx', '.d.ts', '.test.ts'])!
    const place = this.#random() < 0.1 ? 'lib/' : `extensions/${folder}`
    return place === 'lib/' ? `lib/${this.#pick(['base', 'other'])}.ts` : `${place}${name}${extension}`
  }

  #anyText(): string {
    const number = this.#count++
    const description = `  description = 'number ${number % 7}'\n`
    const plain = (name: string) =>
      `export class ${name} implements Module {\n${description}  execute() {}\n}\n`
    return this.#pick([
      header + plain('Sample'),
      header + plain(`Sample${number % 3}`),
      `/** @multiClass */\n${header}${plain('One')}${plain('Two')}`,
      `/** @multiClass */\n${header}${plain('Same')}${plain('same')}`,
      header + plain('One') + plain('Two'),
      `import { Base } from '${this.#pick(['../lib/base', './base', './base.ts', '../lib/other.ts'])}'\nexport class Child extends Base {\n${description}  execute() {}\n}\n`,
      `${header}export abstract class Base implements Module { abstract execute(): void }\n`,
      'export class Base {}\n',
      "export { Base } from './other.ts'\n",
      `export const helper = ${number}\n`,
      '',
      `${header}export default class implements Module { execute() {} }\n`,
    ])!
  }

  #write(file: string, text: string): void {
    this.#changes.push({ type: this.files.has(file) ? 'update' : 'create', file })
    this.files.set(file, text)
    this.#disk.write(file, text)
  }

  #remove(file: string): void {
    this.#changes.push({ type: 'delete', file })
    this.files.delete(file)
    this.#disk.remove(file)
  }

  #move(from: string, to: string): void {
    if (from === to) return
    const text = this.files.get(from)!
    this.#write(to, text)
    this.#remove(from)
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[this.#below(items.length)]
  }
}
