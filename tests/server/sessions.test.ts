import { randomUUID } from 'node:crypto'
import { decodeJwt, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { sharedSigningKey } from '../../server/identity/keys.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type IdentityTokens, signIn, tokenCall } from './support/signIn.ts'

const minute = 60_000

/** What a person's browser asks of a server that may not have started yet. */
const callsTo = (server: () => ProcessingServer) => {
  const post = (path: string, body: unknown, token?: string) =>
    fetch(`${server().origin}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const exchange = (tokens: IdentityTokens) => post('/token/exchange', { token: tokens.id_token })
  const apiTokenOf = async (tokens: IdentityTokens): Promise<string> =>
    ((await (await exchange(tokens)).json()) as { token: string }).token
  const statusWith = async (token: string): Promise<number> =>
    (await fetch(`${server().origin}/api/collections`, { headers: { authorization: `Bearer ${token}` } }))
      .status
  const refresh = (tokens: Pick<IdentityTokens, 'refresh_token'>) =>
    tokenCall(server().origin, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  const signOut = (tokens: IdentityTokens) => post('/token/sign-out', { token: tokens.id_token })

  /** A live connection of the token's person: its close code, once it is closed. */
  const connect = async (
    token: string,
    instId: string,
  ): Promise<{ closed: Promise<number>; close: () => void }> => {
    const ticket = (await (await post('/token/live-ticket', { instId }, token)).json()) as { token: string }
    const socket = new WebSocket(
      `${server().origin.replace('http', 'ws')}/api/live?instId=${instId}&token=${ticket.token}`,
    )
    const closed = new Promise<number>(resolve => {
      socket.onclose = ({ code }) => resolve(code)
    })
    await new Promise(resolve => {
      socket.onmessage = resolve
    })
    return { closed, close: () => socket.close() }
  }

  return { exchange, apiTokenOf, statusWith, refresh, signOut, connect, post }
}

describe('a sign-in at the identity service', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer({ visitedAt: await freePort() })
  })
  afterAll(() => server.stop())

  const { exchange, apiTokenOf, statusWith, refresh, signOut, connect, post } = callsTo(() => server)

  it('renews again and again, each refresh token once', async () => {
    let { tokens } = await signIn(server.origin, 'bedel-admin')
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await refresh(tokens)
      expect(answer.status).toBe(200)
      tokens = (await answer.json()) as IdentityTokens
      expect(await statusWith(await apiTokenOf(tokens))).toBe(200)
    }
  })

  it('is over for everything that came of it when a refresh token is used twice at once', async () => {
    const { tokens } = await signIn(server.origin, 'bedel-analyst')
    const before = await apiTokenOf(tokens)
    const answers = await Promise.all([refresh(tokens), refresh(tokens), refresh(tokens)])
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeLessThan(2)
    for (const { status } of answers) expect([200, 400]).toContain(status)
    for (const answer of won) {
      const family = (await answer.json()) as IdentityTokens
      expect((await refresh(family)).status).toBe(400)
      expect((await exchange(family)).status).toBe(401)
    }
    expect([await statusWith(before), (await exchange(tokens)).status]).toEqual([401, 401])
  })

  it('ends with signing out: refresh, exchange, tokens and live connections at once, and clears the browser', async () => {
    const { tokens } = await signIn(server.origin, 'ashby-signoff')
    const { tokens: elsewhere } = await signIn(server.origin, 'ashby-signoff')
    const [token, other] = [await apiTokenOf(tokens), await apiTokenOf(elsewhere)]
    const live = await connect(token, '0001')
    const otherLive = await connect(other, '0001')
    const late = (await (await post('/token/live-ticket', { instId: '0001' }, token)).json()) as {
      token: string
    }

    const answer = await signOut(tokens)
    expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([204, '"storage"'])
    expect(await live.closed).toBe(4401)
    expect(await statusWith(token)).toBe(401)
    expect((await exchange(tokens)).status).toBe(401)
    expect((await refresh(tokens)).status).toBe(400)
    const unused = new WebSocket(
      `${server.origin.replace('http', 'ws')}/api/live?instId=0001&token=${late.token}`,
    )
    expect(
      await new Promise(resolve => {
        unused.onclose = ({ code }) => resolve(code)
      }),
    ).toBe(4401)

    // The same person in another browser goes on.
    expect([await statusWith(other), (await refresh(elsewhere)).status]).toEqual([200, 200])
    otherLive.close()
    const { tokens: again } = await signIn(server.origin, 'ashby-signoff')
    expect(await statusWith(await apiTokenOf(again))).toBe(200)
  })

  it('takes no other token to sign out', async () => {
    const { tokens } = await signIn(server.origin, 'ashby-guest')
    const token = await apiTokenOf(tokens)
    for (const strange of [token, tokens.access_token, 'x', 'a.b.c', ''])
      expect((await post('/token/sign-out', { token: strange })).status).toBe(401)
    expect(await statusWith(token)).toBe(200)
  })
})

describe('a sign-in whose session of the issuer goes on after signing out', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())
  const { exchange, apiTokenOf, statusWith, signOut, connect } = callsTo(() => server)

  /** What the issuer then gives without asking anything, and once the person has shown anew who they are. */
  const issuerOf = async (userId: string) => {
    const key = await sharedSigningKey(server.db, 'oidc')
    const sid = randomUUID()
    const seconds = () => Math.floor(server.clock.now().getTime() / 1000)
    let shown = seconds()
    return {
      showAnew: () => {
        shown = seconds()
      },
      give: async () => {
        const claims = {
          iss: server.identity.authority,
          aud: server.identity.clientId,
          sub: userId,
          name: 'Somebody',
          organisations: [{ id: '0002', type: 'provider', role: ['submitter'] }],
          sid,
          auth_time: shown,
          iat: seconds(),
          exp: seconds() + 300,
        }
        const header = { alg: 'ES256', ...(key.kid ? { kid: key.kid } : {}) }
        const signed = new SignJWT(claims).setProtectedHeader(header)
        return {
          id_token: await signed.sign((await importJWK(key, 'ES256')) as CryptoKey),
        } as IdentityTokens
      },
    }
  }

  it('is begun again by who shows anew who they are, and by no token from before', async () => {
    const issuer = await issuerOf('of-a-lasting-session')
    const kept = await issuer.give()
    const before = await apiTokenOf(kept)
    expect(await statusWith(before)).toBe(200)
    server.clock.forward(1000)
    expect((await signOut(kept)).status).toBe(204)
    server.clock.forward(1000)
    // What the issuer gives without asking, as by a refresh token that somebody kept.
    const unasked = await issuer.give()
    expect([(await exchange(kept)).status, (await exchange(unasked)).status]).toEqual([401, 401])
    issuer.showAnew()
    const anew = await issuer.give()
    const token = await apiTokenOf(anew)
    expect(await statusWith(token)).toBe(200)
    const live = await connect(token, '0002')
    expect([
      await statusWith(before),
      (await exchange(kept)).status,
      (await exchange(unasked)).status,
    ]).toEqual([401, 401, 401])
    server.clock.forward(1000)
    expect((await exchange(await issuer.give())).status).toBe(200)
    expect((await signOut(anew)).status).toBe(204)
    expect(await live.closed).toBe(4401)
    expect([await statusWith(token), (await exchange(await issuer.give())).status]).toEqual([401, 401])
  })

  it('is not begun again by the token that it was ended by, where the clock of the issuer is ahead', async () => {
    const issuer = await issuerOf('of-an-issuer-ahead')
    server.clock.forward(30_000)
    issuer.showAnew()
    const ahead = await issuer.give()
    server.clock.forward(-30_000)
    expect((await signOut(ahead)).status).toBe(204)
    server.clock.forward(1000)
    expect((await exchange(ahead)).status).toBe(401)
  })

  it('cuts the live connection from before its end also where it began again before anybody could be told', async () => {
    const issuer = await issuerOf('of-a-silent-moment')
    const kept = await issuer.give()
    await apiTokenOf(kept)
    const { sid } = decodeJwt(kept.id_token)
    const listenerSince = async (issuedAt: Date) => {
      const asked = { signInId: `session:${sid}`, organisationId: '0002', channel: '0002', issuedAt }
      return (await server.identity.signIns.listeners([asked]))[0]
    }
    const before = server.clock.now()
    expect(await listenerSince(before)).toMatchObject({ organisationId: '0002' })
    server.clock.forward(1000)
    await signOut(kept)
    server.clock.forward(1000)
    expect(await listenerSince(server.clock.now())).toBeUndefined()
    issuer.showAnew()
    await apiTokenOf(await issuer.give())
    expect(await listenerSince(before)).toBeUndefined()
    expect(await listenerSince(server.clock.now())).toMatchObject({ organisationId: '0002' })
  })

  it('is begun again also where it ended before a token of it was exchanged', async () => {
    const issuer = await issuerOf('of-another-session')
    expect((await signOut(await issuer.give())).status).toBe(204)
    expect((await exchange(await issuer.give())).status).toBe(401)
    server.clock.forward(1000)
    issuer.showAnew()
    expect((await exchange(await issuer.give())).status).toBe(200)
  })
})

describe('a token of the API', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  const ask = (token: string, path: string) =>
    fetch(`${server.origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })

  it('opens live connections again for a person whose issuer names no session, after they have signed out and in', async () => {
    const { live } = server.processing
    const who = server.actor('brackley-signoff')
    const id = `person:${who.userId}`
    const before = await live.tickets.issue(who, id, '0002')
    await live.signIns.end(id)
    expect(await live.tickets.use(before, '0002')).toBeUndefined()
    server.clock.forward(1)
    const after = await live.tickets.issue(who, id, '0002')
    expect(await live.tickets.use(after, '0002')).toEqual({
      userId: who.userId,
      signInId: id,
      issuedAt: server.clock.now(),
      organisationId: '0002',
    })
  })

  it('counts for ten minutes at the most', async () => {
    const token = await server.tokenOf('bedel-staff')
    server.clock.forward(8 * minute)
    expect((await ask(token, '/collections')).status).toBe(200)
    server.clock.forward(2 * minute)
    expect((await ask(token, '/collections')).status).toBe(401)
  })

  /** What the identity service says of a person, with a token that is a second younger than the last. */
  const say = async (userId: string, ...roles: string[]) => {
    server.clock.forward(1000)
    const { organisationId: id, organisationType: type } = server.actor(userId)
    await server.identity.signIns.begin(
      {
        id: `session:${userId}`,
        userId,
        name: 'Somebody',
        issuedAt: server.clock.now(),
        goodUntil: new Date(server.clock.now().getTime() + minute),
      },
      roles.length === 0 ? [] : [{ id, type, roles }],
    )
  }

  /** The statuses of a call that reads and of one that changes something that is not there. */
  const callsBy = (token: string) => ({
    read: async () => (await ask(token, '/collections/23056/submissions')).status,
    change: async () => {
      const answer = await fetch(`${server.origin}/api/collections/23056/reprocess`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ instIds: ['9999'] }),
      })
      return answer.status
    },
  })

  it('acts with the roles that its person has at the next request, not those that it was issued with', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'APPROVED')
    const token = await server.tokenOf('bedel-staff')
    const { read, change } = callsBy(token)
    expect([await read(), await change()]).toEqual([200, 403])
    await say('bedel-staff', 'admin')
    expect([await read(), await change()]).toEqual([200, 404])
    await say('bedel-staff', 'special-category')
    expect([await read(), await change()]).toEqual([200, 403])
    await say('bedel-staff')
    expect([await read(), await change()]).toEqual([401, 401])
  })

  it('takes what was said later, in whatever order it arrives', async () => {
    await say('brackley-signoff', 'guest')
    const older = server.clock.now()
    await say('brackley-signoff', 'submitter', 'sign-off')
    await server.identity.signIns.begin(
      {
        id: 'session:brackley-signoff',
        userId: 'brackley-signoff',
        name: 'Somebody',
        issuedAt: older,
        goodUntil: older,
      },
      [{ id: '0002', type: 'provider', roles: ['guest'] }],
    )
    const kept = await server.look<{ organisations: unknown }>(
      "select organisations from person where user_id = 'brackley-signoff'",
    )
    expect(kept.organisations).toEqual([{ id: '0002', type: 'provider', roles: ['submitter', 'sign-off'] }])
  })

  it('counts a role that the installation gives, and takes back, from the next request on', async () => {
    const token = await server.tokenOf('bedel-pii')
    const { read, change } = callsBy(token)
    expect([await read(), await change()]).toEqual([200, 403])
    await server.asOwner(
      "insert into granted_role (subject, organisation_id, roles, granted_utc) values ('bedel-pii', 'bedel', '{admin}', now())",
    )
    expect(await change()).toBe(404)
    await server.asOwner("delete from granted_role where subject = 'bedel-pii'")
    expect(await change()).toBe(403)
  })

  it('counts no more, and is not followed by another, while its organisation does not take part', async () => {
    const { origin } = server
    const { organisationId: id, organisationType: type } = server.actor('dunmore-signoff')
    const person = {
      userId: 'dunmore-signoff',
      name: 'Conor Magee',
      email: undefined,
      organisations: [{ id, type, roles: ['submitter'] }],
      claimed: [{ id, type, role: ['submitter'] }],
    }
    const exchanged = () => server.identity.exchange.actorOf(person, undefined)
    const token = await server.tokenOf('dunmore-signoff')
    const authorization = `Bearer ${token}`
    const read = async () =>
      (
        await fetch(`${origin}/api/submissions?collectionId=c23056&instId=0004`, {
          headers: { authorization },
        })
      ).status
    expect(await read()).toBe(200)
    await expect(exchanged()).resolves.toMatchObject({ actor: { organisationId: '0004' } })
    await server.asOwner("update organisation set onboarded = false where id = '0004'")
    await expect(exchanged()).rejects.toMatchObject({ problem: { kind: 'forbidden' } })
    // "Users can no longer act for the provider": from the next request on, and not when the token ends.
    expect(await read()).toBe(401)
    const begun = await fetch(`${origin}/api/files/uploadRequest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({
        submissionUuid: randomUUID(),
        fileName: 'a.xml',
        collectionId: 'c23056',
        instId: '0004',
        fileSize: 10,
      }),
    })
    expect(begun.status).toBe(401)
    await server.asOwner("update organisation set onboarded = true where id = '0004'")
    expect(await read()).toBe(200)
  })
})
