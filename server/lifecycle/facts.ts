import { sql } from 'kysely'
import { keyUserPrefix } from '../../src/domain/apiKey.ts'
import { collectionStateById } from '../../src/domain/collection.ts'
import { changesAtOf, hasReferencePeriodEnded } from '../../src/domain/commitStatus.ts'
import { type StatusName, type SubmissionMode, statusById, uploadingId } from '../../src/domain/status.ts'
import { type ConsentFacts, consentStateOf } from '../../src/domain/transfer.ts'
import type { Facts } from '../../src/machines/submission-lifecycle/index.ts'
import { transferFacts } from '../database/queries/transfers.ts'
import type { Reads } from '../database/together.ts'

/** Whose facts are asked for: a submission that exists, or the one that is about to. */
export interface FactsSubject {
  /** Undefined for a submission that nobody has begun. */
  submissionId: string | undefined
  collectionId: string
  instId: string
  mode: SubmissionMode
  isLatest: boolean
  hasStoredFile: boolean
  uploaderId: string | null
  submitterId: string | null
}

interface FactsRow {
  at: number
  state_id: number
  allow_submissions: boolean
  pause_reason: string | null
  reference_period_end: string
  onboarded: boolean
  risk_code: string
  country_code: string
  regulator_code: string
  latest_status_id: number | null
  upload_under_way: boolean
  key_maker_id: string | null
  operational_failures: boolean
  approvers_differ: boolean
  approver_id: string | null
  is_form_returned: boolean
  /** Null where there are none. */
  transfers: ConsentFacts[] | null
}

const nameOf = (id: number | null): StatusName | undefined => (id === null ? undefined : statusById(id)?.name)

/** What a reference period says now: whether it has ended, and otherwise when it will. */
interface Period {
  hasEnded: boolean
  changesAt: string | undefined
}

/**
 * What reference periods say now, by their last days. Hundreds of rows are of the same collection, and to find out the day in
 * London takes longer than the other facts of a row.
 */
const periodsAt = (now: Date): ((lastDay: string) => Period) => {
  const known = new Map<string, Period>()
  return lastDay => {
    const period = known.get(lastDay) ?? {
      hasEnded: hasReferencePeriodEnded(lastDay, now),
      changesAt: changesAtOf(lastDay, now),
    }
    known.set(lastDay, period)
    return period
  }
}

const factsOf = (subject: FactsSubject, row: FactsRow, period: Period): Facts | undefined => {
  const collectionState = collectionStateById(row.state_id)
  return (
    collectionState && {
      submissionId: subject.submissionId ?? '',
      instId: subject.instId,
      mode: subject.mode,
      uploaderId: subject.uploaderId ?? undefined,
      submitterId: subject.submitterId ?? undefined,
      keyMakerId: row.key_maker_id ?? undefined,
      approverId: row.approver_id ?? undefined,
      approversDiffer: row.approvers_differ,
      isFormReturned: row.is_form_returned,
      isLatest: subject.isLatest,
      hasStoredFile: subject.hasStoredFile,
      collectionState: collectionState.name,
      allowSubmissions: row.allow_submissions,
      ...(row.pause_reason === null ? {} : { pauseReason: row.pause_reason }),
      onboarded: row.onboarded,
      latestStatus: nameOf(row.latest_status_id),
      uploadUnderWay: row.upload_under_way,
      riskCode: row.risk_code,
      countryCode: row.country_code,
      regulatorCode: row.regulator_code,
      blockers: {
        isNotLatest: !subject.isLatest,
        notCollectionEndDate: !period.hasEnded,
        operationalFailures: row.operational_failures,
        lacksTransferConsent: (row.transfers ?? []).some(one => consentStateOf(one) === 'awaited'),
      },
      changesAt: period.changesAt,
    }
  )
}

/** By which key a submission was sent, where it was by one. */
const keyPrefixOf = ({ submissionId, uploaderId }: FactsSubject): string | null =>
  submissionId !== undefined && uploaderId?.startsWith(keyUserPrefix)
    ? uploaderId.slice(keyUserPrefix.length)
    : null

/**
 * The subjects as rows, each with its place. One alone, which is every decision, is a row of parameters: PostgreSQL knows then
 * that it is one, and keeps the plan of a statement whose planning takes ten times as long as its execution. What hundreds share,
 * as the providers of a collection do, is sent once.
 */
const rowsOf = (subjects: readonly FactsSubject[]) => {
  const [first, ...others] = subjects
  const ids = sql`${subjects.map(({ submissionId }) => submissionId ?? null)}::uuid[]`
  const keys = sql`${subjects.map(keyPrefixOf)}::text[]`
  const institutions = sql`${subjects.map(({ instId }) => instId)}::text[]`
  if (first && others.length === 0)
    return sql`select ${first.submissionId ?? null}::uuid as submission_id, ${keyPrefixOf(first)}::text as key_prefix,
        ${first.collectionId}::text as collection_id, ${first.instId}::text as inst_id, ${first.mode}::text as mode, 1 as at`
  if (
    first &&
    others.every(({ collectionId, mode }) => collectionId === first.collectionId && mode === first.mode)
  )
    return sql`select submission_id, key_prefix, ${first.collectionId}::text as collection_id, inst_id,
        ${first.mode}::text as mode, at
      from unnest(${ids}, ${keys}, ${institutions}) with ordinality as given (submission_id, key_prefix, inst_id, at)`
  return sql`select submission_id, key_prefix, collection_id, inst_id, mode, at from unnest(${ids}, ${keys}, ${institutions},
      ${subjects.map(({ collectionId }) => collectionId)}::text[], ${subjects.map(({ mode }) => mode)}::text[]
    ) with ordinality as given (submission_id, key_prefix, inst_id, collection_id, mode, at)`
}

/**
 * The facts that the lifecycle's guards read, for each subject in its place, as the transaction sees the rows;
 * undefined where there is no such collection or provider. The only maker of facts: every answer about a submission,
 * and every live message, carries what this gives. Call it with the scope 'all': it looks at the provider's other
 * submissions. The latest one, of which there is one at most, is joined. What may be of many rows is looked up for each subject by
 * its index: `exists` of hundreds of subjects has PostgreSQL read the results and transfers of every submission there is.
 */
export const gatherAllFacts = async (
  tx: Reads,
  subjects: readonly FactsSubject[],
  now: Date,
): Promise<(Facts | undefined)[]> => {
  if (subjects.length === 0) return []
  const { rows } = await sql<FactsRow>`
    select (w.at - 1)::int as at, c.state_id, c.allow_submissions, c.pause_reason, c.approvers_differ, c.reference_period_end::text as reference_period_end,
      o.onboarded, p.risk_code, p.country_code, p.regulator_code,
      latest.status_id as latest_status_id,
      (select e.actor ->> 'userId' from submission_event e
        where e.submission_id = w.submission_id and e.event = 'APPROVE' order by e.sequence desc limit 1) as approver_id,
      coalesce((select f.refused_utc is null from signed_form f
        where f.submission_id = w.submission_id and f.returned_utc is not null order by f.ordinal desc limit 1), false)
        as is_form_returned,
      exists (select 1 from submission s
        where s.collection_id = c.id and s.inst_id = p.inst_id and s.mode = w.mode
          and s.status_id = ${uploadingId})
        as upload_under_way,
      case when w.key_prefix is not null then (
        select k.made_by_id from api_key k where k.prefix = w.key_prefix) end as key_maker_id,
      coalesce((select true from quality_rule_result q
        where q.submission_id = w.submission_id and q.operational and q.outside limit 1), false)
        as operational_failures,
      case when w.mode = 'live' and (select true from transfer_out g where g.submission_id = w.submission_id limit 1)
        then (select jsonb_agg(f) from (${transferFacts(sql`t.submission_id = w.submission_id`)}) f) end as transfers
    from (${rowsOf(subjects)}) as w
      join collection c on c.id = w.collection_id
      join provider p on p.inst_id = w.inst_id
      join organisation o on o.id = p.inst_id
      left join submission latest on latest.collection_id = c.id and latest.inst_id = p.inst_id and latest.mode = w.mode
        and latest.is_latest`.execute(tx)
  const byPlace = new Map(rows.map(row => [row.at, row]))
  const periodOf = periodsAt(now)
  return subjects.map((subject, at) => {
    const row = byPlace.get(at)
    return row && factsOf(subject, row, periodOf(row.reference_period_end))
  })
}

/** The facts of one subject. */
export const gatherFacts = async (tx: Reads, subject: FactsSubject, now: Date): Promise<Facts | undefined> =>
  (await gatherAllFacts(tx, [subject], now))[0]
