import type { UserPrincipal } from '../../domain/principal.ts'
import type { StatusName } from '../../domain/status.ts'
import type { Message } from '../../messages/message.ts'
import { expects, explain } from './explain.ts'
import type { Facts } from './facts.ts'
import type { GuardName } from './guards.ts'

/**
 * How things go on after a fault of the system. superseded: not at all, a later submission has taken the place; anotherFile: online
 * validation is never re-processed, so only by another file; reader: the reader re-processes; agency: those who have the right
 * do, which `reason` names; blocked: not now, for the chart's reason.
 */
export type AfterFault =
  | { way: 'superseded' | 'anotherFile' | 'reader' }
  | { way: 'agency' | 'blocked'; reason: Message }

/** Events by which work that failed is done again. */
export type RepairEventType = 'HISTORY_REQUESTED' | 'REPROCESSED'

/**
 * What has the failed work of a submission at this status done again, as far as the chart knows of anything: a history by itself,
 * for its sign-off stands; else the processing of the file. Whether it may happen now is for `explain` to say.
 */
export const repairAt = (status: StatusName): RepairEventType | undefined =>
  (['HISTORY_REQUESTED', 'REPROCESSED'] as const).find(type => expects(status, type))

/** How a submission that the system has failed goes on, and who acts next: by what the chart says to its re-processing. */
export const afterFault = (status: StatusName, facts: Facts, reader: UserPrincipal): AfterFault => {
  const { checks } = explain(status, facts, { type: 'REPROCESSED', actor: reader })
  const unmet = checks.filter(({ holds }) => !holds)
  const isUnmet = (guard: GuardName) => unmet.some(check => check.guard === guard)
  if (isUnmet('isLatest')) return { way: 'superseded' }
  if (isUnmet('isLive')) return { way: 'anotherFile' }
  const condition = unmet.find(({ kind }) => kind === 'condition')
  if (condition) return { way: 'blocked', reason: condition.message }
  const [right] = unmet
  return right ? { way: 'agency', reason: right.message } : { way: 'reader' }
}
