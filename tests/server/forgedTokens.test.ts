import { randomUUID } from 'node:crypto'
import {
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedSigningKey } from '../../server/identity/keys.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Tokens that somebody made up, or that are not for us, not of now, or of another issuer (row 28 of the faults): as a token of
 * the API and as an identity token to be exchanged or to sign out with, each is refused in the same words.
 */

type Kind = 'API token' | 'identity token'
const kinds: readonly Kind[] = ['API token', 'identity token']

let server: ProcessingServer
/** The private key that signs each kind. */
let keys: Record<Kind, JWK>

beforeAll(async () => {
  server = await startProcessingServer()
  keys = {
    'API token': await sharedSigningKey(server.db, 'api-token'),
    'identity token': await sharedSigningKey(server.db, 'oidc'),
  }
})
afterAll(() => server.stop())

const seconds = (): number => Math.floor(server.clock.now().getTime() / 1000)

/** What a good token of each kind says at the moment. */
const claimsOf = async (kind: Kind): Promise<JWTPayload> => {
  if (kind === 'API token') {
    const [, body = ''] = (await server.tokenOf('bedel-staff')).split('.')
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as JWTPayload
  }
  return {
    iss: server.identity.authority,
    aud: server.identity.clientId,
    sub: 'bedel-staff',
    name: 'Helen Stroud',
    organisations: [{ id: 'bedel', type: 'bedel', role: [] }],
    sid: randomUUID(),
    iat: seconds(),
    exp: seconds() + 300,
  }
}

const signed = async (
  claims: JWTPayload,
  key: CryptoKey | Uint8Array,
  header: { alg: string; kid?: string },
): Promise<string> => new SignJWT(claims).setProtectedHeader(header).sign(key)

/** With the key of its kind, as the server and the issuer sign. */
const genuine = async (kind: Kind, changes: JWTPayload = {}): Promise<string> => {
  const key = keys[kind]
  return signed({ ...(await claimsOf(kind)), ...changes }, (await importJWK(key, 'ES256')) as CryptoKey, {
    alg: 'ES256',
    ...(key.kid ? { kid: key.kid } : {}),
  })
}

interface Answer {
  status: number
  text: string
}
const answerOf = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  text: (await answer.text()).replace(/"instance":"[^"]*"/, ''),
})
const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${server.origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const shown = (kind: Kind, token: string): Promise<Answer> =>
  (kind === 'API token'
    ? fetch(`${server.origin}/api/collections`, { headers: { authorization: `Bearer ${token}` } })
    : post('/token/exchange', { token })
  ).then(answerOf)

/** The public key of a kind as text and as bytes: what an attacker has, and may sign with by HMAC. */
const publicForms = async (kind: Kind): Promise<Uint8Array[]> => {
  const { d: _secret, ...jwk } = keys[kind]
  const publicKey = (await importJWK(jwk, 'ES256')) as CryptoKey
  const pem = await exportSPKI(publicKey)
  return [pem, pem.trim(), JSON.stringify(jwk)].map(text => new TextEncoder().encode(text))
}

const forgeries: readonly [what: string, make: (kind: Kind) => Promise<string | string[]>][] = [
  ['for another audience', kind => genuine(kind, { aud: 'another' })],
  ['for no audience', kind => genuine(kind, { aud: [] })],
  ['of another issuer', kind => genuine(kind, { iss: 'https://issuer.example' })],
  [
    'of an issuer whose address begins alike',
    async kind => genuine(kind, { iss: `${(await claimsOf(kind)).iss}/` }),
  ],
  ['not valid yet', kind => genuine(kind, { nbf: seconds() + 61 })],
  ['expired', kind => genuine(kind, { iat: seconds() - 600, exp: seconds() - 61 })],
  ['without an end', async kind => genuine(kind, { exp: undefined as never })],
  ['without a person', kind => genuine(kind, { sub: undefined as never })],
  ['with times that are text', kind => genuine(kind, { exp: '9999999999' as never })],
  [
    'of the other kind',
    async kind => {
      const other = kinds.find(one => one !== kind) ?? kind
      return [
        await genuine(other),
        await signed(await claimsOf(kind), (await importJWK(keys[other], 'ES256')) as CryptoKey, {
          alg: 'ES256',
        }),
      ]
    },
  ],
  [
    'signed by nobody',
    async kind => [
      new UnsecuredJWT(await claimsOf(kind)).encode(),
      `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${(await genuine(kind)).split('.')[1]}.AAAA`,
    ],
  ],
  [
    'signed by HMAC with the public key',
    async kind => {
      const claims = await claimsOf(kind)
      const forms = await publicForms(kind)
      return Promise.all(
        forms.map(form =>
          signed(claims, form, { alg: 'HS256', ...(keys[kind].kid ? { kid: keys[kind].kid } : {}) }),
        ),
      )
    },
  ],
  [
    'signed by another key, whatever it calls itself',
    async kind => {
      const claims = await claimsOf(kind)
      const made = await Promise.all(
        ['ES256', 'RS256', 'PS256', 'EdDSA', 'ES384'].map(async alg => {
          const { privateKey } = await generateKeyPair(alg)
          return [
            await signed(claims, privateKey, { alg }),
            await signed(claims, privateKey, { alg, kid: keys[kind].kid ?? '' }),
            await signed(claims, privateKey, { alg, kid: 'another' }),
          ]
        }),
      )
      return made.flat()
    },
  ],
  [
    'cut or changed on the way',
    async kind => {
      const token = await genuine(kind)
      const [head = '', body = '', signature = ''] = token.split('.')
      return [
        `${head}.${body}`,
        `${head}.${body}.`,
        `${head}..${signature}`,
        token.slice(0, -8),
        `${body}.${head}.${signature}`,
      ]
    },
  ],
]

describe.each(kinds)('an %s', kind => {
  it('that is genuine is taken', async () => {
    expect((await shown(kind, await genuine(kind))).status).toBe(200)
  })

  it.each(forgeries)('%s is refused like any other', async (what, make) => {
    const refused = await shown(kind, 'a.b.c')
    expect(refused.status).toBe(401)
    for (const token of [await make(kind)].flat()) {
      expect(await shown(kind, token)).toEqual(refused)
      // An identity token that has expired is still good to sign out with.
      if (kind === 'identity token' && what !== 'expired')
        expect(await post('/token/sign-out', { token }).then(answerOf)).toEqual(refused)
    }
  })

  it('may be of a clock that differs by 60 seconds, and not by more', async () => {
    const at = async (changes: JWTPayload) => (await shown(kind, await genuine(kind, changes))).status
    const now = seconds()
    expect(await at({ iat: now - 600, exp: now - 59 })).toBe(200)
    expect(await at({ iat: now - 600, exp: now - 60 })).toBe(401)
    expect(await at({ nbf: now + 60 })).toBe(200)
    expect(await at({ nbf: now + 61 })).toBe(401)
    // One that was taken before ends at the same moment.
    const token = await genuine(kind, { exp: now + 1 })
    expect((await shown(kind, token)).status).toBe(200)
    server.clock.forward(60_000)
    expect((await shown(kind, token)).status).toBe(200)
    server.clock.forward(2_000)
    expect((await shown(kind, token)).status).toBe(401)
  })
})

describe('an identity token', () => {
  it('that was given to another application is not for us, though it names us too', async () => {
    const { clientId } = server.identity
    const status = async (changes: JWTPayload) =>
      (await shown('identity token', await genuine('identity token', changes))).status
    expect(await status({ aud: [clientId, 'another'], azp: 'another' })).toBe(401)
    expect(await status({ aud: [clientId, 'another'], azp: clientId })).toBe(200)
  })

  it('that is forged does not sign anybody out', async () => {
    const token = await genuine('identity token')
    const exchanged = (await (await post('/token/exchange', { token })).json()) as { token: string }
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await signed(await claimsOf('identity token'), privateKey, { alg: 'ES256' })
    expect((await post('/token/sign-out', { token: forged })).status).toBe(401)
    expect((await shown('API token', exchanged.token)).status).toBe(200)
    expect((await post('/token/sign-out', { token })).status).toBeLessThan(300)
    expect((await shown('API token', exchanged.token)).status).toBe(401)
  })
})
