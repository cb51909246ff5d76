import type { User, UserManager } from 'oidc-client-ts'
import type * as z from 'zod/mini'
import { product } from '../domain/product.ts'
import { expiringMs } from '../domain/session.ts'
import type { configuration } from '../domain/wire/identity.ts'

export type IdentityConfiguration = z.output<typeof configuration>['identity']

/** Held by the one window that renews: a refresh token that is used twice ends the session for all of them. */
const renewalLock = `${product.key}.renewal`

/** When the identity that is kept ends, in ms since 1970, so that it is known without the library, and in every window. */
const endKey = `${product.key}.identity-ends`

/** How the library's names of what it keeps of a user begin. */
const userPrefix = 'oidc.user:'

/** The end is looked for by the clock: a timer of an hour is wrong after the machine has slept. */
const lookEveryMs = 5000

/** What the identity service told the page to return to. */
interface SignInState {
  location: string
}

/** An origin that nobody has. */
const base = 'https://portal.invalid'
/** Whether an address is a path of our own, as a browser reads it. */
const isOwnPath = (location: string): boolean =>
  location.startsWith('/') && URL.canParse(location, base) && new URL(location, base).origin === base

const locationOf = (state: unknown): string => {
  const location = (state as Partial<SignInState> | undefined)?.location
  // Nobody is sent elsewhere after signing in.
  return location !== undefined && isOwnPath(location) ? location : '/'
}

export interface IdentityService {
  /** The identity token that is kept and still counts. */
  idToken: () => Promise<string | undefined>
  redirectToSignIn: (location: string) => Promise<void>
  /** The same for somebody who has to show once more who they are, also where the identity service knows it already. */
  redirectToSignInAgain: (location: string) => Promise<void>
  /** Reads the answer in the address; `undefined` location for an answer of an earlier attempt. */
  completeSignIn: () => Promise<{ location: string | undefined }>
  /**
   * Renews the identity, unless another window has done so: one that differs from `former` and does not end yet is `kept`.
   * `refused` by the identity service: only signing in again helps.
   */
  renew: (former: string | undefined) => Promise<'renewed' | 'kept' | 'refused'>
  /** The identity token that is kept, whether it still counts or not. */
  keptToken: () => Promise<string | undefined>
  /** Ends the session at the identity service, which is told by this token whose; the browser goes there. */
  signOut: (idToken: string | undefined) => Promise<void>
  /** Takes the refresh token back, where the identity service knows how. */
  revoke: () => Promise<void>
  completeSignOut: () => Promise<void>
  clear: () => Promise<void>
  /** Removes the identity from the browser without the library, which may not have been loaded. */
  forget: () => void
  /** Forgets this identity; one that another window has got meanwhile stays. */
  drop: (former: string | undefined) => Promise<void>
  /** Calls back once for each end that comes near: that of the identity, or `end` where it is earlier. */
  watch: (onExpiring: () => void, end?: () => number | undefined) => () => void
}

const isStaleState = (error: unknown): boolean =>
  error instanceof Error && /no matching state found|no state in response/i.test(error.message)

/** The service has answered that this session is over; anything else may pass. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'error' in error &&
  (error.error === 'invalid_grant' || error.error === 'login_required')

/** What of `navigator.locks` is used. */
export interface Locks {
  request: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

/** Where the browser has no locks (an address without TLS), every window renews for itself. */
const noLocks: Locks = { request: (_, work) => work() }

/** A page is opened with one answer of the identity service, and that counts once. */
const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => {
    result ??= work()
    return result
  }
}

/**
 * The identity service (specification 1 §1; decisions §14): authorisation code with PKCE, refresh by rotating tokens, of
 * several windows by one. The library is loaded when it is first needed: to sign in, and again to renew.
 */
export const createIdentityService = (options: {
  configuration: () => Promise<IdentityConfiguration>
  origin: string
  storage: Storage
  now: () => number
  locks?: Locks | undefined
}): IdentityService => {
  const { configuration, origin, storage, now, locks = noLocks } = options
  let making: Promise<UserManager> | undefined

  const make = async (): Promise<UserManager> => {
    const [{ UserManager, WebStorageStateStore }, { authority, clientId, scope }] = await Promise.all([
      import('./oidc.ts'),
      configuration(),
    ])
    const manager = new UserManager({
      authority,
      client_id: clientId,
      scope,
      redirect_uri: `${origin}/callback/signin`,
      post_logout_redirect_uri: `${origin}/callback/signout`,
      response_type: 'code',
      // The library knows nothing of other windows: the charts say when, and it is renewed under the lock.
      automaticSilentRenew: false,
      monitorSession: false,
      userStore: new WebStorageStateStore({ store: storage }),
      stateStore: new WebStorageStateStore({ store: storage }),
    })
    manager.events.addUserLoaded(({ expires_at = 0 }) => storage.setItem(endKey, String(expires_at * 1000)))
    manager.events.addUserUnloaded(() => storage.removeItem(endKey))
    return manager
  }
  const manager = (): Promise<UserManager> => {
    making ??= make().catch(error => {
      making = undefined
      throw error
    })
    return making
  }

  const current = async (): Promise<User | null> => (await manager()).getUser()
  const endOf = ({ expires_at = 0 }: User): number => expires_at * 1000

  return {
    idToken: async () => {
      const user = await current()
      return user && !user.expired ? user.id_token : undefined
    },
    redirectToSignIn: async location => {
      const state: SignInState = { location }
      await (await manager()).signinRedirect({ state })
    },
    redirectToSignInAgain: async location => {
      const state: SignInState = { location }
      await (await manager()).signinRedirect({ state, prompt: 'login', max_age: 0 })
    },
    completeSignIn: once(async () => {
      try {
        const user = await (await manager()).signinRedirectCallback()
        return { location: locationOf(user.state) }
      } catch (error) {
        if (isStaleState(error)) return { location: undefined }
        throw error
      }
    }),
    renew: former =>
      locks.request(renewalLock, async () => {
        const service = await manager()
        // Read under the lock: what another window renewed while this one waited stands there.
        const user = await service.getUser()
        if (user && user.id_token !== former && endOf(user) - now() > expiringMs) return 'kept'
        // Without a refresh token the library would try in a hidden frame, which the portal does not allow.
        if (!user?.refresh_token) return 'refused'
        try {
          await service.signinSilent()
          return 'renewed'
        } catch (error) {
          if (isRefusal(error)) return 'refused'
          throw error
        }
      }),
    keptToken: async () => (await current())?.id_token,
    signOut: async idToken => {
      const service = await manager()
      await service.signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken })
    },
    revoke: async () => {
      await (await manager()).revokeTokens(['refresh_token'])
    },
    completeSignOut: once(async () => {
      await (await manager()).signoutRedirectCallback()
    }),
    clear: async () => {
      await (await manager()).removeUser()
    },
    forget: () => {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      for (const key of keys) if (key.startsWith(userPrefix) || key === endKey) storage.removeItem(key)
    },
    drop: former =>
      locks.request(renewalLock, async () => {
        const service = await manager()
        const user = await service.getUser()
        if (former === undefined || user?.id_token === former) await service.removeUser()
      }),
    watch: (onExpiring, end = () => undefined) => {
      let announced: number | undefined
      const look = (): void => {
        // An end that is not known may be near.
        const ends = Math.min(Number(storage.getItem(endKey)), end() ?? Number.POSITIVE_INFINITY)
        if (ends === announced || ends - now() > expiringMs) return
        announced = ends
        onExpiring()
      }
      const timer = setInterval(look, lookEveryMs)
      return () => clearInterval(timer)
    },
  }
}
