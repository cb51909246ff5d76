import * as z from 'zod/mini'
import type { UserPrincipal } from '../domain/principal.ts'
import { product } from '../domain/product.ts'
import { apiTokenClaims, principalOfClaims } from '../domain/wire/identity.ts'

/** Where the API token lies in the browser (specification 1 §1): the token, and the organisation chosen last. */
export const tokenKey = `${product.key}.api-token`
const organisationKey = `${product.key}.organisation`

/**
 * The API token of this window and the one that the browser keeps. They are two: another window may act for another
 * organisation, and its token must not be sent from here.
 */
export interface TokenStore {
  /** The token of this window; at first the one that the browser kept. */
  read: () => string | undefined
  write: (token: string) => void
  /**
   * Forgets the token of this window, and the kept one unless another window has put a newer one there. False where it has,
   * or has removed it.
   */
  drop: () => boolean
  /** Forgets both. */
  clear: () => void
  /**
   * The API has refused this token: gives the next one as soon as there is one, undefined when the session ends instead or
   * nobody renews it.
   */
  refused: (token: string) => Promise<string | undefined>
  /** Calls back when the API has refused the present token, until it is stopped. */
  onRefused: (listener: () => void) => () => void
  organisation: () => string | undefined
  chooseOrganisation: (id: string) => void
}

/** The token store of this window over a storage that all windows share. It takes over the token that is kept there. */
export const createTokenStore = (storage: Storage): TokenStore => {
  let own = storage.getItem(tokenKey) ?? undefined
  const refusals = new Set<() => void>()
  const waiting = new Set<(token: string | undefined) => void>()
  const hold = (token: string | undefined): void => {
    own = token
    for (const settle of waiting) settle(token)
    waiting.clear()
  }
  return {
    read: () => own,
    write: token => {
      storage.setItem(tokenKey, token)
      hold(token)
    },
    drop: () => {
      const isOwn = own !== undefined && storage.getItem(tokenKey) === own
      if (isOwn) storage.removeItem(tokenKey)
      hold(undefined)
      return isOwn
    },
    clear: () => {
      storage.removeItem(tokenKey)
      hold(undefined)
    },
    refused: token => {
      // It has been renewed, or has ended, while the call was on its way.
      if (token !== own || refusals.size === 0) return Promise.resolve(token === own ? undefined : own)
      return new Promise(resolve => {
        waiting.add(resolve)
        for (const listener of refusals) listener()
      })
    },
    onRefused: listener => {
      refusals.add(listener)
      return () => refusals.delete(listener)
    },
    organisation: () => storage.getItem(organisationKey) ?? undefined,
    chooseOrganisation: id => storage.setItem(organisationKey, id),
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

/** The user context that a token carries, and when it ends (ms since 1970); undefined for what is not such a token. */
export const contextOf = (token: string): { user: UserPrincipal; expires: number } | undefined => {
  try {
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytesOf(token.split('.')[1] ?? '')))
    const claims = z.parse(apiTokenClaims, payload)
    const user = principalOfClaims(claims)
    return user && { expires: claims.exp * 1000, user }
  } catch {
    return undefined
  }
}
