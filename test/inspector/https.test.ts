import { connect } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { moduleText } from '../dev-server/support/dev.ts'
import { inspect } from './support/ask.ts'

/** For this test alone; nobody trusts them. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEVcgvnW62pkulCYQ
55m9K5AIaqZB5e/X1oqzo7i0F6yhRANCAARs7LQIARJzNXnQETpAc9TW886kar1X
iPz5g9GRjOAX7gmVfT4v8SQLsk4Hwt5fJj6VUofRy+UJUdFbYaUFsaa5
-----END PRIVATE KEY-----
`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUGe6MpWA6U3Z/6q6fFa2sRP2RtGIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTIwMTA2MTQzMFoYDzIxMjYxMTA3
MDYxNDMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARs7LQIARJzNXnQETpAc9TW886kar1XiPz5g9GRjOAX7gmVfT4v8SQL
sk4Hwt5fJj6VUofRy+UJUdFbYaUFsaa5o1MwUTAdBgNVHQ4EFgQUOsQYtP1GDUUC
x6Fmd/jWUbLg7rswHwYDVR0jBBgwFoAUOsQYtP1GDUUCx6Fmd/jWUbLg7rswDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAuLuLt+A1+8O2VXMgzgRt
b88wil1RWbduRDtRmTJ1fjcCIQDozXeubLaDGPT0ueeRh+pdX2KSbkndqR6OzjgU
RIqIzw==
-----END CERTIFICATE-----
`

test('over HTTP/2 and TLS the host is checked too, which the dev server does not do', async () => {
  const { dev } = await inspect(
    { 'extensions/a.ts': moduleText('A') },
    { config: { server: { https: { key: KEY, cert: CERT } } } },
  )
  const session = connect(new URL(dev.url).origin, { rejectUnauthorized: false })
  onTestFinished(() => session.close())
  const get = (headers: Record<string, string>): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':path': '/__module-registry/state.json', ...headers })
      let [status, text] = [0, '']
      stream.on('response', (reply) => {
        status = reply[':status'] ?? 0
      })
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => resolve({ status, text }))
      stream.on('error', reject)
    })
  const { status, text } = await get({})
  expect(status).toBe(200)
  expect(text).toContain('"modules"')
  expect((await get({ ':authority': 'evil.example' })).status).toBe(403)
  expect((await get({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await get({ origin: new URL(dev.url).origin })).status).toBe(200)
})
