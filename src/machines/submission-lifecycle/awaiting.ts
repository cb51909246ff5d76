import type { UserPrincipal } from '../../domain/principal.ts'
import type { QueueKind } from '../../domain/queue.ts'
import { hasTag, type StatusName, statusOf } from '../../domain/status.ts'
import { explain } from './explain.ts'
import type { Facts } from './facts.ts'

/** Whether this person could approve the submission, or record its sign-off, now. */
export const awaitsDecisionOf = (status: StatusName, facts: Facts, actor: UserPrincipal): boolean =>
  (['APPROVE', 'SIGN_OFF'] as const).some(type => explain(status, facts, { type, actor }).allowed)

/** The kind of entry that a submission has in this person's queue; undefined where it does not wait for them. */
export const queueKindOf = (
  status: StatusName,
  facts: Facts,
  actor: UserPrincipal,
): Exclude<QueueKind, 'issue'> | undefined => {
  const may = (type: 'APPROVE' | 'SIGN_OFF' | 'HISTORY_REQUESTED' | 'REPROCESSED') =>
    explain(status, facts, { type, actor }).allowed
  if (may('APPROVE')) return 'approval'
  if (may('SIGN_OFF')) return 'signed-form'
  if (may('HISTORY_REQUESTED')) return 'error'
  // Where the provider has to upload again, re-processing would find the same.
  const isStopped = hasTag(status, 'error') && statusOf(status).awaits === 'agency'
  return isStopped && may('REPROCESSED') ? 'error' : undefined
}
