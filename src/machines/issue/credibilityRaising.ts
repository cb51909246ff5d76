import type { Permission } from '../../domain/permissions.ts'
import { may, type Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'
import { explainIssue } from './state.ts'
import type { IssueFacts } from './types.ts'

/** What "Raise credibility issues" depends on (specification 2 §5; decisions §11). */
export interface CredibilityRaising {
  /** Facts of an issue of one of the reports, which nobody has raised. */
  issue: IssueFacts
  /** Of the provider. */
  riskCode: string
  /** Whether the collection's reference period has ended. */
  hasPeriodEnded: boolean
  /** Whether it was done for this submission already. */
  isRaised: boolean
  /** Reports with shaded cells that have no issue. */
  withoutIssue: number
}

const permission: Permission = 'collections.request-credibility-issues'
/** The risk code for which credibility issues are raised (specification 2 §9). */
const raisedForRisk = '02'

/** Whether it is offered at all: for this provider, after the reference period, to who has the right. */
export const offersCredibilityIssues = (
  actor: Principal,
  { riskCode, hasPeriodEnded }: Pick<CredibilityRaising, 'riskCode' | 'hasPeriodEnded'>,
): boolean => may(actor, permission) && riskCode === raisedForRisk && hasPeriodEnded

/** Why no issues of credibility reports can be raised now: a right is missing, or a condition; undefined when they can. */
export const whyNotRaiseCredibility = (
  actor: Principal,
  raising: CredibilityRaising,
): { kind: 'forbidden' | 'conflict'; reason: Message } | undefined => {
  const conflict = (reason: Message) => ({ kind: 'conflict' as const, reason })
  const { refusal } = explainIssue('NONE', raising.issue, { type: 'RAISE', actor })
  if (refusal?.kind === 'forbidden') return refusal
  if (!offersCredibilityIssues(actor, raising)) return conflict(message('issue', 'credibility.notOffered'))
  if (refusal) return conflict(refusal.reason)
  if (raising.isRaised) return conflict(message('issue', 'credibility.isRaised'))
  return raising.withoutIssue === 0 ? conflict(message('issue', 'credibility.nothing')) : undefined
}
