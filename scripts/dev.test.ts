import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The pages of `npm run dev` stand before the server: what is the server's own goes on to it as the browser sent it.
const port = process.env.PORT
const server = createHttpServer((request, response) => response.end(`${request.headers.host} ${request.url}`))
server.on('upgrade', (request, socket) =>
  socket.end(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nx-url: ${request.url}\r\n\r\n`,
  ),
)
let pages: Awaited<ReturnType<typeof createServer>>
let origin: string

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  process.env.PORT = String((server.address() as AddressInfo).port)
  pages = await createServer({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    root: join(import.meta.dirname, '..'),
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { port: 0, host: '127.0.0.1', strictPort: false, watch: null },
    logLevel: 'silent',
  })
  await pages.listen()
  origin = new URL(pages.resolvedUrls?.local[0] ?? '').host
})
afterAll(async () => {
  await pages.close()
  server.close()
  if (port === undefined) delete process.env.PORT
  else process.env.PORT = port
})

it.each(['/api/configuration', '/oidc/auth', '/assets-server/pages.css', '/openapi.json'])(
  'passes on %s under the address that the browser sees',
  async path => {
    expect(await (await fetch(`http://${origin}${path}`)).text()).toBe(`${origin} ${path}`)
  },
)

it('passes on the live connection', async () => {
  const answer = await new Promise<string | undefined>((resolve, reject) => {
    const socket = new WebSocket(`ws://${origin}/api/live?instId=bedel`)
    server.once('upgrade', ({ url }) => resolve(url))
    socket.addEventListener('error', () => reject(new Error('no connection')))
  })
  expect(answer).toBe('/api/live?instId=bedel')
})

it('leaves the pages to Vite', async () => {
  expect(await (await fetch(`http://${origin}/src/main.tsx`)).text()).toContain('createRoot')
})
