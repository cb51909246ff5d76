import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a store answers wrongly. */
export const lies = [
  'flipsBit',
  'endsEarly',
  'answersHtml',
  'leavesOutLength',
  'answersOldVersion',
  'answers404',
  'answersTwice',
] as const
export type Lie = (typeof lies)[number]

/** The calls of the store: of the server, and the post of a browser. */
export const storeCalls = ['HEAD', 'GET', 'PUT', 'DELETE', 'LIST', 'BUCKET', 'POST'] as const
export type StoreCall = (typeof storeCalls)[number]

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

const html: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html><body>Sign in to the network of this hotel</body></html>'),
}
const missing: Answer = {
  status: 404,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>'),
}
/** What a store says of a write, though it has done nothing. */
const acknowledged: Partial<Record<StoreCall, Answer>> = {
  PUT: { status: 200, headers: { etag: '"9e107d9d372bb6826bd81d3542a419d6"' }, body: Buffer.alloc(0) },
  POST: { status: 204, headers: {}, body: Buffer.alloc(0) },
  DELETE: { status: 204, headers: {}, body: Buffer.alloc(0) },
}

const flipped = (body: Buffer): Buffer => {
  const other = Buffer.from(body)
  // In a form, the file comes last.
  const at = Math.floor(other.length * 0.75)
  if (other.length > 0) other[at] = (other[at] ?? 0) ^ 1
  return other
}
const cut = (body: Buffer): Buffer => body.subarray(0, Math.floor(body.length / 2))

const callOf = (method: string, { pathname, searchParams }: URL): StoreCall => {
  if (method === 'POST') return 'POST'
  if (pathname.split('/').filter(part => part !== '').length > 1) return method as StoreCall
  return searchParams.has('list-type') ? 'LIST' : 'BUCKET'
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => Buffer.concat(await message.toArray())

/**
 * A proxy in front of a real S3 server that lies where `lieTo` says so. It passes requests and answers on as a whole, so that a
 * connection is never at fault, only what is said over it. Of a call that writes, it is what is written that has a bit flipped or
 * ends early, and an old version says that nothing was written.
 */
export const startLyingStore = async (
  endpoint: string,
  lieTo: (call: StoreCall, path: string) => Lie | undefined,
) => {
  const { hostname, port } = new URL(endpoint)
  /** The first answers to each request: what it asked for may have been written again since. */
  const first = new Map<string, Answer>()
  const told: { call: StoreCall; lie: Lie; path: string }[] = []

  const ask = async ({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const { 'transfer-encoding': _, connection: __, expect: ___, ...passed } = headers
    const length = method === 'PUT' || method === 'POST' ? { 'content-length': body.length } : {}
    httpRequest(
      { hostname, port, method, path: url, agent: false, headers: { ...passed, ...length } },
      resolve,
    )
      .on('error', reject)
      .end(body)
    const answer = await promise
    const { connection: ____, 'transfer-encoding': _____, 'keep-alive': ______, ...kept } = answer.headers
    return { status: answer.statusCode ?? 502, headers: kept, body: await bodyOf(answer) }
  }

  const answerTo = async (
    incoming: IncomingMessage,
    { call, lie, sent }: { call: StoreCall; lie: Lie | undefined; sent: Buffer },
  ): Promise<Answer> => {
    const isWrite = call === 'PUT' || call === 'POST'
    if (lie === 'answersHtml') return html
    if (lie === 'answers404') return missing
    if (lie === 'answersOldVersion') {
      const nothingDone = acknowledged[call]
      if (nothingDone) return nothingDone
      await ask(incoming, sent)
      return first.get(`${incoming.method} ${incoming.url}`) ?? (call === 'BUCKET' ? html : missing)
    }
    if (isWrite && (lie === 'flipsBit' || lie === 'endsEarly'))
      return ask(incoming, lie === 'flipsBit' ? flipped(sent) : cut(sent))
    if (lie === 'answersTwice' && isWrite) await ask(incoming, sent)
    const answer = await ask(incoming, sent)
    const known = `${incoming.method} ${incoming.url}`
    if (!first.has(known)) first.set(known, answer)
    if (lie === 'flipsBit') return { ...answer, body: flipped(answer.body) }
    if (lie === 'endsEarly') return { ...answer, body: cut(answer.body) }
    return answer
  }

  const server: Server = createServer(async (incoming, outgoing) => {
    try {
      const url = new URL(incoming.url ?? '', endpoint)
      const call = callOf(incoming.method ?? '', url)
      const lie = lieTo(call, url.pathname)
      if (lie) told.push({ call, lie, path: url.pathname })
      const { status, headers, body } = await answerTo(incoming, { call, lie, sent: await bodyOf(incoming) })
      const { 'content-length': length, ...others } = headers as Record<string, string>
      const isHead = incoming.method === 'HEAD'
      const said = isHead ? (length ?? body.length) : body.length
      const lengthOf = lie === 'leavesOutLength' || status === 204 ? {} : { 'content-length': said }
      const { socket } = outgoing
      outgoing.writeHead(status, { ...others, ...lengthOf })
      outgoing.end(isHead ? undefined : body, () => {
        if (lie !== 'answersTwice') return
        const lines = Object.entries({ ...others, ...lengthOf }).map(([name, value]) => `${name}: ${value}`)
        socket?.write([`HTTP/1.1 ${status} Again`, ...lines, '', ''].join('\r\n'))
        if (!isHead) socket?.write(body)
      })
    } catch {
      outgoing.destroy()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every lie that was told. */
    told,
    stop: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}
