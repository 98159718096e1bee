import { canonicalJson } from '../util/canonical-json.ts'
import { sha256, sha256Now } from '../util/sha256.ts'
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
  const [systemHash, toolsHash, cacheHash] = await Promise.all(hashedTexts(systemPrompt, tools).map(sha256))
  return { systemHash: systemHash!, toolsHash: toolsHash!, cacheHash: cacheHash! }
}

/** Computes them the first time that somebody asks, for snapshots whose hashes hardly anybody asks for. */
export function shapeOnDemand(systemPrompt: string, tools: readonly ToolSchema[]): () => CacheShape {
  let shape: CacheShape | undefined
  return () => {
    if (shape === undefined) {
      const [systemHash, toolsHash, cacheHash] = hashedTexts(systemPrompt, tools).map(sha256Now)
      shape = Object.freeze({ systemHash: systemHash!, toolsHash: toolsHash!, cacheHash: cacheHash! })
    }
    return shape
  }
}

function hashedTexts(systemPrompt: string, tools: readonly ToolSchema[]): string[] {
  const toolsText = canonicalJson(tools)
  return [systemPrompt, toolsText, `{"systemPrompt":${canonicalJson(systemPrompt)},"tools":${toolsText}}`]
}
