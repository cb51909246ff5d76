import { fromCallback, fromPromise } from 'xstate'
import { organisationTypeByCode } from '../../domain/organisation.ts'
import { isPassing, ProblemError, problem } from '../../domain/problem.ts'
import { exchangeToken, listOrganisations, signOut } from '../../domain/wire/identity.ts'
import type { CompleteSignInOutput, RedirectInput, SessionEvent } from '../../machines/session/index.ts'
import { ok, type Result } from '../../machines/support/index.ts'
import {
  type ExchangeInput,
  type ExchangeOutput,
  type KeptIdentity,
  type RenewalOutput,
  type SessionOutput,
  tokenExchangeMachine,
} from '../../machines/token-exchange/index.ts'
import { message } from '../../messages/message.ts'
import type { Api } from '../api.ts'
import type { IdentityService } from '../identity.ts'
import { contextOf, signedOutKey, type TokenStore, tokenKey } from '../tokenStore.ts'

/** How long signing out waits for the services, before the browser goes to the identity service's own page. */
const signOutMs = 5000

const passed = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

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
  /** The identity token that was found last: it is exchanged next; a renewal needs another one. */
  let lastFound: string | undefined
  /** The API token of the last exchange. It counts once it is kept. */
  let exchanged: string | undefined

  const sessionBy = (tokenOf: () => string | undefined) =>
    fromPromise<SessionOutput>(async ({ signal }) => {
      const token = tokenOf() ?? ''
      const context = contextOf(token)
      if (!context) throw new ProblemError(problem('internal', message('problems', 'invalidToken')))
      const listed = aboutWhoAsks(await api.call(listOrganisations, { token, signal }))
      if (!listed.ok) return listed
      const organisations = listed.value.organisations.flatMap(({ id, type, details }) => {
        const known = organisationTypeByCode(type)
        return known
          ? [{ id, type: known, name: details.publishedName ?? details.name, isOnboarded: details.onboarded }]
          : []
      })
      const { liveSequence, unreadNotices, streams, records } = listed.value
      return ok({ user: context.user, organisations, streams, records, liveSequence, unreadNotices })
    })

  const findIdentity = fromPromise<KeptIdentity>(async () => {
    const found = await identity.idToken()
    lastFound = found ?? lastFound
    return { hasIdentity: found !== undefined, lastOrganisationId: tokens.organisation() }
  })

  const tokenExchange = tokenExchangeMachine.provide({
    actors: {
      renewIdentity: fromPromise<RenewalOutput>(() => identity.renew(lastFound)),
      findIdentity,
      exchangeToken: fromPromise<ExchangeOutput, ExchangeInput>(
        async ({ input: { organisationId }, signal }) => {
          const body = { token: lastFound!, ...(organisationId ? { organisationId } : {}) }
          const answer = aboutWhoAsks(await api.call(exchangeToken, { body, signal }))
          if (!answer.ok) return answer
          exchanged = answer.value.token
          return ok(null)
        },
      ),
      readSession: sessionBy(() => exchanged),
    },
    actions: {
      keepToken: ({ context }) => {
        tokens.write(exchanged!)
        tokens.chooseOrganisation(context.session!.user.organisationId)
      },
    },
  })

  return {
    tokenExchange,
    readToken: fromPromise<number>(async () => Math.max(0, (tokens.ends() ?? 0) - now())),
    readSession: sessionBy(tokens.read),
    findIdentity,
    completeSignIn: fromPromise<CompleteSignInOutput>(async () => {
      const { location } = await identity.completeSignIn()
      return location === undefined ? { outcome: 'staleLoginState' } : { outcome: 'signedIn', location }
    }),
    completeSignOut: fromPromise<void>(() => identity.completeSignOut()),
    redirectToSignIn: fromPromise<void, RedirectInput>(async ({ input: { location, isAgain } }) => {
      tokens.clear()
      await (isAgain ? identity.redirectToSignInAgain(location) : identity.redirectToSignIn(location))
    }),
    clearTokens: fromPromise<void>(async () => {
      tokens.clear()
      await identity.clear()
    }),
    dropToken: fromPromise<void>(async () => {
      // Where another window has ended the session, the identity is that window's business.
      if (tokens.drop()) await identity.drop(lastFound)
    }),
    signOut: fromPromise<void>(async () => {
      // Before anything that may fail or wait: from here on no call of any window has a token, and none shows its page.
      tokens.signOut()
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
      const stopWatch = identity.watch(() => sendBack({ type: 'TOKEN_EXPIRING' }), tokens.ends)
      const stopRefusals = tokens.onRefused(() => sendBack({ type: 'UNAUTHORISED' }))
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === signedOutKey && newValue !== null) sendBack({ type: 'SIGNED_OUT_ELSEWHERE' })
        if (key === tokenKey)
          sendBack({ type: newValue === null ? 'SESSION_ENDED_ELSEWHERE' : 'SIGNED_IN_ELSEWHERE' })
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
