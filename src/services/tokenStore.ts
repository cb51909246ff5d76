import * as z from 'zod/mini'
import type { UserPrincipal } from '../domain/principal.ts'
import { product } from '../domain/product.ts'
import { apiTokenClaims, principalOfClaims } from '../domain/wire/identity.ts'

/** Where the API token lies in the browser (specification 1 §1): the token, and the organisation chosen last. */
export const tokenKey = `${product.key}.api-token`
const organisationKey = `${product.key}.organisation`
/** When the token ends, by the clock of this browser, in ms since 1970. */
const endKey = `${product.key}.api-token-ends`
/** Tells other windows that the user has signed out here: that a token is gone also means that it has ended. */
export const signedOutKey = `${product.key}.signed-out`

/**
 * The API token of this window and the one that the browser keeps. They are two: another window may act for another
 * organisation, and its token must not be sent from here.
 */
export interface TokenStore {
  /** The token of this window; at first the one that the browser kept. */
  read: () => string | undefined
  /**
   * When the token of this window ends, by the clock of this browser (ms since 1970); undefined where there is none. It is reckoned
   * from when the token arrived and how long it counts: what the clock says of the token's own times is worth nothing where it is
   * wrong.
   */
  ends: () => number | undefined
  write: (token: string) => void
  /**
   * Forgets the token of this window, and the kept one unless another window has put a newer one there. False where it has,
   * or has removed it.
   */
  drop: () => boolean
  /** Forgets both. */
  clear: () => void
  /** Forgets both, and tells every other window that the user has signed out. */
  signOut: () => void
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
export const createTokenStore = (storage: Storage, now: () => number): TokenStore => {
  let own = storage.getItem(tokenKey) ?? undefined
  let ends = own === undefined ? undefined : Number(storage.getItem(endKey))
  const refusals = new Set<() => void>()
  const waiting = new Set<(token: string | undefined) => void>()
  const hold = (token: string | undefined): void => {
    own = token
    for (const settle of waiting) settle(token)
    waiting.clear()
  }
  const clear = (): void => {
    storage.removeItem(tokenKey)
    storage.removeItem(endKey)
    hold(undefined)
  }
  return {
    read: () => own,
    ends: () => (own === undefined ? undefined : ends),
    write: token => {
      ends = now() + (contextOf(token)?.lifeMs ?? 0)
      // Before the token, by which other windows hear of it.
      storage.setItem(endKey, String(ends))
      storage.setItem(tokenKey, token)
      hold(token)
    },
    drop: () => {
      const isOwn = own !== undefined && storage.getItem(tokenKey) === own
      if (isOwn) for (const key of [tokenKey, endKey]) storage.removeItem(key)
      hold(undefined)
      return isOwn
    },
    clear,
    signOut: () => {
      // The value differs each time, or no other window would hear of it.
      storage.setItem(signedOutKey, String(now()))
      storage.removeItem(signedOutKey)
      clear()
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

/** The user context that a token carries, and how long it counts from when it was issued, in ms; undefined for what is not such a token. */
export const contextOf = (token: string): { user: UserPrincipal; lifeMs: number } | undefined => {
  try {
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytesOf(token.split('.')[1] ?? '')))
    const claims = z.parse(apiTokenClaims, payload)
    const user = principalOfClaims(claims)
    return user && { lifeMs: (claims.exp - claims.iat) * 1000, user }
  } catch {
    return undefined
  }
}
