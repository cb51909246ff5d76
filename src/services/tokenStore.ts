import * as z from 'zod/mini'
import type { UserActor } from '../domain/actor.ts'
import { product } from '../domain/product.ts'
import { actorOfClaims, apiTokenClaims } from '../domain/wire/identity.ts'

/** Where the API token lies in the browser (specification 1 §1): the token, and the organisation chosen last. */
export const tokenKey = `${product.key}.api-token`
const organisationKey = `${product.key}.organisation`

export interface TokenStore {
  read: () => string | undefined
  write: (token: string) => void
  clear: () => void
  organisation: () => string | undefined
  chooseOrganisation: (id: string) => void
}

export const createTokenStore = (storage: Storage): TokenStore => ({
  read: () => storage.getItem(tokenKey) ?? undefined,
  write: token => storage.setItem(tokenKey, token),
  clear: () => storage.removeItem(tokenKey),
  organisation: () => storage.getItem(organisationKey) ?? undefined,
  chooseOrganisation: id => storage.setItem(organisationKey, id),
})

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

/** The user context that a token carries, and when it ends (ms since 1970); undefined for what is not such a token. */
export const contextOf = (token: string): { user: UserActor; expires: number } | undefined => {
  try {
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytesOf(token.split('.')[1] ?? '')))
    const claims = z.parse(apiTokenClaims, payload)
    const user = actorOfClaims(claims)
    return user && { expires: claims.exp * 1000, user }
  } catch {
    return undefined
  }
}
