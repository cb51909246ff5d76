import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import { PassThrough, Transform } from 'node:stream'

/** Type of the message of PostgreSQL's protocol that carries a notification (NotificationResponse). */
const notification = 'A'.charCodeAt(0)
const headBytes = 5

/** What PostgreSQL sends, without its notifications: a byte for the type, four for the length, which counts itself. */
const withoutNotifications = (): Transform => {
  let rest: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= headBytes) {
        const end = 1 + rest.readUInt32BE(1)
        if (rest.length < end) break
        if (rest[0] !== notification) this.push(rest.subarray(0, end))
        rest = rest.subarray(end)
      }
      done()
    },
  })
}

/**
 * Stands before a database like a pooler that shares connections out by transaction: every statement works, LISTEN among
 * them, and no notification is ever passed on, unless the pooler `notifies`.
 */
export const startSilentPooler = async (databaseUrl: string, { notifies = false } = {}) => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isAway = false
  const server: NetServer = createServer(client => {
    if (isAway) {
      sockets.add(client)
      client.on('error', () => undefined).on('close', () => sockets.delete(client))
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      // Each answer would wait for the acknowledgement of the one before.
      one.setNoDelay()
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    client.pipe(upstream)
    upstream.pipe(notifies ? new PassThrough() : withoutNotifications()).pipe(client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    /** The database by way of the pooler. */
    url: url.href,
    /** Nothing passes any more over the connections that there are, as when a machine has lost its power; new ones work. */
    fallSilent: (): void => {
      for (const socket of sockets) socket.unpipe().pause().removeAllListeners('data')
    },
    /** Besides, new connections are taken and not answered, until it is back. */
    setAway: (away: boolean): void => {
      isAway = away
    },
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
