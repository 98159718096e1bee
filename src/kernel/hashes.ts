import { canonicalJson } from '../util/canonical-json.ts'
import { sha256 } from '../util/sha256.ts'
import type { ToolSchema } from './tool-schema.ts'

/** SHA-256 hashes, in hex, of exactly what a model provider sees: no generation, no provenance. */
export interface CacheShape {
  /** Of the system prompt's UTF-8 bytes. */
  readonly systemHash: string
  /** Of the canonical JSON of the tool schemas. */
  readonly toolsHash: string
  /** Of both: of `{"systemPrompt":…,"tools":…}` in canonical JSON. */
  readonly cacheHash: string
}

/**
 * Computes the three hashes of a snapshot.
 *
 * @param systemPrompt the text of the system prompt
 * @param tools the tool schemas, in their final order
 */
export async function hashShape(systemPrompt: string, tools: readonly ToolSchema[]): Promise<CacheShape> {
  const toolsText = canonicalJson(tools)
  const [systemHash, toolsHash, cacheHash] = await Promise.all([
    sha256(systemPrompt),
    sha256(toolsText),
    sha256(`{"systemPrompt":${canonicalJson(systemPrompt)},"tools":${toolsText}}`),
  ])
  return { systemHash, toolsHash, cacheHash }
}
