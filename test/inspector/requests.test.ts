import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServer } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import moduleRegistry from '../../src/vite.ts'
import { createProject } from '../bundlers/support/project.ts'
import { moduleText } from '../dev-server/support/dev.ts'
import { type Ask, ask as askAt, inspect, type Reply } from './support/ask.ts'

const FILES = { 'extensions/a.ts': moduleText('A') }
const PATHS = ['', 'state.json', 'nothing', 'inspector.js', 'inspector.css']

/** Expects an answer that no other site can make use of. */
function expectSealed({ headers }: Reply): void {
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  const policy = headers['content-security-policy'] as string
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("connect-src 'self' ws: wss:")
  expect(policy).not.toContain('unsafe')
}

test('the page, its data and nothing else is there', async () => {
  const { ask, url } = await inspect({ ...FILES, 'secret.txt': 'secret text', 'index.html': 'the app' })
  const page = await ask('')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expectSealed(page)
  expectSealed(await ask('state.json'))
  expect(await ask('state.json', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  const others = [
    ...[
      'index.html/',
      'nothing',
      'state.json/',
      'call',
      'open',
      '/',
      '.',
      '%2e%2e/secret.txt',
      '../secret.txt',
    ],
    ...[
      'secret.txt',
      '..%2f..%2fsecret.txt',
      '%5c..%5csecret.txt',
      '@fs/etc/passwd',
      'constructor',
      '__proto__',
    ],
    ...['inspector.js%00', 'inspector.js/../../package.json', 'package.json'],
  ]
  for (const path of others) {
    const reply = await ask(path)
    if (path !== '../secret.txt') expect([path, reply.status]).toEqual([path, 404])
    if (path !== '../secret.txt') expectSealed(reply)
  }
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const reply = await ask('state.json', { method, headers: { origin: new URL(url).origin } })
    expect([method, reply.status, reply.text]).toEqual([method, 405, ''])
  }
})

test('no origin is told that it may ask', async () => {
  const { ask, url } = await inspect(FILES, { config: { server: { cors: true } } })
  for (const origin of [new URL(url).origin, 'http://localhost:3000', 'http://evil.example']) {
    const headers = { origin, 'access-control-request-method': 'POST' }
    const reply = await ask('call', { method: 'OPTIONS', headers })
    expect(reply.status).toBe(403)
    expectSealed(reply)
  }
})

test('the script for error overlays is the same for everybody', async () => {
  const { ask } = await inspect(FILES, { config: { server: { allowedHosts: true } } })
  const script = await ask('overlay.js')
  const far = await ask('overlay.js', { headers: { host: 'evil.example', 'sec-fetch-site': 'cross-site' } })
  expect(far).toMatchObject({ status: 200, text: script.text })
  expectSealed(far)
})

test('a request that names no host is refused', async () => {
  const { url } = await inspect(FILES)
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end('GET /__module-registry/state.json HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /)
})

test('after a restart of the server it is there once', async () => {
  const { ask, dev } = await inspect(FILES)
  const { etag } = (await ask('state.json')).headers
  await dev.server.restart()
  const path = `${dev.url}__module-registry/`
  const { headers, status } = await askAt(path, {
    path: 'state.json',
    headers: { 'if-none-match': `${etag}` },
  })
  expect(status).toBe(200)
  expect(headers.etag).not.toBe(etag)
  dev.printed.length = 0
  dev.server.printUrls()
  expect(dev.printed.filter((line) => line.includes('Module registry'))).toHaveLength(1)
})

test('without its slash the URL leads to the page', async () => {
  const { url } = await inspect(FILES)
  const reply = await askAt(url.replace(/\/$/, ''))
  expect(reply).toMatchObject({ status: 302, headers: { location: './__module-registry/' } })
})

describe('requests of others', () => {
  const foreign: Record<string, Ask['headers'] & object> = {
    'a foreign host': { host: 'evil.example' },
    'a foreign host with our port': { host: 'evil.example:5173' },
    'a host that looks like ours': { host: 'localhost.evil.example' },
    'a host that starts like an address': { host: '127.evil.example' },
    'a host with a user in front': { host: 'localhost@evil.example' },
    'the host of an extension': { host: 'chrome-extension://abc' },
    'a foreign origin': { origin: 'http://evil.example' },
    'an origin on another port of this machine': { origin: 'http://127.0.0.1:1' },
    'an opaque origin': { origin: 'null' },
    'another site': { 'sec-fetch-site': 'cross-site' },
    'another site that navigates': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    'a page on another port': { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
  }

  test('are refused, whatever they ask for', async () => {
    const { ask } = await inspect(FILES, { config: { server: { allowedHosts: ['friend.example'] } } })
    for (const [what, headers] of Object.entries(foreign)) {
      for (const path of PATHS) {
        const reply = await ask(path, { headers })
        expect([what, path, reply.status]).toEqual([what, path, 403])
        expect(reply.text).not.toContain('"modules"')
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })

  test('are refused also where the dev server would let them in', async () => {
    const { ask, url } = await inspect(FILES, { config: { server: { allowedHosts: true, cors: true } } })
    for (const headers of Object.values(foreign)) {
      const reply = await ask('state.json', { headers })
      expect(reply.status).toBe(403)
      expectSealed(reply)
    }
    expectSealed(await ask('state.json', { headers: { origin: new URL(url).origin } }))
  })

  test('are answered when they are the own page, or a host that is named', async () => {
    const { ask, url } = await inspect(FILES, {
      config: { server: { allowedHosts: ['friend.example', '.wide.example'] } },
    })
    const { origin, port } = new URL(url)
    const own: Record<string, string>[] = [
      ...[{ origin }, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }],
      ...['localhost', `localhost:${port}`, 'app.localhost', '[::1]:1', '192.0.2.7'].map((host) => ({
        host,
      })),
      ...[{ host: 'friend.example' }, { host: 'a.wide.example' }],
      { host: 'friend.example', origin: 'https://friend.example' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
    ]
    for (const headers of own) {
      expect([headers, (await ask('state.json', { headers })).status]).toEqual([headers, 200])
    }
  })
})

describe('in middleware mode', () => {
  /** @param address that requests seem to come from */
  async function start(server: object, address?: string): Promise<string> {
    const project = await createProject(FILES)
    const parent = createHttpServer()
    const vite = await createServer({
      root: project.root,
      configFile: false,
      logLevel: 'silent',
      base: '/app/',
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
      server: { ...server, middlewareMode: { server: parent } },
      plugins: [moduleRegistry()],
    })
    onTestFinished(() => vite.close())
    onTestFinished(() => void parent.close())
    parent.on('request', (request, response) => {
      if (address !== undefined) Object.defineProperty(request.socket, 'remoteAddress', { value: address })
      if (request.url!.startsWith('/taken-off/')) request.url = request.url!.replace('/taken-off', '')
      vite.middlewares(request, response)
    })
    await new Promise<void>((resolve) => parent.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(parent.address() as AddressInfo).port}`
  }

  test('it is there, also when the server around has taken the base off', async () => {
    const origin = await start({})
    for (const path of ['/app/__module-registry/', '/taken-off/__module-registry/']) {
      const { status, text } = await askAt(origin + path, { path: 'state.json' })
      expect(status).toBe(200)
      expect(text).toContain('"modules"')
    }
    expect((await askAt(`${origin}/other/__module-registry/state.json`)).text).not.toContain('"modules"')
  })

  test('other machines are refused', async () => {
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7']) {
      const origin = await start({}, address)
      const reply = await askAt(`${origin}/app/__module-registry/`, { path: 'state.json' })
      expect(reply.status).toBe(403)
      expect(reply.text).toContain('--host')
    }
  })

  test('other machines are answered by a server that is there for them', async () => {
    const origin = await start({ host: true }, '192.0.2.7')
    expect((await askAt(`${origin}/app/__module-registry/`, { path: 'state.json' })).status).toBe(200)
  })
})

test('it works below a base, and comes before proxies and the pages of the application', async () => {
  const { ask, dev, url } = await inspect(
    { ...FILES, 'index.html': '<!doctype html><p>the app</p>' },
    { config: { base: '/app/', server: { proxy: { '^/.*': 'http://127.0.0.1:9' } } } },
  )
  expect(new URL(url).pathname).toBe('/app/__module-registry/')
  expect((await ask('')).text).toContain('module-registry-token')
  expect((await ask('state.json')).status).toBe(200)
  dev.server.printUrls()
  expect(dev.printed.join('\n')).toMatch(/➜.*Module registry.*\/app\/__module-registry\//)
})

test('without an inspector nothing is there', async () => {
  const { ask, dev } = await inspect(
    { ...FILES, 'index.html': '<!doctype html><p>the app</p>' },
    { options: { inspector: false } },
  )
  expect((await ask('state.json')).text).not.toContain('"modules"')
  expect((await ask('')).text).not.toContain('module-registry-token')
  dev.server.printUrls()
  expect(dev.printed.join('\n')).not.toContain('Module registry')
  const html = await dev.server.transformIndexHtml('/', dev.project.read('index.html'))
  expect(html).not.toContain('overlay.js')
})
