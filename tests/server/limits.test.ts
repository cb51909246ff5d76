import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callsPerMinute, costOf } from '../../server/http/costs.ts'
import { allCalls } from '../../server/http/openapi.ts'
import { closeCodes } from '../../server/live/index.ts'
import { newKey } from '../../server/suppliers/keyToken.ts'
import { problemDocument } from '../../src/domain/wire/common.ts'
import { liveConnections } from './support/liveConnection.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

const minute = 60_000

/** Limits low enough to be met by a test: users by their id, everybody else by their address. */
const start = (environment: Record<string, string>): Promise<ProcessingServer> =>
  startProcessingServer({ environment })

/** Asks so often and gives the statuses in order. */
const statusesOf = async (times: number, ask: (turn: number) => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = []
  for (let turn = 0; turn < times; turn += 1) statuses.push((await ask(turn)).status)
  return statuses
}

describe('limits by user', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await start({ CALLS_PER_MINUTE: 'read=4,costly=2,write=3,token=2' })
  })
  afterAll(() => server.stop())

  /** A call with a token of its own: another header than any before. */
  const ask = async (user: string, method: string, path: string, body?: unknown, accept = '*/*') => {
    server.clock.forward(1000)
    return fetch(`${server.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await server.tokenOf(user)}`,
        accept,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  it('counts a user whatever token they send, and nobody else', async () => {
    expect(await statusesOf(5, () => ask('ashby-signoff', 'GET', '/collections'))).toEqual([
      200, 200, 200, 200, 429,
    ])
    expect((await ask('ashby-submitter', 'GET', '/collections')).status).toBe(200)
  })

  it('answers a problem document that says when to try again, in seconds and in words', async () => {
    await statusesOf(4, () => ask('ashby-guest', 'GET', '/collections'))
    const answer = await ask('ashby-guest', 'GET', '/collections')
    const seconds = Number(answer.headers.get('retry-after'))
    const body = problemDocument.parse(await answer.json())
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(body).toMatchObject({ title: 'Too many requests', status: 429 })
    expect(body.detail).toContain(`Wait ${seconds} second`)
  })

  it('counts reads, exports, changes and tickets apart', async () => {
    const person = 'brackley-signoff'
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'APPROVED')
    const exportRows = () => ask(person, 'GET', `/submissions/${id}/schemachecks`, undefined, 'text/csv')
    expect((await statusesOf(3, exportRows)).at(-1)).toBe(429)
    const change = () =>
      ask(person, 'POST', `/submissions/update-state/${id}`, { action: 'approve', statusId: 33 })
    expect((await statusesOf(4, change)).slice(2)).toEqual([403, 429])
    const ticket = () => ask(person, 'POST', '/token/live-ticket', { instId: '0002' })
    expect(await statusesOf(3, ticket)).toEqual([200, 200, 429])
    expect((await ask(person, 'GET', '/collections')).status).toBe(200)
  })

  it('counts a list as a read, and a search in it as costly', async () => {
    const list = (rule: string) => () => ask('ohe-analyst', 'GET', `/issues?rule=${rule}`)
    expect(await statusesOf(3, list('QR'))).toEqual([200, 200, 429])
    expect((await list('')()).status).toBe(200)
  })

  it('counts a user before the database is asked, and before the body is received', async () => {
    const person = 'bedel-analyst'
    const looked = vi.spyOn(server.identity.signIns, 'current')
    try {
      expect((await statusesOf(5, () => ask(person, 'GET', '/collections'))).at(-1)).toBe(429)
      expect(looked).toHaveBeenCalledTimes(4)
    } finally {
      looked.mockRestore()
    }
    const sent = await fetch(`${server.origin}/api/token/live-ticket`, {
      method: 'POST',
      headers: { authorization: 'Bearer a.b.c', 'content-type': 'application/json' },
      body: 'not JSON',
    })
    expect(sent.status).toBe(401)
  })

  it('counts a token that has expired as its person’s, apart from those that count', async () => {
    const person = 'dunmore-signoff'
    const token = await server.tokenOf(person)
    server.clock.forward(11 * minute)
    const late = () =>
      fetch(`${server.origin}/api/collections`, { headers: { authorization: `Bearer ${token}` } })
    expect(await statusesOf(5, late)).toEqual([401, 401, 401, 401, 429])
    expect((await ask(person, 'GET', '/collections')).status).toBe(200)
  })

  it('counts a call that is refused, which writes a line of audit', async () => {
    const refused = () => ask('brackley-submitter', 'GET', '/inspection/statuses')
    expect(await statusesOf(5, refused)).toEqual([403, 403, 403, 403, 429])
  })
})

describe('limits by address', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await start({ CALLS_PER_MINUTE: 'signIn=6,refused=3,anonymous=4' })
  })
  afterAll(() => server.stop())

  const { ticket, open } = liveConnections(() => server)

  /** Headers that a caller can make up, another one each time. */
  const madeUp = (turn: number) => ({
    'x-forwarded-for': `192.0.2.${turn}`,
    forwarded: `for=192.0.2.${turn}`,
    'x-real-ip': `192.0.2.${turn}`,
    authorization: `Bearer a.b.${turn}`,
  })

  it('does not take for guesses the tokens of a university that wakes up: expired, or of a sign-in that has ended', async () => {
    const late = await server.tokenOf('ashby-guest')
    server.clock.forward(11 * minute)
    const ended = await server.tokenOf('ashby-submitter')
    await server.identity.signIns.end('session:ashby-submitter')
    const ask = (turn: number) =>
      fetch(`${server.origin}/api/collections`, {
        headers: { authorization: `Bearer ${turn % 2 === 0 ? late : ended}` },
      })
    // The next test is told by its third guess that none of these was one.
    expect(await statusesOf(8, ask)).toEqual(Array.from({ length: 8 }, () => 401))
  })

  it('counts tokens that are not valid, whatever else the headers say', async () => {
    const ask = (turn: number) => fetch(`${server.origin}/api/collections`, { headers: madeUp(turn) })
    expect(await statusesOf(5, ask)).toEqual([401, 401, 401, 429, 429])
    expect((await server.call('ashby-guest', 'GET', '/collections')).status).toBe(200)
  })

  it('asks the database about no key and no ticket of an address that has guessed too often', async () => {
    const asked = [
      vi.spyOn(server.identity.keys, 'authenticate'),
      vi.spyOn(server.processing.live.tickets, 'use'),
    ]
    try {
      const guess = () =>
        fetch(`${server.origin}/api/collections`, { headers: { authorization: `Bearer ${newKey().key}` } })
      expect(await statusesOf(3, guess)).toEqual([429, 429, 429])
      const code = await new Promise<number>(resolve => {
        const token = randomBytes(32).toString('base64url')
        const socket = new WebSocket(
          `${server.origin.replace('http', 'ws')}/api/live?instId=0001&token=${token}`,
        )
        socket.onclose = closed => resolve(closed.code)
      })
      expect(code).toBe(closeCodes.tooMany)
      for (const spy of asked) expect(spy).not.toHaveBeenCalled()
      // Whoever has a token that is valid is not held up by a neighbour.
      expect((await server.call('ashby-guest', 'GET', '/collections')).status).toBe(200)
    } finally {
      for (const spy of asked) spy.mockRestore()
    }
  })

  it('opens a live connection by a ticket of ours whatever was guessed at its address, once', async () => {
    const tickets = server.processing.live.tickets
    const asked = vi.spyOn(tickets, 'use')
    try {
      const used = await ticket('ashby-guest', '0001')
      const first = open('0001', used)
      expect(await first.until(({ type }) => type === 'HELLO')).toMatchObject({ instId: '0001' })
      first.close()
      const late = await ticket('ashby-guest', '0001')
      server.clock.forward(31_000)
      // Neither is a guess, and neither is asked about again.
      expect([await open('0001', used).closed, await open('0001', late).closed]).toEqual([
        closeCodes.ticketRefused,
        closeCodes.ticketRefused,
      ])
      // It was given for another channel.
      expect(await open('0002', await ticket('ashby-guest', '0001')).closed).toBe(closeCodes.tooMany)
      expect(asked).toHaveBeenCalledTimes(1)
    } finally {
      asked.mockRestore()
    }
  })

  it('counts signing in, renewing and exchanging together', async () => {
    const renew = (turn: number) =>
      fetch(`${server.origin}/oidc/token`, {
        method: 'POST',
        headers: madeUp(turn),
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: 'x',
          client_id: 'bedel-portal',
        }),
      })
    const exchange = (turn: number) =>
      fetch(`${server.origin}/api/token/exchange`, {
        method: 'POST',
        headers: { ...madeUp(turn), 'content-type': 'application/json' },
        body: JSON.stringify({ token: 'x' }),
      })
    expect(await statusesOf(3, renew)).toEqual([400, 400, 400])
    expect(await statusesOf(4, exchange)).toEqual([401, 401, 401, 429])
    const refused = await renew(7)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      429,
      'application/problem+json; charset=utf-8',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('counts what needs no token, and guesses at addresses that carry a signature', async () => {
    const ask = (turn: number) =>
      fetch(`${server.origin}/api/${turn % 2 === 0 ? 'configuration' : 'store/download?key=x'}`, {
        headers: madeUp(turn),
      })
    expect(await statusesOf(6, ask)).toEqual([200, 403, 200, 403, 429, 429])
  })
})

it('counts files by an address that carries a signature by who fetches them, apart from guesses at one', async () => {
  const server = await start({ CALLS_PER_MINUTE: 'anonymous=3,download=3' })
  try {
    const id = randomUUID()
    await server.upload('ashby-submitter', { submissionId: id, instId: '0001', content: '<a/>' })
    const { body } = await server.call<{ data: string }>(
      'ashby-submitter',
      'POST',
      '/files/downloadRequest',
      {
        body: { key: `0001/${id}/file.xml` },
      },
    )
    const file = new URL(body.data, server.origin)
    const guess = () => fetch(`${server.origin}/api/store/download?key=x`)
    // The post of the file was the first of three.
    expect(await statusesOf(3, guess)).toEqual([403, 403, 429])
    const answers: Response[] = []
    const ask = async () => {
      const answer = await fetch(file)
      answers.push(answer)
      return answer
    }
    expect(await statusesOf(4, ask)).toEqual([200, 200, 200, 429])
    const refused = answers.at(-1)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(problemDocument.parse(await refused?.json())).toMatchObject({ status: 429 })
  } finally {
    await server.stop()
  }
}, 60_000)

it('counts searches and files of the published specification by address, too, where nobody signs in', async () => {
  const server = await start({
    PUBLIC_SPECIFICATION: 'true',
    CALLS_PER_MINUTE: 'read=100,anonymous=3,costly=4',
  })
  try {
    const ask = (path: string) => () => fetch(`${server.origin}/api/specification${path}`)
    expect(await statusesOf(2, ask('/23056/rules?search=birth&limit=1'))).toEqual([200, 200])
    expect(await statusesOf(3, ask('/feed.atom'))).toEqual([200, 200, 429])
    expect((await ask('/23056/rules?search=birth&limit=1')()).status).toBe(429)
    expect(await statusesOf(4, ask(''))).toEqual([200, 200, 200, 429])
  } finally {
    await server.stop()
  }
}, 60_000)

describe('what is for operators and developers', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await start({ CALLS_PER_MINUTE: 'anonymous=20' })
  })
  afterAll(() => server.stop())

  it('is counted by address, and its figures are counted once a second at most', async () => {
    const counted = vi.spyOn(server.metrics, 'setGivenUp')
    const paths = ['/metrics', '/docs', '/docs/library/js/scalar.js', '/openapi.json']
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, turn) => fetch(`${server.origin}${paths[turn % 4]}`)),
    )
    await Promise.all(answers.map(answer => answer.arrayBuffer()))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    expect(counted.mock.calls.length).toBeLessThan(5)
    const bytes = answers
      .filter(({ url, ok }) => ok && url.endsWith('scalar.js'))
      .map(({ headers }) => headers)
    expect(bytes.length).toBeGreaterThan(1)
    expect(new Set(bytes.map(headers => headers.get('content-encoding')))).toEqual(new Set(['gzip']))
  })
})

it('packs the script of the description once, and unpacks it for who takes no packed answer', async () => {
  const server = await start({})
  try {
    const ask = async (encoding: string) => {
      const answer = await fetch(`${server.origin}/docs/library/js/scalar.js`, {
        headers: { 'accept-encoding': encoding },
      })
      return { encoding: answer.headers.get('content-encoding'), text: await answer.text() }
    }
    const [packed, plain, other] = [await ask('gzip'), await ask('identity'), await ask('br')]
    expect([packed.encoding, plain.encoding, other.encoding]).toEqual(['gzip', null, null])
    expect(packed.text.length).toBeGreaterThan(1_000_000)
    expect([plain.text, other.text]).toEqual([packed.text, packed.text])
  } finally {
    await server.stop()
  }
})

it("takes a proxy's word for the address only where the proxy is named", async () => {
  const server = await start({ CALLS_PER_MINUTE: 'anonymous=2', TRUST_PROXY: 'loopback' })
  try {
    const ask = (address: string) => () =>
      fetch(`${server.origin}/api/configuration`, { headers: { 'x-forwarded-for': address } })
    expect(await statusesOf(3, ask('192.0.2.1'))).toEqual([200, 200, 429])
    expect((await ask('192.0.2.2')()).status).toBe(200)
    // What stands further left was said by the caller, not by the proxy.
    expect((await ask('192.0.2.9, 192.0.2.1')()).status).toBe(429)
  } finally {
    await server.stop()
  }
})

it('has a cost for every call, exports and downloads among the costly ones', () => {
  const costs = Object.fromEntries(allCalls().map(({ name, call }) => [name, costOf(call)]))
  expect(Object.values(costs).filter(cost => !(cost in callsPerMinute))).toEqual([])
  expect(costs).toMatchObject({
    listCollections: 'read',
    updateState: 'write',
    requestUpload: 'write',
    requestPartUpload: 'write',
    completePartUpload: 'costly',
    requestDownload: 'costly',
    requestSignOffForm: 'costly',
    downloadSignedForm: 'costly',
    getDrilldown: 'costly',
    getHeat: 'costly',
    getProviderOverview: 'costly',
    listPublishedRules: 'read',
    getPublishedChanges: 'costly',
    exchangeToken: 'signIn',
    getLiveTicket: 'token',
    sendSupportEntries: 'read',
    getConfiguration: 'anonymous',
  })
  // A file costs as much where nothing else is answered as where it is asked for in place of a page.
  const files = allCalls().filter(({ call }) => call.produces)
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['downloadPublishedRules', 'getPublishedFeed', 'downloadDrilldown']),
  )
  const cheap = files.flatMap(({ name, call }) =>
    [...(call.produces ?? []), ...(call.response ? [] : [undefined])]
      .filter(mediaType => costOf(call, { mediaType }) !== 'costly')
      .map(mediaType => `${name} as ${mediaType}`),
  )
  expect(cheap).toEqual([])
})
