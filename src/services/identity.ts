import type { User, UserManager } from 'oidc-client-ts'
import type * as z from 'zod/mini'
import type { configuration } from '../domain/wire/identity.ts'

export type IdentityConfiguration = z.output<typeof configuration>['identity']

const expiringSeconds = 60

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
 * early. The library is loaded when it is first needed.
 */
export const createIdentityService = (options: {
  configuration: () => Promise<IdentityConfiguration>
  origin: string
  storage: Storage
}): IdentityService => {
  const { configuration, origin, storage } = options
  let making: Promise<UserManager> | undefined

  const make = async (): Promise<UserManager> => {
    const [{ UserManager, WebStorageStateStore }, { authority, clientId, scope }] = await Promise.all([
      import('./oidc.ts'),
      configuration(),
    ])
    return new UserManager({
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
      return () => {
        stopped = true
        stop()
      }
    },
  }
}
