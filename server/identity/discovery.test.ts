import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { discoveredKeys, issuerWatch } from './discovery.ts'

const own = await generateKeyPair('ES256')
const other = await generateKeyPair('ES256')
const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256' }] }

/** An issuer whose keys lie where only its description says. */
let answers = true
/** How often its keys were asked for. */
let fetched = 0
let endpoints: Record<string, string> = {}
const server = createServer((request, response) => {
  if (!answers) return response.writeHead(503).end()
  if (request.url === '/realm/.well-known/openid-configuration')
    return response.end(JSON.stringify({ jwks_uri: `${issuer()}/protocol/certs`, ...endpoints }))
  if (request.url === '/realm/protocol/certs') {
    fetched += 1
    return response.end(JSON.stringify(keys))
  }
  return response.writeHead(404).end()
})
const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

const tokenOf = (kid: string, { privateKey } = own) =>
  new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).setSubject('mira').sign(privateKey)

describe('the keys of an issuer', () => {
  it('are found where its description says', async () => {
    const { payload } = await jwtVerify(await tokenOf('own'), discoveredKeys(`${issuer()}/`))
    expect(payload.sub).toBe('mira')
  })

  const away = { problem: { status: 503 } }

  it('do not fit a token that somebody else has signed, which is no fault of the issuer', async () => {
    await expect(jwtVerify(await tokenOf('own', other), discoveredKeys(issuer()))).rejects.toMatchObject({
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    })
  })

  it('are looked up once for an unknown one, which counts as unavailable while the issuer names its old keys', async () => {
    let at = 0
    const find = discoveredKeys(issuer(), { now: () => at })
    expect((await jwtVerify(await tokenOf('own'), find)).payload.sub).toBe('mira')
    fetched = 0
    for (let times = 0; times < 5; times += 1)
      await expect(jwtVerify(await tokenOf('next', other), find)).rejects.toMatchObject(away)
    expect(fetched).toBe(1)
    at = 10_000
    keys.keys.push({ ...(await exportJWK(other.publicKey)), kid: 'next', alg: 'ES256' })
    expect((await jwtVerify(await tokenOf('next', other), find)).payload.sub).toBe('mira')
    expect(fetched).toBe(2)
    keys.keys.pop()
  })

  it('are found at once after the issuer has changed them', async () => {
    const find = discoveredKeys(issuer())
    await jwtVerify(await tokenOf('own'), find)
    keys.keys.push({ ...(await exportJWK(other.publicKey)), kid: 'changed', alg: 'ES256' })
    expect((await jwtVerify(await tokenOf('changed', other), find)).payload.sub).toBe('mira')
    keys.keys.pop()
  })

  it('are not looked up for each of a flood of made-up ones, and those that are known still count', async () => {
    const find = discoveredKeys(issuer(), { now: () => 0 })
    await jwtVerify(await tokenOf('own'), find)
    fetched = 0
    for (let number = 0; number < 200; number += 1)
      await expect(jwtVerify(await tokenOf(`made-up-${number}`, other), find)).rejects.toMatchObject(away)
    expect(fetched).toBeLessThanOrEqual(5)
    expect((await jwtVerify(await tokenOf('own'), find)).payload.sub).toBe('mira')
  })

  it('are asked for again when the issuer answers again', async () => {
    const find = discoveredKeys(issuer())
    answers = false
    await expect(jwtVerify(await tokenOf('own'), find)).rejects.toMatchObject({ problem: { status: 503 } })
    answers = true
    expect((await jwtVerify(await tokenOf('own'), find)).payload.sub).toBe('mira')
  })
})

it('are not waited for by everybody while the issuer is silent', async () => {
  let at = 0
  let asked = 0
  let isSilent = true
  const silent = createServer((request, response) => {
    asked += 1
    if (isSilent) return
    const { port } = silent.address() as AddressInfo
    response.end(
      JSON.stringify(request.url === '/keys' ? keys : { jwks_uri: `http://127.0.0.1:${port}/keys` }),
    )
  })
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const find = discoveredKeys(`http://127.0.0.1:${port}`, { patienceMs: 100, now: () => at })
  const verify = async () => jwtVerify(await tokenOf('own'), find)
  try {
    const away = { problem: { status: 503 } }
    await expect(verify()).rejects.toMatchObject(away)
    for (let times = 0; times < 20; times += 1) await expect(verify()).rejects.toMatchObject(away)
    expect(asked).toBe(1)
    isSilent = false
    at = 1000
    expect((await verify()).payload.sub).toBe('mira')
  } finally {
    silent.closeAllConnections()
    silent.close()
  }
})

describe('whether an issuer is up', () => {
  it('is asked of its description, a few times a minute at the most', async () => {
    const now = vi.spyOn(performance, 'now')
    const { isUp } = issuerWatch(issuer())
    now.mockReturnValue(1000)
    answers = false
    expect(await isUp()).toBe(false)
    answers = true
    now.mockReturnValue(2000)
    expect(await isUp()).toBe(false)
    now.mockReturnValue(60_000)
    expect(await isUp()).toBe(true)
    now.mockRestore()
  })
})

describe('the origins that a page calls', () => {
  it('are those that give tokens and take them back, once the issuer has said so', async () => {
    endpoints = {
      authorization_endpoint: 'https://login.example/authorize',
      token_endpoint: 'https://tokens.example:8443/token',
      revocation_endpoint: 'https://api.example/revoke?by=page',
    }
    const { isUp, origins } = issuerWatch(issuer())
    expect(origins()).toEqual([])
    // The line before has had it asked.
    expect(await isUp()).toBe(true)
    expect(origins()).toEqual(['https://tokens.example:8443', 'https://api.example'])
  })

  it.each([
    ['the own origin', () => ({ token_endpoint: `${issuer()}/token` })],
    ['a host that would end its directive', () => ({ token_endpoint: 'https://a;script-src/token' })],
    ['what has no origin', () => ({ token_endpoint: 'data:text/plain,x', revocation_endpoint: 'revoke' })],
  ])('leave out %s', async (_, ofIssuer) => {
    endpoints = ofIssuer()
    const { isUp, origins } = issuerWatch(issuer())
    expect(await isUp()).toBe(true)
    expect(origins()).toEqual([])
  })

  it('stay known while the issuer is away, and are asked for again where they never were', async () => {
    const now = vi.spyOn(performance, 'now')
    try {
      now.mockReturnValue(1000)
      endpoints = { token_endpoint: 'https://tokens.example/token' }
      answers = false
      const { isUp, origins } = issuerWatch(issuer())
      expect(await isUp()).toBe(false)
      expect(origins()).toEqual([])
      answers = true
      now.mockReturnValue(60_000)
      origins()
      await isUp()
      answers = false
      now.mockReturnValue(120_000)
      expect(await isUp()).toBe(false)
      expect(origins()).toEqual(['https://tokens.example'])
    } finally {
      answers = true
      now.mockRestore()
    }
  })
})
