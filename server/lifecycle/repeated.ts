import { sql, type Transaction } from 'kysely'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { isSameAct } from '../decisions/history.ts'

/**
 * Whether a person repeats an act, because the first answer was lost: the last act of a person on this submission is the same one, with
 * the same words, and led to the status that the caller expects. An act that kept the status, such as re-processing, may be meant twice,
 * so it never counts as repeated. Lock the submission first.
 */
export const isRepeated = async (
  tx: Transaction<Database>,
  submissionId: string,
  { actor, ...event }: LifecycleEvent,
  { detail = {}, expectedStatusId }: { detail?: Record<string, unknown>; expectedStatusId?: number } = {},
): Promise<boolean> => {
  if (actor.kind !== 'user') return false
  const { rows } = await sql<{ isSame: boolean }>`
    select ${isSameAct({ ...event, actor })} and detail = ${JSON.stringify(detail)}::jsonb
      and to_status_id = coalesce(${expectedStatusId ?? null}::int, to_status_id) and to_status_id <> from_status_id as "isSame"
    from submission_event where submission_id = ${submissionId}::uuid and actor ->> 'kind' = 'user'
    order by sequence desc limit 1`.execute(tx)
  return rows[0]?.isSame ?? false
}
