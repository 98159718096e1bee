// A Vite dev server on a project with a corpus, with or without the plugin.
import { createServer } from 'vite'
import { ours } from './report.mjs'

/**
 * Starts a dev server on a port of its own.
 *
 * @param {string} root the project
 * @param {boolean} withPlugin
 * @returns {Promise<{ server: import('vite').ViteDevServer, get: (url: string) => Promise<string> }>} `get` requests a
 *   script as a page does
 */
export async function startServer(root, withPlugin) {
  const plugins = withPlugin ? [(await ours('vite')).default({ dts: false, inspector: false })] : []
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { port: 0, host: '127.0.0.1' },
  })
  await server.listen()
  const origin = server.resolvedUrls?.local[0] ?? ''
  return {
    server,
    async get(url) {
      const response = await fetch(new URL(url, origin), { headers: { 'sec-fetch-dest': 'script' } })
      const text = await response.text()
      if (!response.ok) throw new Error(`${url}: ${response.status}\n${text.slice(0, 500)}`)
      return text
    },
  }
}

/**
 * Waits for the next message to the page that tells of an update, from now on.
 *
 * @param {import('vite').ViteDevServer} server
 * @param {(message: string) => boolean} holds whether it is the one
 * @returns {Promise<void>}
 */
export function nextMessage(server, holds) {
  const { hot } = server.environments.client
  const send = hot.send
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The dev server said nothing.')), 10_000)
    hot.send = (/** @type {unknown[]} */ ...args) => {
      const text = JSON.stringify(args)
      if (holds(text)) {
        clearTimeout(timer)
        hot.send = send
        resolve()
      }
      return Reflect.apply(send, hot, args)
    }
  })
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** The URLs of the registry and of its catalog, which pages request together. */
export const REGISTRY_URLS = [
  '/@id/__x00__virtual:module-registry',
  '/@id/__x00__virtual:module-registry/catalog',
]
