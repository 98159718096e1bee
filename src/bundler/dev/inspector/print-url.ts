import colors from 'picocolors'
import type { ViteDevServer } from 'vite'

/** Has a dev server print where the inspector is, below its own addresses. */
export function printUrl(server: ViteDevServer, path: string): void {
  const print = server.printUrls.bind(server)
  server.printUrls = () => {
    print()
    const url = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0]
    if (url === undefined) return
    const shown = new URL(path, url).href.replace(
      /:(\d+)\//,
      (_match, port: string) => `:${colors.bold(port)}/`,
    )
    server.config.logger.info(
      `  ${colors.green('➜')}  ${colors.bold('Module registry')}: ${colors.cyan(shown)}`,
    )
  }
}
