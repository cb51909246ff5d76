import { expect } from 'vitest'
import type { KeyScope } from '../../../src/domain/apiKey.ts'
import type { ApiKeyWire } from '../../../src/domain/wire/suppliers.ts'
import { generateSample } from '../../../src/sample/index.ts'
import type { ProcessingServer } from './processingServer.ts'

/** A record of Ashby that many rules find fault with. */
export const faultyRecord = Buffer.concat([
  ...generateSample({ provider: '0001', students: 60, faults: 'rules', collection: '23056' }),
])

interface Made {
  key: ApiKeyWire
  secret: string
}

/** API keys on a server, and calls by them. */
export const apiKeyScene = (server: () => ProcessingServer) => {
  /** No two active keys of a provider have one name. */
  let keysMade = 0
  const make = async (scopes: readonly KeyScope[], days = 90, user = 'ashby-signoff'): Promise<Made> => {
    keysMade += 1
    const { status, body } = await server().call<Made>(user, 'POST', '/suppliers/keys', {
      body: { name: `Nightly export ${keysMade}`, scopes, days },
    })
    expect(status).toBe(200)
    return body
  }
  const list = async (user = 'ashby-signoff'): Promise<ApiKeyWire[]> =>
    (await server().call<{ keys: ApiKeyWire[] }>(user, 'GET', '/suppliers/keys')).body.keys
  const revoke = (id: string, user = 'ashby-signoff') =>
    server().call<{ detail?: string }>(user, 'POST', `/suppliers/keys/${id}/revoke`)

  /** A call by a key. */
  const byKey = async <T = { detail?: string }>(
    secret: string,
    method: string,
    path: string,
    body?: { json: unknown } | { xml: Uint8Array | string },
  ): Promise<{ status: number; body: T }> => {
    const answer = await fetch(`${server().origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body ? { 'content-type': 'json' in body ? 'application/json' : 'application/xml' } : {}),
      },
      ...(body ? { body: 'json' in body ? JSON.stringify(body.json) : (body.xml as BodyInit) } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as T }
  }

  return { make, list, revoke, byKey }
}
