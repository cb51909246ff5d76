import { type Kysely, sql } from 'kysely'
import { statusById } from '../../src/domain/status.ts'
import type { DeviationWire } from '../../src/domain/wire/inspection.ts'
import { deviationsOf, type PastEvent } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { type EventRow, pastEventOf } from './history.ts'

/** Submissions that are replayed in one transaction: so memory stays bounded and no lock is held for long. */
const batchSize = 500
/** Deviations that are listed; more mean that something is broken as a whole. */
const deviationsListed = 1000

export interface Conformance {
  submissions: number
  events: number
  deviations: DeviationWire[]
}

interface Subject {
  id: string
  status_id: number
}

const replay = (subject: Subject, rows: readonly EventRow[]): DeviationWire[] => {
  const deviating = (row: EventRow | undefined, reason: string): DeviationWire => ({
    submissionId: subject.id,
    sequence: row?.sequence ?? 0,
    event: row?.event ?? '',
    fromStatusId: row?.from_status_id ?? 0,
    toStatusId: row?.to_status_id ?? 0,
    reason,
  })
  const history: PastEvent[] = []
  for (const row of rows) {
    try {
      history.push(pastEventOf(row))
    } catch (error) {
      return [deviating(row, `It cannot be read: ${error instanceof Error ? error.message : String(error)}`)]
    }
  }
  const status = statusById(subject.status_id)
  if (!status) return [deviating(rows.at(-1), `The submission has the unknown status ${subject.status_id}.`)]
  return deviationsOf(history, status.name).map(({ sequence, reason }) =>
    deviating(
      rows.find(row => row.sequence === sequence),
      reason,
    ),
  )
}

/** Replays the whole stored history through the chart, a batch of submissions at a time. */
export const checkConformance = async (db: Kysely<Database>): Promise<Conformance> => {
  const found: Conformance = { submissions: 0, events: 0, deviations: [] }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch = await withScope(db, { scope: 'all' }, async tx => {
      const subjects = await sql<Subject>`select id, status_id from submission
        where id > ${after}::uuid order by id limit ${batchSize}`.execute(tx)
      const ids = subjects.rows.map(({ id }) => id)
      const events = await sql<EventRow>`
        select submission_id, sequence, event, from_status_id, to_status_id, actor, payload, facts, occurred_utc, detail
        from submission_event where submission_id = any(${ids}::uuid[]) order by submission_id, sequence`.execute(
        tx,
      )
      return { subjects: subjects.rows, events: events.rows }
    })
    const last = batch.subjects.at(-1)
    if (!last) return found
    after = last.id
    const bySubmission = Map.groupBy(batch.events, row => row.submission_id)
    found.submissions += batch.subjects.length
    found.events += batch.events.length
    for (const subject of batch.subjects)
      if (found.deviations.length < deviationsListed)
        found.deviations.push(...replay(subject, bySubmission.get(subject.id) ?? []))
  }
}
