import { type Kysely, sql, type Transaction } from 'kysely'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { giveDeadLetters } from './earlierMakings.ts'
import type { DeadlineKind } from './jobs.ts'
import type { JobQueue } from './queue.ts'

interface Row {
  kind: 'enqueueStage' | 'discardFile' | DeadlineKind
  submission_id: string
  inst_id: string
  stage: Stage | null
  due_utc: Date
}

/** The same stage of a submission may be left twice: as an effect and as a job. It becomes one job. */
const stageKey = (submissionId: string, stage: Stage): string => `handover/${submissionId}/${stage}`

const takeRow = async (tx: Transaction<Database>, queue: JobQueue, row: Row): Promise<void> => {
  const { kind, submission_id: submissionId, inst_id: instId, stage } = row
  if (kind === 'enqueueStage' && stage !== null)
    await queue.enqueueStage(tx, { submissionId, instId, stage }, stageKey(submissionId, stage))
  else if (kind === 'discardFile')
    await queue.enqueueDiscard(tx, { submissionId }, `handover/${submissionId}/discard`)
  else if (kind === 'UPLOAD_EXPIRED' || kind === 'DISCARD_CONTENT')
    await queue.armDeadline(tx, kind, submissionId, row.due_utc)
  else throw new Error(`The release before has left work of the unknown kind ${kind}.`)
}

/**
 * Makes jobs of what the release before has left: effects that it had not carried out, its deadlines, and the jobs of
 * its own queue; its makings get dead letters. In one transaction, so that nothing is lost or doubled by a start that is broken
 * off; of several processes that start at once, one does it. Gives how many.
 */
export const takeOver = (db: Kysely<Database>, queue: JobQueue): Promise<number> =>
  withScope(db, { scope: 'all' }, async tx => {
    await sql`lock table handover in exclusive mode`.execute(tx)
    await giveDeadLetters(tx)
    const { rows } = await sql<Row>`
      with left_over as (delete from handover returning *)
      select l.kind, l.submission_id, s.inst_id, l.stage, l.due_utc
      from left_over l join submission s on s.id = l.submission_id order by l.id`.execute(tx)
    for (const row of rows) await takeRow(tx, queue, row)
    const jobs = await queue.takeEarlier(tx)
    for (const { submissionId, instId, step: stage } of jobs)
      await queue.enqueueStage(tx, { submissionId, instId, stage }, stageKey(submissionId, stage))
    return rows.length + jobs.length
  })
