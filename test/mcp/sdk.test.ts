import { expect, it } from 'vitest'
import { loadSdk, loadServerSdk } from '../../src/mcp/sdk.ts'
import { McpSdkMissingError } from '../../src/mcp.ts'

const failing = (code: string, message: string) => () =>
  Promise.reject(Object.assign(new Error(message), { code }))

it('says which package to install when the SDK is missing or too old', async () => {
  const text = "Cannot find package '@modelcontextprotocol/sdk' imported from /app/x.js"
  const error = await loadSdk(failing('ERR_MODULE_NOT_FOUND', text)).catch((error) => error)
  expect(error).toBeInstanceOf(McpSdkMissingError)
  expect(error).toMatchObject({ code: 'MCP_SDK_MISSING', details: { package: '@modelcontextprotocol/sdk' } })
  expect(error.message).toContain('npm install @modelcontextprotocol/sdk')
  expect(error.cause.message).toBe(text)
})

it('leaves other failures as they are', async () => {
  await expect(loadSdk(failing('ERR_MODULE_NOT_FOUND', "Cannot find package 'hono'"))).rejects.toThrow('hono')
  await expect(loadSdk(failing('EACCES', '@modelcontextprotocol/sdk'))).rejects.toThrow(/^@model/)
  await expect(loadServerSdk()).resolves.toHaveProperty('Server')
})
