import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * An identity service that answers wrongly. A good token is never answered by "Sign in again": people would do that, and nothing would
 * be better.
 */

const clientId = 'bedel-portal'
const former = await generateKeyPair('ES256')
const present = await generateKeyPair('ES256')
const published = async ({ publicKey }: typeof present, kid: string): Promise<JWK> => ({
  ...(await exportJWK(publicKey)),
  kid,
  alg: 'ES256',
})
const keySets = {
  former: JSON.stringify({ keys: [await published(former, 'former')] }),
  present: JSON.stringify({ keys: [await published(former, 'former'), await published(present, 'present')] }),
  reused: JSON.stringify({ keys: [await published(present, 'former')] }),
  empty: JSON.stringify({ keys: [] }),
  html: '<html><title>Welcome to the network</title></html>',
}

let answer: (response: ServerResponse) => unknown
let clockOffMs = 0
let asked = 0
const issuer = createServer((request, response) => {
  response.setHeader('date', new Date(Date.now() + clockOffMs).toUTCString())
  if (request.url === '/keys') {
    asked += 1
    return answer(response)
  }
  return response.end(JSON.stringify({ jwks_uri: `${origin()}/keys` }))
})
const origin = () => `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`

let server: ProcessingServer
/** A server that has asked nothing yet: each begins with what the issuer answers then. */
const start = async (): Promise<void> => {
  server = await startProcessingServer({
    keepsTime: true,
    environment: { OIDC_ISSUER: origin(), OIDC_CLIENT_ID: clientId, DEMO: 'true' },
  })
}
beforeAll(async () => {
  await new Promise<void>(resolve => issuer.listen(0, '127.0.0.1', resolve))
  await start()
})
beforeEach(() => {
  answer = response => response.end(keySets.present)
})
afterAll(async () => {
  await server.stop()
  issuer.closeAllConnections()
  issuer.close()
})

interface Wanted {
  kid?: string | undefined
  key?: typeof present
  aud?: string
  issuedAt?: number
}
const tokenOf = ({
  kid = 'present',
  key = kid === 'former' ? former : present,
  aud = clientId,
  issuedAt = Date.now(),
}: Wanted = {}): Promise<string> =>
  new SignJWT({
    name: 'Ivo Marsh',
    sid: 'one',
    organisations: [{ id: '0001', type: 'provider', role: ['submitter'] }],
  })
    .setProtectedHeader({ alg: 'ES256', ...(kid === '' ? {} : { kid }) })
    .setSubject('ivo')
    .setIssuer(origin())
    .setAudience(aud)
    .setIssuedAt(Math.floor(issuedAt / 1000))
    .setExpirationTime(Math.floor(issuedAt / 1000) + 900)
    .sign(key.privateKey)

const exchange = async (token: string) => {
  const reply = await fetch(`${server.origin}/api/token/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const { detail = '' } = (await reply.json()) as { detail?: string }
  return { status: reply.status, waits: Number(reply.headers.get('retry-after') ?? 0) > 0, detail }
}
const isGood = { status: 200, waits: false }
const isAway = { status: 503, waits: true }

describe('an identity service that answers wrongly', () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['names no keys', response => response.end(keySets.empty)],
    ['answers with a page of another network', response => response.end(keySets.html)],
    ['ends its answer half way', response => response.writeHead(200).end(keySets.present.slice(0, 40))],
    ['fails', response => response.writeHead(500).end()],
    ['cuts the connection', response => response.destroy()],
  ])('%s: a good token waits, and counts when the service is well', async (_, wrong) => {
    await server.stop()
    await start()
    answer = wrong
    const token = await tokenOf()
    const first = await exchange(token)
    expect(first).toMatchObject(isAway)
    expect(first.detail).not.toContain('Sign in again')
    answer = response => response.end(keySets.present)
    // An unknown key is looked up again after ten seconds.
    const now = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 20_000)
    expect(await exchange(token)).toMatchObject(isGood)
    later.mockRestore()
  })

  it('still names its old keys: tokens of these count, one of a new key waits, and one look-up is made', async () => {
    await server.stop()
    await start()
    answer = response => response.end(keySets.former)
    expect(await exchange(await tokenOf({ kid: 'former' }))).toMatchObject(isGood)
    asked = 0
    const token = await tokenOf()
    for (let times = 0; times < 5; times += 1) expect(await exchange(token)).toMatchObject(isAway)
    expect(asked).toBe(1)
    expect(await exchange(await tokenOf({ kid: 'former' }))).toMatchObject(isGood)
  })

  it('gives the id of an old key to a new one: a token of the new key counts at once, and a forged one never does', async () => {
    await server.stop()
    await start()
    answer = response => response.end(keySets.former)
    expect(await exchange(await tokenOf({ kid: 'former' }))).toMatchObject(isGood)
    answer = response => response.end(keySets.reused)
    asked = 0
    expect(await exchange(await tokenOf({ kid: 'former', key: present }))).toMatchObject(isGood)
    expect(asked).toBe(1)
    // Somebody else's tokens are refused without a look-up for each.
    for (let times = 0; times < 5; times += 1)
      expect(await exchange(await tokenOf({ kid: 'former', key: former }))).toMatchObject({ status: 401 })
    expect(asked).toBe(1)
  })

  it('is away when the key of a known id does not fit: the token waits', async () => {
    await server.stop()
    await start()
    answer = response => response.end(keySets.former)
    expect(await exchange(await tokenOf({ kid: 'former' }))).toMatchObject(isGood)
    answer = response => response.destroy()
    expect(await exchange(await tokenOf({ kid: 'former', key: present }))).toMatchObject(isAway)
  })

  it('names no key in its tokens: they count by whichever of its keys has signed them', async () => {
    for (const key of [former, present])
      expect(await exchange(await tokenOf({ kid: '', key }))).toMatchObject(isGood)
    expect(await exchange(await tokenOf({ kid: '', key: await generateKeyPair('ES256') }))).toMatchObject({
      status: 401,
    })
  })

  it('answers a token for another application, which is refused without a look-up', async () => {
    asked = 0
    expect(await exchange(await tokenOf({ aud: 'another', kid: 'unknown' }))).toMatchObject({ status: 401 })
    expect(asked).toBe(0)
  })

  it('has a clock an hour fast, or an hour slow: nobody is asked to sign in again', async () => {
    const hour = 3_600_000
    await server.stop()
    clockOffMs = -hour
    await start()
    const slow = await exchange(await tokenOf({ issuedAt: Date.now() - hour }))
    expect(slow).toMatchObject({
      ...isAway,
      detail: 'The clock of the identity service is wrong. Try again later.',
    })
    // One that has ended by both clocks.
    expect(await exchange(await tokenOf({ issuedAt: Date.now() - 2 * hour }))).toMatchObject({ status: 401 })
    clockOffMs = 0
    expect(await exchange(await tokenOf({ issuedAt: Date.now() + hour }))).toMatchObject(isGood)
  })

  it('is asked twice with one token, as by a browser that got no answer: both are the same person', async () => {
    const token = await tokenOf()
    expect(await Promise.all([exchange(token), exchange(token)])).toMatchObject([isGood, isGood])
  })
})
