import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, one of which could be taken before anybody listens. */
const ports = Array.from({ length: 12_000 }, (_, index) => 20_000 + index)
const tries = 100

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

/**
 * A port of this machine that nothing listens at, and none of those that something is about to listen at. Fails where the host is
 * none of its addresses.
 */
export const freePort = async (host = '127.0.0.1', wanted: readonly number[] = []): Promise<number> => {
  const others = ports.filter(port => !wanted.includes(port))
  for (let count = 0; count < tries; count += 1) {
    const port = others[randomInt(others.length)]
    if (port !== undefined && (await isFree(host, port))) return port
  }
  throw new Error(`None of ${tries} ports of ${host} is free.`)
}
