import { type Kysely, sql } from 'kysely'
import { statusById } from '../../src/domain/status.ts'
import type { DeviationWire } from '../../src/domain/wire/inspection.ts'
import { deviationsOf, type PastEvent } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { type EventRow, pastEventOf } from './history.ts'

/** Submissions that are replayed in one transaction: so memory stays bounded and no lock is held for long. */
const batchSize = 50
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
    // One statement sees one moment: a submission that moves meanwhile is read with all of its history or none of the move.
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<Subject & { events: EventRow[] }>`
        select s.id, s.status_id, coalesce((select jsonb_agg(to_jsonb(e) order by e.sequence)
          from submission_event e where e.submission_id = s.id), '[]') as events
        from submission s where s.id > ${after}::uuid order by s.id limit ${batchSize}`.execute(tx),
    )
    const last = rows.at(-1)
    if (!last) return found
    after = last.id
    found.submissions += rows.length
    for (const { events, ...subject } of rows) {
      found.events += events.length
      const deviations = replay(subject, events)
      if (found.deviations.length < deviationsListed) found.deviations.push(...deviations)
    }
    // Requests of others have their turn between the batches.
    await new Promise(resolve => setImmediate(resolve))
  }
}
