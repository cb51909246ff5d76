import { type Kysely, sql } from 'kysely'
import {
  type LifecycleEventType,
  type Stage,
  stageOfEvent,
  stages,
} from '../../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../schema.ts'
import { withScope } from '../scope.ts'

/**
 * How often each stage was given up in this installation, ever. Events are only added, so no count goes back, and every
 * process tells the same; a stage that was never given up has 0.
 */
export const stagesGivenUp = async (db: Kysely<Database>): Promise<Map<Stage, number>> => {
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    // In the words of the index that is made for it.
    sql<{
      event: LifecycleEventType
      count: number
    }>`select event, count(*)::int as count from submission_event
      where event like '%\\_ERRORED' group by event`.execute(tx),
  )
  const countOf = (stage: Stage): number =>
    rows.filter(({ event }) => stageOfEvent(event) === stage).reduce((sum, { count }) => sum + count, 0)
  return new Map(stages.map(stage => [stage, countOf(stage)]))
}
