import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'

const terminator = 0
const typeBytes = 1
const lengthBytes = 4

/** One message of PostgreSQL's protocol: its type ('' for the first one of a client) and what follows its length. */
interface Message {
  type: string
  body: Buffer
  whole: Buffer
}

/** Takes a stream apart into messages. The first one of a client has no type. */
const createFraming = (isClient: boolean) => {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = isClient
  return (chunk: Buffer): Message[] => {
    rest = Buffer.concat([rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const head = isFirst ? 0 : typeBytes
      if (rest.length < head + lengthBytes) return messages
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return messages
      const whole = rest.subarray(0, end)
      messages.push({
        type: isFirst ? '' : String.fromCharCode(whole[0] ?? 0),
        body: whole.subarray(head + lengthBytes),
        whole,
      })
      isFirst = false
      rest = rest.subarray(end)
    }
  }
}

const textsOf = (body: Buffer): string[] => body.toString('latin1').split(String.fromCharCode(terminator))

/** Says what a client asks: the text of each statement, also of one that it has prepared before. */
const createReading = () => {
  const prepared = new Map<string, string>()
  return ({ type, body }: Message): string | undefined => {
    const [first = '', second = ''] = textsOf(body)
    if (type === 'Q') return first
    if (type === 'P') prepared.set(first, second)
    return type === 'B' ? prepared.get(second) : undefined
  }
}

interface Trap {
  pattern: RegExp
  sprung: () => void
}

/**
 * A proxy before a database that lies: it loses the answer of a COMMIT that took place, cuts every connection, refuses new ones, or
 * leads them to another database or server than the one asked for.
 */
export const startLyingDatabase = async (databaseUrl: string) => {
  let target = new URL(databaseUrl)
  const clients = new Set<Socket>()
  const losses: Trap[] = []
  const cuts: Trap[] = []
  let isAway = false
  let refused = 0
  let detour: ((application: string) => string | undefined) | undefined

  const cutAll = (): void => {
    for (const client of clients) client.destroy()
  }
  const take = (traps: Trap[], texts: readonly string[]): Trap | undefined => {
    const at = traps.findIndex(({ pattern }) => texts.some(text => pattern.test(text)))
    return at < 0 ? undefined : traps.splice(at, 1)[0]
  }

  const server: NetServer = createServer(client => {
    if (isAway) {
      refused += 1
      client.destroy()
      return
    }
    clients.add(client)
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.setNoDelay()
      one.on('error', () => other.destroy())
      one.on('close', () => {
        clients.delete(client)
        other.destroy()
      })
    }
    const asked = createFraming(true)
    const answered = createFraming(false)
    const read = createReading()
    /** What the transaction under way has asked. */
    let texts: string[] = []
    let lost: Trap | undefined
    /** Set off by the answer that is on its way, if it has a row. */
    let armed: Trap | undefined
    let hasRow = false
    client.on('data', (chunk: Buffer) => {
      for (const message of asked(chunk)) {
        const text = read(message)
        if (text !== undefined) {
          if (/^\s*(?:begin|start transaction)\b/i.test(text)) texts = []
          texts.push(text)
          if (/^\s*commit\b/i.test(text)) lost = take(losses, texts)
          armed ??= cuts.find(({ pattern }) => pattern.test(text))
        }
        if (message.type === '' && detour) upstream.write(elsewhere(message, detour))
        else upstream.write(message.whole)
      }
    })
    upstream.on('data', (chunk: Buffer) => {
      for (const { type, body, whole } of answered(chunk)) {
        if (!lost) client.write(whole)
        else if (type === 'C' && textsOf(body)[0] === 'COMMIT') {
          lost.sprung()
          return void client.destroy()
        }
        if (type === 'D') hasRow = true
        if (type !== 'Z') continue
        if (armed && hasRow && cuts.includes(armed)) {
          cuts.splice(cuts.indexOf(armed), 1)
          isAway = true
          // What was answered arrives first.
          client.end(() => cutAll())
          armed.sprung()
          return
        }
        armed = undefined
        hasRow = false
      }
    })
  })

  /** The first message of a client, with another database in it where its application is led elsewhere. */
  const elsewhere = ({ body, whole }: Message, lead: NonNullable<typeof detour>): Buffer => {
    const texts = textsOf(body.subarray(lengthBytes))
    const parameter = (name: string): string => texts[texts.indexOf(name) + 1] ?? ''
    const database = texts.includes('database') ? lead(parameter('application_name')) : undefined
    if (database === undefined) return whole
    texts[texts.indexOf('database') + 1] = database
    const parameters = Buffer.from(texts.join(String.fromCharCode(terminator)), 'latin1')
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(2 * lengthBytes + parameters.length)
    return Buffer.concat([length, body.subarray(0, lengthBytes), parameters])
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const setTrap = (traps: Trap[], pattern: RegExp): Promise<void> =>
    new Promise(sprung => traps.push({ pattern, sprung }))
  return {
    /** The database by way of the proxy. */
    url: url.href,
    /** Cuts every connection; new ones work. */
    cutAll,
    /** Cuts every connection and refuses new ones, until it is back. */
    setAway: (away: boolean): void => {
      isAway = away
      if (away) cutAll()
    },
    /** Connections that were refused so far. */
    refused: (): number => refused,
    /** The next transaction with such a statement is committed, and its client gets no answer: its connection is cut. */
    loseCommitOf: (pattern: RegExp): Promise<void> => setTrap(losses, pattern),
    /** The database is away as soon as somebody has got a row by such a statement. */
    awayAfter: (pattern: RegExp): Promise<void> => setTrap(cuts, pattern),
    /** Leads new connections of an application (`application_name`) to the database of this name; undefined: the right one. */
    leadTo: (lead: (application: string) => string | undefined): void => {
      detour = lead
    },
    /** Leads to another server from now on, such as a standby; cuts every connection. */
    leadToServer: (url: string): void => {
      target = new URL(url)
      cutAll()
    },
    stop: async (): Promise<void> => {
      cutAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
export type LyingDatabase = Awaited<ReturnType<typeof startLyingDatabase>>
