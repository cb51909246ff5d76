import type { Problem } from '../../domain/problem.ts'
import type { Session } from '../session/types.ts'
import type { Result } from '../support/result.ts'

export interface TokenExchangeInput {
  /** The organisation to act for; absent: the one chosen last, or the first. */
  organisationId: string | undefined
  /** Whether the identity is renewed first, where no other window has done so. */
  isRenewal: boolean
}

/**
 * How an exchange ends. `isUnanswered`: nobody has refused anything, the answer of a service did not come, so the same may be
 * tried again.
 */
export type TokenExchangeOutput =
  | { ok: true; value: Session }
  | { ok: false; problem: Problem; isUnanswered?: boolean }

/**
 * Output of `renewIdentity`. `kept`: what the browser keeps does not end yet and is another identity than the one that was
 * found last, so it was not renewed; `refused`: only signing in again helps.
 */
export type RenewalOutput = 'renewed' | 'kept' | 'refused'

/** Output of `findIdentity`: what the browser keeps, but for the token itself. */
export interface KeptIdentity {
  /** Whether an identity is kept that still counts: it is the one that is exchanged next. */
  hasIdentity: boolean
  /** The organisation that somebody acted for last in this browser. */
  lastOrganisationId: string | undefined
}

/** Input of `exchangeToken`, which exchanges the identity that was found: absent, the first organisation of the person. */
export interface ExchangeInput {
  organisationId: string | undefined
}
/** Output of `exchangeToken`: the service holds the token, which counts once it is kept. */
export type ExchangeOutput = Result<null>

/** Output of `readSession`: who acts by the token, and for whom else they could. */
export type SessionOutput = Result<Session>

export interface TokenExchangeContext extends TokenExchangeInput {
  /** The organisation that the identity is exchanged for; absent: the first. */
  chosenId: string | undefined
  /** Whether the identity is one that was kept when it should have been renewed: it may not count any more. */
  isKept: boolean
  session: Session | undefined
  /** Why there is no session. */
  problem: Problem | undefined
  isUnanswered: boolean
}
