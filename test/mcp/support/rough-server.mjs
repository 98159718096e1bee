// An MCP server written by hand, which behaves as its first argument says.
import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, writeFileSync } from 'node:fs'

const [mode = 'good', file = ''] = process.argv.slice(2)
let tools = [{ name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' } }]
let calls = 0

if (file !== '') appendFileSync(file, `${process.pid}\n`)
if (mode === 'crash-at-start') {
  console.error('no licence')
  process.exit(3)
}
if (mode === 'flood') {
  const piece = 'x'.repeat(1 << 20)
  const go = () => process.stdout.write(piece, go)
  go()
}
if (mode === 'banner') console.log('Server v1 started')
if (mode === 'stubborn') {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1000)
  const child = spawn(
    process.execPath,
    ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"],
    {
      stdio: 'inherit',
    },
  )
  writeFileSync(`${file}.child`, String(child.pid))
}
if (mode === 'leave-child') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  writeFileSync(`${file}.child`, String(child.pid))
}
if (mode === 'odd-tools') {
  tools = [
    null,
    'x',
    { name: 5 },
    { name: '' },
    { name: 'getUser', inputSchema: 'no schema', description: 7, annotations: { readOnlyHint: true } },
    { name: 'getuser', outputSchema: { type: 'nonsense' } },
    { name: 'getUser', description: 'again' },
    { name: '__proto__' },
    { name: 'a-b', description: 'fine', inputSchema: { type: 'object', properties: { a: true } } },
  ]
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

const results = {
  echo: ({ text }) => ({ content: [{ type: 'text', text: String(text) }] }),
  env: () => ({ content: [], structuredContent: { ...process.env, cwd: process.cwd() } }),
  fail: () => ({ content: [{ type: 'text', text: 'no such account' }], isError: true }),
  odd: () => ({ content: 'text' }),
}

function call(id, { name, arguments: inputs }, meta) {
  calls++
  if (name === 'crash') {
    process.stderr.write('out of memory\n')
    return process.exit(7)
  }
  if (name === 'answer-and-crash') {
    send({ id, result: { content: [], structuredContent: { said: true } } })
    return process.stdout.write('', () => process.exit(1))
  }
  if (name === 'hang') {
    if (meta?.progressToken !== undefined) {
      send({ method: 'notifications/progress', params: { progressToken: meta.progressToken, progress: 1 } })
    }
    return
  }
  if (name === 'be-deaf') process.stdin.pause()
  if (name === 'close-output') return closeSync(1)
  if (name === 'noise') process.stderr.write('y'.repeat(1 << 20))
  if (name === 'more-tools') {
    tools = [...tools, { name: `tool${calls}` }]
    for (let i = 0; i < 100; i++) send({ method: 'notifications/tools/list_changed' })
  }
  if (name === 'refuse') return send({ id, error: { code: -32602, message: 'no such tool' } })
  send({ id, result: (results[name] ?? results.echo)(inputs) })
}

function take({ id, method, params = {} }) {
  if (file !== '' && method === 'notifications/cancelled') appendFileSync(file, 'cancelled\n')
  if (method === 'initialize') {
    if (mode === 'mute') return
    const { protocolVersion } = params
    const capabilities = mode === 'no-tools' ? {} : { tools: { listChanged: true } }
    send({ id, result: { protocolVersion, capabilities, serverInfo: { name: 'rough', version: '1' } } })
  } else if (method === 'tools/list') {
    if (mode === 'endless-list')
      send({ id, result: { tools: [{ name: `t${calls++}` }], nextCursor: `c${calls}` } })
    else send({ id, result: { tools } })
  } else if (method === 'tools/call') call(id, params, params._meta)
  else if (method === 'ping') send({ id, result: {} })
}

let rest = ''
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const line of lines) if (line !== '') take(JSON.parse(line))
})
