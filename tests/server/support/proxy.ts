import { createServer, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

const lookEveryMs = 50

/**
 * What stands before several processes, at its simplest: asks each whether it serves, shares requests and live
 * connections out between those that are in turn, and never tries one again. A request that no process takes, or that one
 * breaks off, is answered 502. With `below` it serves that path alone, and takes it off.
 */
export const startProxy = async (backends: readonly number[], { below = '' } = {}) => {
  const ready = new Set<number>()
  const look = async (port: number): Promise<void> => {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/serving`).then(
      answer => answer.ok,
      () => false,
    )
    if (isReady) ready.add(port)
    else ready.delete(port)
  }
  const looking = setInterval(() => {
    for (const port of backends) void look(port)
  }, lookEveryMs)
  let turn = 0
  const next = (): number | undefined => {
    const able = [...ready]
    turn += 1
    return able[turn % able.length]
  }
  /** What was asked for outside of the path. */
  const strays: string[] = []
  const pathOf = (url = '/'): string | undefined => {
    if (url.startsWith(`${below}/`)) return url.slice(below.length)
    strays.push(url)
    return undefined
  }
  const server: Server = createServer((incoming, outgoing) => {
    const path = pathOf(incoming.url)
    if (path === undefined) {
      incoming.resume()
      outgoing.writeHead(404).end()
      return
    }
    const port = next()
    if (port === undefined) {
      incoming.resume()
      outgoing.writeHead(502).end()
      return
    }
    const passed = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method: incoming.method,
        path,
        headers: incoming.headers,
        agent: false,
      },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => outgoing.destroy())
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => {
      // What is left of the request is read to its end: the next one on this connection would wait behind it for ever.
      incoming.unpipe(passed)
      incoming.resume()
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    incoming.on('error', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', (incoming, socket, head) => {
    const path = pathOf(incoming.url)
    const port = path === undefined ? undefined : next()
    if (port === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`)
    const passed = connect(port, '127.0.0.1', () => {
      passed.write([`GET ${path} HTTP/1.1`, ...headers, '\r\n'].join('\r\n'))
      passed.write(head)
      passed.pipe(socket).pipe(passed)
    })
    passed.on('error', () => socket.destroy())
    socket.on('error', () => passed.destroy())
  })
  // An idle connection that is closed just when somebody writes to it would count as a lost request.
  server.keepAliveTimeout = 0
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready,
    strays,
    stop: (): void => {
      clearInterval(looking)
      server.close()
      server.closeAllConnections()
    },
  }
}
