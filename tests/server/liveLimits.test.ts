import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { closeCodes } from '../../server/live/index.ts'
import { startProcessingServer } from './support/processingServer.ts'

/* Limits on live connections, which are counted before a ticket is looked at, and connections that end before that. */

/** The bytes that begin a live connection, with a ticket that is none. */
const beginsLive = (origin: string): string =>
  [
    'GET /api/live?instId=0001&token=x HTTP/1.1',
    `Host: ${new URL(origin).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n')

const connected = (origin: string): Socket => {
  const { hostname, port } = new URL(origin)
  return connect(Number(port), hostname)
}

/** A thread of its own resets each connection as soon as its bytes are sent: the server finds both at once. */
const resetsAll = `
  const { connect } = require('node:net')
  const { workerData: { host, port, bytes, times } } = require('node:worker_threads')
  const next = left => {
    if (left === 0) return
    const socket = connect(port, host).on('error', () => {}).on('close', () => next(left - 1))
    socket.write(bytes, () => socket.resetAndDestroy())
  }
  next(times)
`

it('counts who breaks a live connection off before its ticket is looked at', async () => {
  const refusals = 20
  const server = await startProcessingServer({ environment: { CALLS_PER_MINUTE: `refused=${refusals}` } })
  try {
    const breakOff = async (): Promise<void> => {
      const socket = connected(server.origin)
      socket.write(beginsLive(server.origin))
      await once(socket, 'data')
      socket.destroy()
    }
    for (let times = 0; times <= refusals; times += 1) await breakOff()
    const closedWith = () =>
      new Promise<number>(resolve => {
        const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/live?instId=0001&token=x`)
        socket.onclose = ({ code }) => resolve(code)
      })
    // Those broken off are counted when the database has answered, in no order; these alone are not too many.
    const codes: number[] = []
    for (let times = 0; times < refusals; times += 1) codes.push(await closedWith())
    expect(codes).toContain(closeCodes.tooMany)
  } finally {
    await server.stop()
  }
})

it('is no fault of the server: a live connection that is reset before anybody has looked at it', async () => {
  const faults: string[] = []
  const server = await startProcessingServer({ faults })
  try {
    const { hostname: host, port } = new URL(server.origin)
    const workerData = { host, port: Number(port), bytes: beginsLive(server.origin), times: 20 }
    await once(new Worker(resetsAll, { eval: true, workerData }), 'exit')
    // A connection after them is answered: the server has looked at all of them.
    const last = connected(server.origin)
    last.write(beginsLive(server.origin))
    await once(last, 'data')
    last.destroy()
    expect(faults).toEqual([])
  } finally {
    await server.stop()
  }
})
