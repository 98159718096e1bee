import type { IncomingMessage } from 'node:http'

/** A body that cannot be taken, and the status that says so. */
export class BodyError extends Error {
  readonly status: 400 | 413 | 415

  constructor(status: BodyError['status'], message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Reads the body of a request.
 *
 * @param limit in bytes
 * @throws BodyError for what is not said to be JSON, is none, or is too long
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new BodyError(415, 'the body has to be JSON')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new BodyError(413, `the body is longer than ${limit} bytes`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new BodyError(400, 'the body is no JSON')
  }
}
