import { sql, type Transaction } from 'kysely'
import { collectionStateById } from '../../src/domain/collection.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { specificationStateById } from '../../src/domain/specification.ts'
import { statusOf } from '../../src/domain/status.ts'
import type {
  CollectionFacts,
  CollectionPlace,
  CollectionSchedule,
} from '../../src/machines/collection-state/index.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** What a person may change of a collection besides its state and specification. */
export interface CollectionDetails extends CollectionSchedule {
  name: string
  /** First and last day, yyyy-MM-dd. */
  referencePeriodStart: string
  referencePeriodEnd: string
  disallowCreateIssues: boolean
  additionalReportsReleased: boolean
  signsInPortal: boolean
  approversDiffer: boolean
  /** Longest stays by status (`domain/stayTargets.ts`); null without any. */
  stayTargets: string | null
  supportContact: string | null
  /** Submissions are due by the end of this day in London, yyyy-MM-dd; null while no day is set. */
  submissionDeadline: string | null
  /** Why submissions are paused; null while they are not. */
  pauseReason: string | null
}

/** What a decision needs of a collection's row. */
export interface CollectionRecord extends CollectionDetails {
  id: string
  reference: string
  streamId: string
  place: CollectionPlace
  specificationId: number | null
  version: number
  /** Who set the days of the schedule: the job decides for that person. */
  scheduledBy: UserPrincipal | null
}

interface Row {
  id: string
  reference: string
  stream_id: string
  name: string
  reference_period_start: string
  reference_period_end: string
  disallow_create_issues: boolean
  additional_reports_released: boolean
  signs_in_portal: boolean
  approvers_differ: boolean
  stay_targets: string | null
  support_contact: string | null
  submission_deadline: string | null
  pause_reason: string | null
  validation_on: string | null
  opens_on: string | null
  closes_on: string | null
  scheduled_by: UserPrincipal | null
  state_id: number
  specification_id: number | null
  version: number
}

/**
 * The collection of a reference, locked until the transaction ends; undefined where there is none. The key is left alone, as by
 * every lock of a row that others refer to: a decision about a submission may hold live channels, which this one will want, and
 * has a notice of the collection still to write.
 */
export const lockCollection = async (tx: Tx, reference: string): Promise<CollectionRecord | undefined> => {
  const { rows } = await sql<Row>`
    select id, reference, stream_id, name, reference_period_start, reference_period_end, disallow_create_issues,
      additional_reports_released, signs_in_portal, approvers_differ, stay_targets, support_contact, submission_deadline, pause_reason, validation_on,
      opens_on, closes_on, scheduled_by, state_id, specification_id, version
    from collection where reference = ${reference} for no key update`.execute(tx)
  const [row] = rows
  const state = row && collectionStateById(row.state_id)
  return row && state
    ? {
        id: row.id,
        reference: row.reference,
        streamId: row.stream_id,
        name: row.name,
        referencePeriodStart: row.reference_period_start,
        referencePeriodEnd: row.reference_period_end,
        disallowCreateIssues: row.disallow_create_issues,
        additionalReportsReleased: row.additional_reports_released,
        signsInPortal: row.signs_in_portal,
        approversDiffer: row.approvers_differ,
        stayTargets: row.stay_targets,
        supportContact: row.support_contact,
        submissionDeadline: row.submission_deadline,
        pauseReason: row.pause_reason,
        validationOn: row.validation_on,
        opensOn: row.opens_on,
        closesOn: row.closes_on,
        scheduledBy: row.scheduled_by,
        place: state.name,
        specificationId: row.specification_id,
        version: row.version,
      }
    : undefined
}

/** What the facts of a collection are made of, as rows have it. */
interface FactsRow {
  specification_id: number | null
  /** Of that specification; null where it has none. */
  specification_state: number | null
  /** Of the specification that is picked; null where none is. */
  picked_state: number | null
  /** Live submissions of all providers. */
  submission_count: number
}

const specificationStateOf = (id: number | null) =>
  id === null ? undefined : specificationStateById(id)?.name

/** The facts of a collection. */
export const collectionFactsOf = (row: FactsRow): CollectionFacts => ({
  specificationId: row.specification_id,
  specificationState: specificationStateOf(row.specification_state),
  pickedState: specificationStateOf(row.picked_state),
  liveSubmissions: row.submission_count,
})

/** The facts of a collection, with the specification that is picked; undefined where there is none. The scope has to be 'all'. */
export const gatherCollectionFacts = async (
  tx: Tx,
  collectionId: string,
  pickedId: number | null = null,
): Promise<CollectionFacts | undefined> => {
  const { rows } = await sql<FactsRow>`
    select c.specification_id, s.state_id as specification_state,
      ${pickedId === null ? sql`null` : sql`(select p.state_id from specification p where p.id = ${pickedId})`} as picked_state,
      (select count(*)::int from submission l where l.collection_id = c.id and l.mode = 'live'
        and l.status_id <> ${statusOf('UNKNOWN').id}) as submission_count
    from collection c
    left join specification s on s.id = c.specification_id
    where c.id = ${collectionId}`.execute(tx)
  return rows[0] && collectionFactsOf(rows[0])
}
