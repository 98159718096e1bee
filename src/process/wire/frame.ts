import { rawMembers } from './raw-json.ts'

/** Names a call. Numbers beyond 2^53 are kept exactly. */
export type FrameId = number | bigint

/** One line of the wire, read. */
export type Frame =
  | { readonly kind: 'request'; readonly id: FrameId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: FrameId; readonly result: unknown }
  | {
      readonly kind: 'error'
      readonly id: FrameId
      readonly code: number
      readonly message: string
      readonly data: unknown
    }
  /** A response without a result, which the Go reference writes for a handler that returns nothing. */
  | { readonly kind: 'empty'; readonly id: FrameId }

/** A line that is no frame. */
export class InvalidFrame extends Error {}

/** What our own writers, and those of Go, begin a frame with that has an ID. */
const USUAL_HEAD = /^\{"jsonrpc":"2\.0","id":([1-9]\d{0,14})[,}]/

/**
 * Reads one line: JSON-RPC 2.0 as the module protocol has it, without batches, with IDs from 1 to 2^64 - 1.
 *
 * @throws InvalidFrame saying what is wrong
 */
export function parseFrame(line: string): Frame {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new InvalidFrame('the line is no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidFrame('the line is no JSON object')
  }
  const frame = value as Record<string, unknown>
  if (frame.jsonrpc !== '2.0') throw new InvalidFrame('"jsonrpc" is not "2.0"')
  const id = frame.id === undefined || frame.id === null ? undefined : readId(frame.id, line)
  const { method, result } = frame
  if (method !== undefined && method !== null && typeof method !== 'string') {
    throw new InvalidFrame('"method" is no text')
  }
  const error = readError(frame.error)
  if (method) {
    if (Object.hasOwn(frame, 'result')) throw new InvalidFrame('it has both "method" and "result"')
    if (error) throw new InvalidFrame('it has both "method" and "error"')
    const { params } = frame
    return id === undefined
      ? { kind: 'notification', method, params }
      : { kind: 'request', id, method, params }
  }
  if (id === undefined) throw new InvalidFrame('it has neither "method" nor "id"')
  if (error) return { kind: 'error', id, ...error }
  return Object.hasOwn(frame, 'result') ? { kind: 'result', id, result } : { kind: 'empty', id }
}

/** The text of `result`, as it was written. */
export function rawResult(line: string): string {
  return rawMembers(line).get('result') ?? 'null'
}

/** Writes a request, or without an ID a notification. @throws TypeError for what JSON cannot hold */
export function formatRequest(id: number | undefined, method: string, params: unknown): string {
  const head = id === undefined ? '' : `"id":${id},`
  const text = params === undefined ? undefined : JSON.stringify(params)
  const tail = text === undefined ? '' : `,"params":${text}`
  return `{"jsonrpc":"2.0",${head}"method":${JSON.stringify(method)}${tail}}`
}

/** @param result JSON */
export function formatResult(id: FrameId, result: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`
}

/** Writes an error; `data` that JSON cannot hold is left out. */
export function formatError(id: FrameId, code: number, message: string, data?: unknown): string {
  let tail = ''
  try {
    const text = data === undefined ? undefined : JSON.stringify(data)
    if (text !== undefined) tail = `,"data":${text}`
  } catch {
    // The error itself matters more.
  }
  const whole = Number.isSafeInteger(code) ? code : -32603
  return `{"jsonrpc":"2.0","id":${id},"error":{"code":${whole},"message":${JSON.stringify(message)}${tail}}}`
}

/** Reads an ID by its digits: a number cannot tell `1.0` from `1`, nor anything beyond 2^53. */
function readId(value: unknown, line: string): FrameId {
  const usual = USUAL_HEAD.exec(line)
  if (usual !== null && Number(usual[1]) === value) return value as number
  const text = typeof value === 'number' ? (rawMembers(line).get('id') ?? '') : ''
  if (!/^[1-9]\d{0,19}$/.test(text)) throw new InvalidFrame('"id" is no whole number from 1 to 2^64 - 1')
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number
  const exact = BigInt(text)
  if (exact >= 2n ** 64n) throw new InvalidFrame('"id" is no whole number from 1 to 2^64 - 1')
  return exact
}

function readError(value: unknown): { code: number; message: string; data: unknown } | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new InvalidFrame('"error" is no object')
  const { code = 0, message = '', data } = value as Record<string, unknown>
  if (code !== null && !Number.isSafeInteger(code)) throw new InvalidFrame('"error.code" is no whole number')
  if (message !== null && typeof message !== 'string') throw new InvalidFrame('"error.message" is no text')
  return { code: (code as number | null) ?? 0, message: message ?? '', data }
}
