import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import { problemDocument } from '../../../src/domain/wire/common.ts'

/** An answer as it came over the line. */
export interface RawAnswer {
  status: number
  headers: string
  body: string
}

const answerOf = (text: string): RawAnswer => {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), headers: head, body: rest.join('\r\n\r\n') }
}

/** Opens a connection; `answer` resolves with all that was received once the server has ended it. */
export const openRaw = (origin: string): { socket: Socket; answer: Promise<RawAnswer> } => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', text => {
    received += text
  })
  socket.on('error', () => undefined)
  return { socket, answer: once(socket, 'close').then(() => answerOf(received)) }
}

/** Sends a text as it is. */
export const sendRaw = async (origin: string, text: string): Promise<RawAnswer> => {
  const { socket, answer } = openRaw(origin)
  socket.write(text)
  return answer
}

/** A request of these lines that ends its connection. */
export const rawRequest = (line: string, ...headers: string[]): string =>
  `${[line, 'Host: portal', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`

/** The same without the header that each request has to have. */
export const withoutHost = (line: string, ...headers: string[]): string =>
  rawRequest(line, ...headers).replace('Host: portal\r\n', '')

export const expectProblem = (answer: RawAnswer, status: number): void => {
  expect(answer.status).toBe(status)
  expect(answer.headers.toLowerCase()).toContain('content-type: application/problem+json')
  expect(problemDocument.parse(JSON.parse(answer.body)).status).toBe(status)
}
