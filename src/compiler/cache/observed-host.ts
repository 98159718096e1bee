import { dirname, relative, resolve } from 'pathe'
import { contentHash } from '../content-hash.ts'
import { type Host, readIfThere } from '../host.ts'

/** What can be asked of a path: what it is, what is written there, where it leads, and which folders above have it. */
type Question = 'kind' | 'text' | 'real' | 'above'

const QUESTIONS: readonly Question[] = ['kind', 'text', 'real']

/** A question, its path relative to the project, and the answer; the empty text stands for nothing. */
export type Observation = readonly [question: Question, path: string, answer: string]

/**
 * A host that remembers what was asked and answered, so that a later run can find out whether it would get the same
 * answers, wherever the project is by then.
 */
export class ObservedHost implements Host {
  readonly #inner: Host
  readonly #answers = new Map<string, string>()

  constructor(inner: Host) {
    this.#inner = inner
  }

  list(folder: string): ReturnType<Host['list']> {
    return this.#inner.list(folder)
  }

  sha256(file: string): string {
    return this.#inner.sha256(file)
  }

  readBytes(file: string): Uint8Array {
    return this.#inner.readBytes(file)
  }

  read(file: string): string {
    return this.#observe('text', file, () => this.#inner.read(file), contentHash)
  }

  realPath(path: string): string {
    return this.#observe('real', path, () => this.#inner.realPath(path), String)
  }

  kind(path: string): ReturnType<Host['kind']> {
    return this.#observe(
      'kind',
      path,
      () => this.#inner.kind(path),
      (kind) => kind ?? '',
    )
  }

  #observe<Answer>(
    question: Question,
    path: string,
    ask: () => Answer,
    print: (answer: Answer) => string,
  ): Answer {
    const key = `${question}:${path}`
    try {
      const answer = ask()
      this.#answers.set(key, print(answer))
      return answer
    } catch (error) {
      this.#answers.set(key, '')
      throw error
    }
  }

  /** Whether anything was asked of a path. */
  wasAsked(path: string): boolean {
    return QUESTIONS.some((question) => this.#answers.has(`${question}:${path}`))
  }

  /** Takes over observations of an earlier run that still hold. */
  adopt(observations: readonly Observation[], root: string): void {
    for (const [question, path, answer] of observations) {
      if (question === 'above') continue
      const at = resolve(root, path)
      const key = `${question}:${at}`
      if (this.#answers.has(key)) continue
      this.#answers.set(key, question === 'real' && answer !== '' ? resolve(root, answer) : answer)
    }
  }

  /**
   * Everything that was observed, in a form that holds at other places too.
   *
   * Package managers and the compiler look for `node_modules` and configurations in every folder above the project. That
   * there are none is said for all those folders at once, however many they are.
   */
  observations(root: string): Observation[] {
    const observations: Observation[] = []
    const above = new Set<string>()
    for (const [key, answer] of this.#answers) {
      const colon = key.indexOf(':')
      const question = key.slice(0, colon) as Question
      const absolute = key.slice(colon + 1)
      const path = relative(root, absolute)
      const [, steps, name] = /^((?:\.\.\/)+)(?!\.\.$)([^/]+)/.exec(path) ?? []
      if (name !== undefined) above.add(name)
      if (answer === '' && name !== undefined && this.#inner.kind(resolve(root, steps! + name)) === undefined)
        continue
      observations.push([question, path, question === 'real' && answer !== '' ? place(root, answer) : answer])
    }
    for (const name of above) observations.push(['above', name, foldersAboveWith(name, root, this.#inner)])
    return observations
  }
}

/** Whether the world would give the same answers now. */
export function stillHolds(observations: readonly Observation[], root: string, host: Host): boolean {
  return observations.every(([question, path, answer]) => {
    if (question === 'above') return foldersAboveWith(path, root, host) === answer
    const at = resolve(root, path)
    if (question === 'kind') return (host.kind(at) ?? '') === answer
    if (question === 'text') return textHash(at, host) === answer
    return realPathAt(at, root, host) === answer
  })
}

function textHash(path: string, host: Host): string {
  const text = readIfThere(path, host)
  return text === undefined ? '' : contentHash(text)
}

function realPathAt(path: string, root: string, host: Host): string {
  try {
    return place(root, host.realPath(path))
  } catch {
    return ''
  }
}

/** Names a path from the project; never empty. */
function place(root: string, path: string): string {
  return relative(root, path) || '.'
}

/** How far above the project the folders are that hold a name, such as `1,3`. */
function foldersAboveWith(name: string, root: string, host: Host): string {
  const found: number[] = []
  let level = 1
  for (let folder = dirname(root); ; folder = dirname(folder), level++) {
    if (host.kind(resolve(folder, name)) !== undefined) found.push(level)
    if (folder === dirname(folder)) return found.join()
  }
}
