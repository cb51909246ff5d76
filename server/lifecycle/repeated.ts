import { sql, type Transaction } from 'kysely'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'

/**
 * Whether an event that is refused now is one that this person has done already: the last act of a person on this
 * submission is the same, by the same person, with the same words, and led where the caller expects. Its first answer was lost,
 * so it gets that answer again and writes nothing. The submission has to be locked.
 */
export const isRepeated = async (
  tx: Transaction<Database>,
  submissionId: string,
  event: LifecycleEvent,
  { detail = {}, expectedStatusId }: { detail?: Record<string, unknown>; expectedStatusId?: number } = {},
): Promise<boolean> => {
  const { type, actor, ...payload } = event
  // To re-process again would make another copy: whoever asks is told that a later submission has taken the place of this one.
  if (actor.kind !== 'user' || type === 'REPROCESSED') return false
  const { rows } = await sql<{ isSame: boolean }>`
    select event = ${type} and actor ->> 'userId' = ${actor.userId}
      and actor ->> 'organisationId' = ${actor.organisationId}
      and payload = ${JSON.stringify(payload)}::jsonb and detail = ${JSON.stringify(detail)}::jsonb
      and to_status_id = coalesce(${expectedStatusId ?? null}::int, to_status_id) as "isSame"
    from submission_event where submission_id = ${submissionId}::uuid and actor ->> 'kind' = 'user'
    order by sequence desc limit 1`.execute(tx)
  return rows[0]?.isSame ?? false
}
