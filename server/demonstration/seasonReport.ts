import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { awaitingParty } from '../../src/domain/awaitingParty.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import { isSystemError, statusById, statusNameOf } from '../../src/domain/status.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { replayAll } from '../inspection/conformance.ts'
import { replayOtherCharts } from '../inspection/otherCharts.ts'
import { thisCollection } from './cast.ts'
import type { Act } from './plan.ts'

interface SeasonRun {
  db: Kysely<Database>
  /** Where the server kept everything. */
  folder: string
  /** Lines of the log at `error` or above. */
  errors: readonly string[]
  leftOut: readonly { act: Act; why: string }[]
  seconds: number
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Bytes of all files below a folder. A file that the running server removes counts as nothing. */
export const bytesBelow = (folder: string): number => {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return sum + bytesBelow(path)
      return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    }, 0)
  } catch (error) {
    if (isGone(error)) return 0
    throw error
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

/** Who did what, by organisation type and action. */
const acts = async (tx: Transaction<Database>) => {
  const { rows } = await sql<{ who: string; action: string; done: number; refused: number }>`
    select coalesce(o.type, 'system') as who, action, count(*) filter (where outcome = 'done')::int as done,
      count(*) filter (where outcome = 'refused')::int as refused
    from audit_line a left join (
      select inst_id as id, 'provider' as type from provider union all select ${agencyOrganisationId}, 'agency'
      union all select code, 'regulator' from regulator where code <> ${agencyOrganisationId}
    ) o on o.id = a.actor_organisation
    where a.actor_id <> 'system' group by 1, 2 order by 1, 3 desc, 2`.execute(tx)
  return rows
}

/** Days for which submissions of this year's collection waited, by the party that had to act; the middle one and the longest. */
const waits = async (tx: Transaction<Database>) => {
  const { rows } = await sql<{ statusId: number; days: number }>`
    select to_status_id as "statusId", (extract(epoch from next - occurred_utc) / 86400)::float8 as days from (
      select e.to_status_id, e.occurred_utc,
        lead(e.occurred_utc) over (partition by e.submission_id order by e.sequence) as next
      from submission_event e join submission s on s.id = e.submission_id
      join collection c on c.id = s.collection_id where c.reference = ${thisCollection} and s.mode = 'live'
    ) stay where next is not null`.execute(tx)
  const parties = Map.groupBy(rows, ({ statusId }) => awaitingParty(statusNameOf(statusId)).code)
  return [...parties].map(([party, stays]) => {
    const days = stays.map(stay => stay.days).toSorted((one, other) => one - other)
    return {
      party,
      stays: days.length,
      middle: days[Math.floor(days.length / 2)] ?? 0,
      longest: days.at(-1) ?? 0,
    }
  })
}

/** Where the latest submissions of this year's collection are. */
const ends = async (tx: Transaction<Database>) => {
  const { rows } = await sql<{ statusId: number; count: number }>`
    select s.status_id as "statusId", count(*)::int as count from submission s join collection c on c.id = s.collection_id
    where c.reference = ${thisCollection} and s.mode = 'live' and s.is_latest group by 1 order by 2 desc`.execute(
    tx,
  )
  return rows
}

const deviations = async (db: Kysely<Database>): Promise<{ histories: number; deviations: string[] }> => {
  const found = { histories: 0, deviations: [] as string[] }
  for await (const part of replayAll(db)) {
    found.histories += part.submissions
    found.deviations.push(...part.deviations.map(one => `${one.submissionId} #${one.sequence} ${one.event}`))
  }
  for await (const part of replayOtherCharts(db)) {
    found.histories += part.subjects
    found.deviations.push(
      ...part.deviations.map(one => `${one.chart} ${one.subject} #${one.sequence} ${one.event}`),
    )
  }
  return found
}

/** The report of a year, as Markdown, and whether the system made no error and every history is as its chart allows. */
export const seasonReport = async ({
  db,
  folder,
  errors,
  leftOut,
  seconds,
}: SeasonRun): Promise<{ text: string; isSound: boolean }> => {
  const all = <T>(work: (tx: Transaction<Database>) => Promise<T>) => withScope(db, { scope: 'all' }, work)
  const replayed = await deviations(db)
  const atEnd = await all(ends)
  const inError = atEnd.filter(({ statusId }) => isSystemError(statusNameOf(statusId)))
  const { rows } = await sql<{
    bytes: number
  }>`select pg_database_size(current_database())::float8 as bytes`.execute(db)
  const isSound = errors.length === 0 && inError.length === 0 && replayed.deviations.length === 0
  const whys = [
    ...Map.groupBy(leftOut, ({ act, why }) => `${act.type}: ${why.replaceAll(/\S+\.xml/g, 'a file')}`),
  ]
  const list = (lines: readonly string[]) =>
    lines.length === 0 ? 'None.' : lines.map(line => `- ${line}`).join('\n')
  const text = [
    '# A year of a collection',
    '',
    tableOf(
      ['', ''],
      [
        ['Errors in the log', errors.length],
        ['Submissions in error', inError.reduce((sum, { count }) => sum + count, 0)],
        ['Histories replayed', replayed.histories],
        ['Events that a chart would not have taken', replayed.deviations.length],
        ['Acts left out', leftOut.length],
        ['Database', megabytes(rows[0]?.bytes ?? 0)],
        ['Everything on disk', megabytes(bytesBelow(folder))],
        ['Time', `${seconds} s`],
      ],
    ),
    '',
    `## Where ${thisCollection} ended`,
    '',
    tableOf(
      ['Status', 'Providers'],
      atEnd.map(({ statusId, count }) => [statusById(statusId)?.name ?? statusId, count]),
    ),
    '',
    '## Waits by party',
    '',
    tableOf(
      ['Party', 'Stays', 'Middle, days', 'Longest, days'],
      (await all(waits)).map(({ party, stays, middle, longest }) => [
        party,
        stays,
        middle.toFixed(1),
        longest.toFixed(1),
      ]),
    ),
    '',
    '## Who did what',
    '',
    tableOf(
      ['Who', 'Action', 'Done', 'Refused'],
      (await all(acts)).map(({ who, action, done, refused }) => [who, action, done, refused]),
    ),
    '',
    '## Acts left out',
    '',
    list(whys.map(([why, found]) => `${found.length} × ${why}`)),
    '',
    '## Errors and deviations',
    '',
    list([...errors, ...replayed.deviations]),
    '',
  ].join('\n')
  return { text, isSound }
}
