import type { User, UserManager } from 'oidc-client-ts'
import type * as z from 'zod/mini'
import { product } from '../domain/product.ts'
import type { configuration } from '../domain/wire/identity.ts'

export type IdentityConfiguration = z.output<typeof configuration>['identity']

const expiringSeconds = 60

/** When the identity that is kept ends, in ms since 1970, so that it is known without the library. */
const endKey = `${product.key}.identity-ends`

/** How long before its end the identity is in the library's hands: the notice, and time to fetch the library. */
const watchedMs = 2 * expiringSeconds * 1000

/** The end is looked for by the clock: a timer of an hour is wrong after the machine has slept. */
const lookEveryMs = 5000

/** What the identity service told the page to return to. */
interface SignInState {
  location: string
}

const locationOf = (state: unknown): string => {
  const location = (state as Partial<SignInState> | undefined)?.location
  // Only a path of our own: nobody is sent elsewhere after signing in.
  return location?.startsWith('/') && !location.startsWith('//') ? location : '/'
}

export type IdentityChange = 'expiring' | 'renewed' | 'expired'

export interface IdentityService {
  /** The identity token that is kept and still counts. */
  idToken: () => Promise<string | undefined>
  redirectToSignIn: (location: string) => Promise<void>
  /** Reads the answer in the address; `undefined` location for an answer of an earlier attempt. */
  completeSignIn: () => Promise<{ location: string | undefined }>
  /** False when the identity service refuses: only signing in again helps. */
  renew: () => Promise<boolean>
  signOut: () => Promise<void>
  completeSignOut: () => Promise<void>
  clear: () => Promise<void>
  watch: (onChange: (change: IdentityChange) => void) => () => void
}

const isStaleState = (error: unknown): boolean =>
  error instanceof Error && /no matching state found|no state in response/i.test(error.message)

/** The service has answered that this session is over; anything else may pass. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'error' in error &&
  (error.error === 'invalid_grant' || error.error === 'login_required')

/**
 * The identity service (specification 1 §1): authorisation code with PKCE, refresh by rotating tokens, notice 60 seconds
 * early. The library is loaded when it is first needed: to sign in, and again when what it gave is about to end.
 */
export const createIdentityService = (options: {
  configuration: () => Promise<IdentityConfiguration>
  origin: string
  storage: Storage
  now: () => number
}): IdentityService => {
  const { configuration, origin, storage, now } = options
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
      automaticSilentRenew: true,
      accessTokenExpiringNotificationTimeInSeconds: expiringSeconds,
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

  return {
    idToken: async () => {
      const user = await current()
      return user && !user.expired ? user.id_token : undefined
    },
    redirectToSignIn: async location => {
      const state: SignInState = { location }
      await (await manager()).signinRedirect({ state })
    },
    completeSignIn: async () => {
      try {
        const user = await (await manager()).signinRedirectCallback()
        return { location: locationOf(user.state) }
      } catch (error) {
        if (isStaleState(error)) return { location: undefined }
        throw error
      }
    },
    renew: async () => {
      const service = await manager()
      // Without a refresh token the library would try in a hidden frame, which the portal does not allow.
      if (!(await service.getUser())?.refresh_token) return false
      try {
        await service.signinSilent()
        return true
      } catch (error) {
        if (isRefusal(error)) return false
        throw error
      }
    },
    signOut: async () => {
      const service = await manager()
      await service.signoutRedirect()
    },
    completeSignOut: async () => {
      await (await manager()).signoutRedirectCallback()
    },
    clear: async () => {
      await (await manager()).removeUser()
    },
    watch: onChange => {
      let stop = (): void => undefined
      let stopped = false
      const follow = (): void => {
        manager()
          .then(({ events }) => {
            if (stopped) return
            const renewed = () => onChange('renewed')
            const expiring = () => onChange('expiring')
            const expired = () => onChange('expired')
            events.addUserLoaded(renewed)
            events.addSilentRenewError(expiring)
            events.addAccessTokenExpired(expired)
            events.addUserSignedOut(expired)
            stop = () => {
              events.removeUserLoaded(renewed)
              events.removeSilentRenewError(expiring)
              events.removeAccessTokenExpired(expired)
              events.removeUserSignedOut(expired)
            }
          })
          .catch(() => onChange('expiring'))
      }
      // Where the end is not known the library is asked at once. Another window may put it off meanwhile.
      const isNear = () => Number(storage.getItem(endKey)) - now() < watchedMs
      if (making || isNear()) follow()
      else {
        const timer = setInterval(() => {
          if (!isNear()) return
          clearInterval(timer)
          follow()
        }, lookEveryMs)
        stop = () => clearInterval(timer)
      }
      return () => {
        stopped = true
        stop()
      }
    },
  }
}
