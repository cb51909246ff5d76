import { fromCallback, fromPromise } from 'xstate'
import { organisationTypeByCode } from '../../domain/organisation.ts'
import { isPassing, ProblemError, problem } from '../../domain/problem.ts'
import { exchangeToken, listOrganisations, signOut } from '../../domain/wire/identity.ts'
import type {
  CompleteSignInOutput,
  ExchangeInput,
  ExchangeOutput,
  RedirectInput,
  RestoreOutput,
  Session,
  SessionEvent,
} from '../../machines/session/index.ts'
import { err, ok, type Result } from '../../machines/support/index.ts'
import { message } from '../../messages/message.ts'
import type { Api } from '../api.ts'
import type { IdentityService } from '../identity.ts'
import { contextOf, type TokenStore, tokenKey } from '../tokenStore.ts'

/** How long signing out waits for the services, before the browser goes to the identity service's own page. */
const signOutMs = 5000

const passed = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Tokens with less than this left are not worth restoring. */
const worthMs = 30_000

/** The answer; throws one that is as good as none, for nobody loses a session by too many requests from one house. */
const aboutWhoAsks = <T>(answer: Result<T>): Result<T> => {
  if (!answer.ok && isPassing(answer.problem)) throw new ProblemError(answer.problem)
  return answer
}

/** Implementations of the session chart's actors. */
export const createSessionActors = (deps: {
  /** Its calls are answered as they are: a session that renews itself cannot wait for its renewal. */
  api: Api
  identity: IdentityService
  tokens: TokenStore
  now: () => number
}) => {
  const { api, identity, tokens, now } = deps
  /** The identity token that was exchanged last: where it is refused, or ends, another is needed. */
  let spent: string | undefined

  const sessionOf = async (token: string, signal: AbortSignal): Promise<ExchangeOutput> => {
    const context = contextOf(token)
    if (!context) throw new ProblemError(problem('internal', message('problems', 'invalidToken')))
    const listed = aboutWhoAsks(await api.call(listOrganisations, { signal }))
    if (!listed.ok) return listed
    const organisations = listed.value.organisations.flatMap(({ id, type, details }) => {
      const known = organisationTypeByCode(type)
      return known
        ? [{ id, type: known, name: details.publishedName ?? details.name, isOnboarded: details.onboarded }]
        : []
    })
    const { liveSequence, unreadNotices } = listed.value
    return ok({ user: context.user, organisations, liveSequence, unreadNotices })
  }

  const exchange = async (requestedId: string | undefined, signal: AbortSignal): Promise<ExchangeOutput> => {
    const idToken = await identity.idToken()
    if (!idToken) return err(problem('unauthorised', message('problems', 'noUser')))
    spent = idToken
    const organisationId = requestedId ?? tokens.organisation()
    const exchangeFor = async (chosen: string | undefined) =>
      aboutWhoAsks(
        await api.call(exchangeToken, {
          body: { token: idToken, ...(chosen ? { organisationId: chosen } : {}) },
          signal,
        }),
      )
    const answer = await exchangeFor(organisationId)
    // The organisation chosen last may not be this person's any more.
    if (!answer.ok && requestedId === undefined && organisationId && answer.problem.kind === 'forbidden') {
      const first = await exchangeFor(undefined)
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
      const former = spent
      const ended = err<Session>(problem('unauthorised', message('problems', 'signInAgain')))
      if (!(await identity.renew(former))) return ended
      const answer = await exchange(input.organisationId, signal)
      // What the browser kept may not count any more; only a renewed identity that is refused ends the session.
      if (answer.ok || answer.problem.kind !== 'unauthorised' || former !== undefined) return answer
      return (await identity.renew(spent)) ? exchange(input.organisationId, signal) : ended
    }),
    clearTokens: fromPromise<void>(async () => {
      tokens.clear()
      await identity.clear()
    }),
    dropToken: fromPromise<void>(async () => {
      // Where another window has ended the session, the identity is that window's business.
      if (tokens.drop()) await identity.drop(spent)
    }),
    signOut: fromPromise<void>(async () => {
      // Before anything that may fail or wait: from here on no call of any window has a token.
      tokens.clear()
      try {
        const idToken = await identity.keptToken()
        if (idToken !== undefined) {
          // The answer of the call clears all that the browser keeps.
          const ended = [identity.revoke(), api.call(signOut, { body: { token: idToken } })]
          // A service that does not answer does not keep anybody from leaving.
          await Promise.race([Promise.allSettled(ended), passed(signOutMs)])
        }
        await identity.signOut(idToken)
      } catch (error) {
        // Otherwise the next visit would sign the same person in again.
        identity.forget()
        throw error
      }
    }),
    watchTokens: fromCallback<SessionEvent>(({ sendBack }) => {
      const stopWatch = identity.watch(
        () => sendBack({ type: 'TOKEN_EXPIRING' }),
        () => contextOf(tokens.read() ?? '')?.expires,
      )
      const stopRefusals = tokens.onRefused(() => sendBack({ type: 'UNAUTHORISED' }))
      // Another window has signed out, or in.
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === tokenKey)
          sendBack({ type: newValue === null ? 'SIGNED_OUT_ELSEWHERE' : 'SIGNED_IN_ELSEWHERE' })
      }
      globalThis.addEventListener('storage', onStorage)
      return () => {
        stopWatch()
        stopRefusals()
        globalThis.removeEventListener('storage', onStorage)
      }
    }),
  }
}
