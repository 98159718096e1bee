import { McpSdkMissingError } from './errors.ts'

const NAME = '@modelcontextprotocol/sdk'

/** What a server needs of the SDK. */
export async function loadServerSdk() {
  const [server, stdio, types] = await Promise.all([
    loadSdk(() => import('@modelcontextprotocol/sdk/server/index.js')),
    loadSdk(() => import('@modelcontextprotocol/sdk/server/stdio.js')),
    loadSdk(() => import('@modelcontextprotocol/sdk/types.js')),
  ])
  return { ...server, ...stdio, ...types }
}

/** What a client needs of the SDK. */
export async function loadClientSdk() {
  const [client, http, types, messages] = await Promise.all([
    loadSdk(() => import('@modelcontextprotocol/sdk/client/index.js')),
    loadSdk(() => import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
    loadSdk(() => import('@modelcontextprotocol/sdk/types.js')),
    loadSdk(() => import('@modelcontextprotocol/sdk/shared/stdio.js')),
  ])
  return { ...client, ...http, ...types, ...messages }
}

/**
 * Loads a part of the SDK.
 *
 * @throws McpSdkMissingError when the package is not there, or has no such part
 */
export async function loadSdk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      const { code = '' } = cause as NodeJS.ErrnoException
      const missing = code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
      if (missing && cause.message.includes(NAME)) throw new McpSdkMissingError(NAME, error)
    }
    throw error
  }
}
