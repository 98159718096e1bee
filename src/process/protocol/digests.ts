import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { escapeAsGo, type Surface, surfaceDigestText, wellFormed } from '../../util/digest-text.ts'
import { compactJson, rawMembers } from '../wire/raw-json.ts'

export type { Surface }

/**
 * The digest of what a module shows to its host: name, version, routes, tools and requested grants.
 *
 * @returns SHA-256 as 64 lower-case hex digits
 */
export function surfaceDigest(surface: Surface): string {
  return sha256(surfaceDigestText(surface))
}

/**
 * The digest of a tool, of its text as the child wrote it in `module.tool.list`: the schema counts letter by letter,
 * apart from white space between its tokens.
 *
 * @param text valid JSON of an object with `id`, `name`, `description` and `input_schema`
 * @returns SHA-256 as 64 lower-case hex digits
 */
export function toolDigest(text: string): string {
  const members = rawMembers(text)
  const decoded = (name: string): string => {
    const value: unknown = JSON.parse(members.get(name) ?? '""')
    return escapeAsGo(JSON.stringify(wellFormed(typeof value === 'string' ? value : '')))
  }
  const schema = escapeAsGo(compactJson(members.get('input_schema') ?? 'null'))
  return sha256(
    `{"id":${decoded('id')},"name":${decoded('name')},"description":${decoded('description')},"input_schema":${schema}}`,
  )
}

/**
 * The digest of a file's bytes.
 *
 * @returns SHA-256 as 64 lower-case hex digits
 * @throws the system's error when it cannot be read
 */
export async function artifactDigest(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
