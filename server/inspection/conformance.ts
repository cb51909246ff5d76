import { type Kysely, sql } from 'kysely'
import { statusById } from '../../src/domain/status.ts'
import type { DeviationWire } from '../../src/domain/wire/inspection.ts'
import { deviationsOf, type PastEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Language } from '../../src/messages/messages.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { inLanguage } from '../messages.ts'
import { type EventRow, pastEventOf } from './history.ts'

/** Submissions that are read at once: so memory stays bounded. */
const batchSize = 50
/** Submissions of one part, when nothing else is asked for. */
const usualPart = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** What became of a part of the history. */
export interface ReplayedPart {
  submissions: number
  events: number
  deviations: DeviationWire[]
  /** The submission after which the next part begins; null after the last. */
  next: string | null
}

interface Subject {
  id: string
  status_id: number
}

const replay = (subject: Subject, rows: readonly EventRow[], language: Language): DeviationWire[] => {
  const deviating = (row: EventRow | undefined, reason: Message): DeviationWire => ({
    submissionId: subject.id,
    sequence: row?.sequence ?? 0,
    event: row?.event ?? '',
    fromStatusId: row?.from_status_id ?? 0,
    toStatusId: row?.to_status_id ?? 0,
    reason: inLanguage(language, reason),
  })
  const history: PastEvent[] = []
  for (const row of rows) {
    try {
      history.push(pastEventOf(row))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return [deviating(row, message('server', 'conformance.unreadable', { error: reason }))]
    }
  }
  const status = statusById(subject.status_id)
  if (!status) {
    const params = { status: String(subject.status_id) }
    return [deviating(rows.at(-1), message('server', 'conformance.unknownStatus', params))]
  }
  return deviationsOf(history, status.name).map(({ sequence, reason }) =>
    deviating(
      rows.find(row => row.sequence === sequence),
      reason,
    ),
  )
}

/** The submissions after one, in the order of their ids, with their whole histories. */
const batchAfter = async (
  db: Kysely<Database>,
  after: string,
  limit: number,
): Promise<(Subject & { events: EventRow[] })[]> => {
  // One statement sees one moment: a submission that moves meanwhile is read with all of its history or none of the move.
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    sql<Subject & { events: EventRow[] }>`
      select s.id, s.status_id, coalesce((select jsonb_agg(to_jsonb(e) order by e.sequence)
        from submission_event e where e.submission_id = s.id), '[]') as events
      from submission s where s.id > ${after}::uuid order by s.id limit ${limit}`.execute(tx),
  )
  return rows
}

interface PartOptions {
  /** The submission after which the part begins; the first one where it is absent. */
  after?: string | null | undefined
  limit?: number | undefined
  /** In which language it is told what deviates. */
  language?: Language
}

/** Replays the histories of up to `limit` submissions after the given one through the chart. */
export const replayPart = async (
  db: Kysely<Database>,
  { after = null, limit = usualPart, language = 'en' }: PartOptions = {},
): Promise<ReplayedPart> => {
  const part: ReplayedPart = { submissions: 0, events: 0, deviations: [], next: after ?? beforeAll }
  while (part.next !== null && part.submissions < limit) {
    const size = Math.min(batchSize, limit - part.submissions)
    const batch = await batchAfter(db, part.next, size)
    for (const { events, ...subject } of batch) {
      part.events += events.length
      part.deviations.push(...replay(subject, events, language))
    }
    part.submissions += batch.length
    part.next = batch.length < size ? null : (batch.at(-1)?.id ?? null)
    // Requests of others have their turn between the batches.
    await new Promise(resolve => setImmediate(resolve))
  }
  return part
}

/** Replays the whole stored history through the chart, part after part. */
export async function* replayAll(db: Kysely<Database>): AsyncGenerator<ReplayedPart> {
  let after: string | null = null
  do {
    const part: ReplayedPart = await replayPart(db, { after })
    yield part
    after = part.next
  } while (after !== null)
}

/** How many submissions there are to replay. */
export const submissionsToReplay = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    sql<{ count: number }>`select count(*)::int as count from submission`.execute(tx),
  )
  return rows[0]?.count ?? 0
}
