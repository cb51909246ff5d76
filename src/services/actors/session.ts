import { fromCallback, fromPromise } from 'xstate'
import { organisationTypeByCode } from '../../domain/organisation.ts'
import { ProblemError, problem } from '../../domain/problem.ts'
import { exchangeToken, listOrganisations } from '../../domain/wire/identity.ts'
import type {
  CompleteSignInOutput,
  ExchangeInput,
  ExchangeOutput,
  RedirectInput,
  RestoreOutput,
  SessionEvent,
} from '../../machines/session/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { Api } from '../api.ts'
import type { IdentityService } from '../identity.ts'
import { contextOf, type TokenStore, tokenKey } from '../tokenStore.ts'

/** Tokens with less than this left are not worth restoring. */
const worthMs = 30_000

/** Implementations of the session chart's actors. */
export const createSessionActors = (deps: {
  api: Api
  identity: IdentityService
  tokens: TokenStore
  now: () => number
}) => {
  const { api, identity, tokens, now } = deps

  const sessionOf = async (token: string, signal: AbortSignal): Promise<ExchangeOutput> => {
    const context = contextOf(token)
    if (!context) throw new ProblemError(problem('internal', 'The token of the API was not understood.'))
    const listed = await api.call(listOrganisations, { signal })
    if (!listed.ok) return listed
    const organisations = listed.value.organisations.flatMap(({ id, type, details }) => {
      const known = organisationTypeByCode(type)
      return known
        ? [{ id, type: known, name: details.publishedName ?? details.name, isOnboarded: details.onboarded }]
        : []
    })
    return ok({ user: context.user, organisations })
  }

  const exchange = async (wanted: string | undefined, signal: AbortSignal): Promise<ExchangeOutput> => {
    const idToken = await identity.idToken()
    if (!idToken) return err(problem('unauthorised', 'No user found'))
    const organisationId = wanted ?? tokens.organisation()
    const answer = await api.call(exchangeToken, {
      body: { token: idToken, ...(organisationId ? { organisationId } : {}) },
      signal,
    })
    // The organisation chosen last may not be this person's any more.
    if (!answer.ok && wanted === undefined && organisationId && answer.problem.kind === 'forbidden') {
      const first = await api.call(exchangeToken, { body: { token: idToken }, signal })
      return first.ok ? keep(first.value.token, signal) : first
    }
    return answer.ok ? keep(answer.value.token, signal) : answer
  }

  const keep = async (token: string, signal: AbortSignal): Promise<ExchangeOutput> => {
    tokens.write(token)
    const session = await sessionOf(token, signal)
    if (session.ok) tokens.chooseOrganisation(session.value.user.organisationId)
    return session
  }

  return {
    restoreSession: fromPromise<RestoreOutput>(async ({ signal }) => {
      const token = tokens.read()
      const context = token === undefined ? undefined : contextOf(token)
      if (token && context && context.expires - now() > worthMs) {
        const session = await sessionOf(token, signal)
        if (session.ok) return { kept: 'session', session: session.value }
      }
      return (await identity.idToken()) ? { kept: 'identity' } : { kept: 'nothing' }
    }),
    completeSignIn: fromPromise<CompleteSignInOutput>(async () => {
      const { location } = await identity.completeSignIn()
      return location === undefined ? { outcome: 'staleLoginState' } : { outcome: 'signedIn', location }
    }),
    completeSignOut: fromPromise<void>(() => identity.completeSignOut()),
    redirectToSignIn: fromPromise<void, RedirectInput>(async ({ input }) => {
      tokens.clear()
      await identity.redirectToSignIn(input.location)
    }),
    exchangeToken: fromPromise<ExchangeOutput, ExchangeInput>(({ input, signal }) =>
      exchange(input.organisationId, signal),
    ),
    renewSession: fromPromise<ExchangeOutput, ExchangeInput>(async ({ input, signal }) => {
      const isRenewed = await identity.renew()
      return isRenewed
        ? exchange(input.organisationId, signal)
        : err(problem('unauthorised', 'Sign in again.'))
    }),
    clearTokens: fromPromise<void>(async () => {
      tokens.clear()
      await identity.clear()
    }),
    signOut: fromPromise<void>(async () => {
      tokens.clear()
      await identity.signOut()
    }),
    watchTokens: fromCallback<SessionEvent>(({ sendBack }) => {
      const stop = identity.watch(change => {
        if (change === 'renewed') sendBack({ type: 'TOKEN_RENEWED' })
        else if (change === 'expiring') sendBack({ type: 'TOKEN_EXPIRING' })
        else sendBack({ type: 'TOKEN_EXPIRED' })
      })
      // Another window has signed out, or in.
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === tokenKey) sendBack({ type: newValue === null ? 'TOKEN_EXPIRED' : 'SIGNED_IN_ELSEWHERE' })
      }
      globalThis.addEventListener('storage', onStorage)
      return () => {
        stop()
        globalThis.removeEventListener('storage', onStorage)
      }
    }),
  }
}
