import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

/** A person as an identity service knows them. */
export interface Colleague {
  sub: string
  name: string
  /** Organisations that they work for; nobody of them has to be said where roles are granted in the portal. */
  organisations?: readonly { id: string; type: string; role: readonly string[] }[]
}

export interface Issuer {
  /** What its tokens say as `iss`. */
  url: string
  stop: () => Promise<void>
}

const listening = (server: Server): Promise<string> =>
  new Promise(resolve =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  )

/**
 * An identity service that is no part of the portal, as an agency has one: any login of these people, any password. `goesOn`: its
 * sessions, which its tokens name, end by no page of its own.
 */
export const startIssuer = async (people: readonly Colleague[], { goesOn = false } = {}): Promise<Issuer> => {
  const server = createServer()
  const url = await listening(server)
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const clientId = 'bedel-portal'
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/callback/signin'],
        id_token_signed_response_alg: 'ES256',
        // Only to such a client the library names its sessions; nothing is ever sent there.
        ...(goesOn
          ? { backchannel_logout_uri: `${url}/nowhere`, backchannel_logout_session_required: true }
          : {}),
      },
    ],
    ...(goesOn
      ? { features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: false } } }
      : {}),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256', use: 'sig' } as never] },
    cookies: { keys: ['of this test'] },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub', 'organisations'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    issueRefreshToken: async () => true,
    findAccount: async (_ctx, id) => {
      const person = people.find(({ sub }) => sub === id)
      return person && { accountId: id, claims: async () => ({ ...person }) }
    },
    loadExistingGrant: async ctx => {
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid profile email offline_access')
      await grant.save()
      return grant
    },
  })
  // The portal's port is not known yet.
  provider.Client.prototype.redirectUriAllowed = uri => new URL(uri).pathname === '/callback/signin'
  server.on('request', provider.callback())
  return {
    url,
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
