import { sql, type Transaction } from 'kysely'
import { collectionStateById } from '../../src/domain/collection.ts'
import { hasReferencePeriodEnded } from '../../src/domain/commitStatus.ts'
import { statusById } from '../../src/domain/status.ts'
import type { Facts } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'

export type Mode = 'live' | 'ovt'

/** Whose facts are asked for: a submission that exists, or the one that is about to. */
export interface FactsSubject {
  submissionId: string
  collectionId: string
  instId: string
  mode: Mode
  isLatest: boolean
  hasStoredFile: boolean
}

interface FactsRow {
  state_id: number
  allow_submissions: boolean
  reference_period_end: string
  onboarded: boolean
  risk_code: string
  country_code: string
  regulator_code: string
  latest_status_id: number | null
  upload_under_way: boolean
  operational_failures: boolean
}

/**
 * The facts that the lifecycle's guards read, gathered from the rows as the transaction sees them; undefined when
 * there is no such collection or provider. Call it with the scope 'all': it looks at the provider's other submissions.
 */
export const gatherFacts = async (
  tx: Transaction<Database>,
  subject: FactsSubject,
  now: Date,
): Promise<Facts | undefined> => {
  const { rows } = await sql<FactsRow>`
    select c.state_id, c.allow_submissions, c.reference_period_end::text as reference_period_end,
      o.onboarded, p.risk_code, p.country_code, p.regulator_code,
      (select s.status_id from submission s
        where s.collection_id = c.id and s.inst_id = p.inst_id and s.mode = ${subject.mode} and s.is_latest)
        as latest_status_id,
      exists (select 1 from submission s
        where s.collection_id = c.id and s.inst_id = p.inst_id and s.mode = ${subject.mode} and s.status_id = 1)
        as upload_under_way,
      exists (select 1 from quality_rule_result q
        where q.submission_id = ${subject.submissionId}::uuid and q.operational and q.outside)
        as operational_failures
    from collection c, provider p join organisation o on o.id = p.inst_id
    where c.id = ${subject.collectionId} and p.inst_id = ${subject.instId}`.execute(tx)
  const row = rows[0]
  const collectionState = row && collectionStateById(row.state_id)
  if (!row || !collectionState) return undefined
  return {
    submissionId: subject.submissionId,
    instId: subject.instId,
    mode: subject.mode,
    isLatest: subject.isLatest,
    hasStoredFile: subject.hasStoredFile,
    collectionState: collectionState.name,
    allowSubmissions: row.allow_submissions,
    onboarded: row.onboarded,
    latestStatus: row.latest_status_id === null ? undefined : statusById(row.latest_status_id)?.name,
    uploadUnderWay: row.upload_under_way,
    riskCode: row.risk_code,
    countryCode: row.country_code,
    regulatorCode: row.regulator_code,
    blockers: {
      isNotLatest: !subject.isLatest,
      notCollectionEndDate: !hasReferencePeriodEnded(row.reference_period_end, now),
      operationalFailures: row.operational_failures,
      /** Transfers of postgraduate research students are not collected yet, so none can lack consent. */
      pgrTransferConsentGiven: false,
    },
  }
}
