import { lineEnd } from '../skeleton/characters.ts'

/** The comments in front of an offset's token that are on lines of their own, as the compiler finds them. */
export function leadingComments(text: string, start: number): { pos: number; end: number }[] {
  const comments: { pos: number; end: number }[] = []
  let collects = start === 0
  let at = start === 0 && text.startsWith('#!') ? lineEnd(text, 0) : start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) collects = true
    else if (code === 47) {
      const end = endOfComment(text, at)
      if (end === undefined) break
      if (collects) comments.push({ pos: at, end })
      at = end - 1
    } else if (code !== 32 && code !== 9 && code !== 11 && code !== 12) break
  }
  return comments
}

function endOfComment(text: string, start: number): number | undefined {
  const second = text.charCodeAt(start + 1)
  if (second === 47) return lineEnd(text, start)
  if (second !== 42) return undefined
  const end = text.indexOf('*/', start + 2)
  return end < 0 ? text.length : end + 2
}
