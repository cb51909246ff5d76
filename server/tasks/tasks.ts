import type { Transaction } from 'kysely'
import { awaitingParty } from '../../src/domain/awaitingParty.ts'
import {
  acceptsSubmissions,
  collectionStateById,
  collectionStateNames,
  collectionStateOf,
  isReprocessable,
  statesWithAnswers,
} from '../../src/domain/collection.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { onlyNaming } from '../../src/domain/privacy.ts'
import {
  isErrorOrFailure,
  isNilReturn,
  isSignedOff,
  type StatusName,
  statusIdsWhere,
  statusNameOf,
} from '../../src/domain/status.ts'
import { taskPage } from '../../src/domain/taskPage.ts'
import { inTaskOrder, type OrderedTask, transferTask } from '../../src/domain/tasks.ts'
import { type IssueFacts, issueTaskOf, issueTaskStatusesOf } from '../../src/machines/issue/index.ts'
import {
  type Facts,
  type Standing,
  standingOf,
  submissionTaskOf,
} from '../../src/machines/submission-lifecycle/index.ts'
import { agreementRefusal } from '../../src/machines/transfer/index.ts'
import {
  type IssueTaskRow,
  issuesAt,
  type OwnTaskRow,
  ownSubmissions,
  type SenderTaskRow,
  type SubmissionTaskRow,
  sendersIn,
  submissionsAt,
} from '../database/queries/tasks.ts'
import type { Database } from '../database/schema.ts'
import { setScope } from '../database/scope.ts'
import { type FactsSubject, gatherAllFacts } from '../lifecycle/facts.ts'
import { transferFactsOf } from '../transfers/index.ts'

type Tx = Transaction<Database>

/** Something that a person can do now (decisions §16). */
export interface FoundTask extends OrderedTask {
  id: string
  collection: { id: string; reference: string; name: string }
  provider: { instId: string; name: string }
  submissionId: string | null
  status: StatusName | null
  issue: { id: string; code: string; name: string } | null
  sender: { instId: string; name: string; students: number } | null
  /** Path of the page on which it is done. */
  page: string
}

/** The tasks of a person, and for somebody of a provider who acts next in each collection that takes submissions. */
export interface FoundTasks {
  tasks: FoundTask[]
  standings: { collectionId: string; standing: Standing }[]
}

type SubmissionRow = SubmissionTaskRow | OwnTaskRow

/** A submission with its facts. */
interface Judged {
  row: SubmissionRow
  facts: Facts
}

const approverStates = collectionStateNames.filter(isReprocessable)
const providerStates = collectionStateNames.filter(acceptsSubmissions)

/** Statuses at which it can be an approver's turn. Nobody has to act on a failed history, but only the agency can make it again. */
const approverStatusIds = statusIdsWhere(
  ({ name }) =>
    (isSignedOff(name) && isErrorOrFailure(name)) ||
    ['agency', 'statutoryCustomer'].includes(awaitingParty(name).code),
)

const subjectOf = (row: SubmissionRow): FactsSubject => {
  const { collection_id: collectionId, inst_id: instId } = row
  return row.id === null
    ? {
        collectionId,
        instId,
        mode: 'live',
        submissionId: undefined,
        isLatest: false,
        hasStoredFile: false,
        uploaderId: null,
        submitterId: null,
      }
    : {
        collectionId,
        instId,
        mode: row.mode,
        submissionId: row.id,
        isLatest: row.is_latest,
        hasStoredFile: row.has_stored_file,
        uploaderId: row.uploader_id,
        submitterId: row.submitter_id,
      }
}

const namesOf = (row: SubmissionRow | IssueTaskRow) => ({
  collection: { id: row.collection_id, reference: row.reference, name: row.collection },
  provider: { instId: row.inst_id, name: row.provider },
  due: row.deadline,
})

const statusIn = (row: SubmissionRow): StatusName =>
  row.id === null ? 'UNKNOWN' : statusNameOf(row.status_id)

const submissionTasks = (judged: readonly Judged[], actor: UserPrincipal): FoundTask[] =>
  judged.flatMap(({ row, facts }) => {
    const status = statusIn(row)
    const action = submissionTaskOf(status, facts, actor)
    if (!action) return []
    const names = namesOf(row)
    const place = { ...names, action, submissionId: row.id, status }
    return [
      {
        ...place,
        id: [action, names.collection.id, names.provider.instId].join(':'),
        issue: null,
        sender: null,
        since: row.id === null ? null : row.since.toISOString(),
        page: taskPage({ ...place, issueId: null }, actor.organisationType),
      },
    ]
  })

const factsOfIssue = (row: IssueTaskRow): IssueFacts | undefined => {
  const state = collectionStateById(row.state_id)
  return (
    state && {
      issueId: row.id,
      instId: row.inst_id,
      regulatorCode: row.regulator_code,
      collectionState: state.name,
      requesterId: row.requester_id ?? undefined,
      // No guard of an event that a task names reads the rest.
      subject: 'rule',
      allowsIssues: true,
      isLatest: true,
      latestStatus: undefined,
      isOutside: true,
      isExplained: false,
      assigneeId: undefined,
      isInWork: false,
    }
  )
}

const issueTasks = (rows: readonly IssueTaskRow[], actor: UserPrincipal): FoundTask[] => {
  // Thousands of issues have only few different facts.
  const known = new Map<string, ReturnType<typeof issueTaskOf>>()
  const actionOf = (row: IssueTaskRow) => {
    const key = [row.status, row.state_id, row.inst_id, row.regulator_code, row.requester_id].join(' ')
    if (!known.has(key)) {
      const facts = factsOfIssue(row)
      known.set(key, facts && issueTaskOf(row.status, facts, actor))
    }
    return known.get(key)
  }
  return rows.flatMap(row => {
    const action = actionOf(row)
    if (!action) return []
    const names = namesOf(row)
    const place = { ...names, action, submissionId: row.raised_from }
    return [
      {
        ...place,
        id: [action, row.id].join(':'),
        status: null,
        issue: { id: row.id, code: row.code, name: row.name },
        sender: null,
        since: row.updated_utc.toISOString(),
        page: taskPage({ ...place, status: 'UNKNOWN', issueId: row.id }, actor.organisationType),
      },
    ]
  })
}

const transferTasks = (
  senders: readonly SenderTaskRow[],
  own: readonly Judged[],
  actor: UserPrincipal,
): FoundTask[] =>
  senders.flatMap(({ collectionId, sender, senderStatusId, students, since, consent }) => {
    const receiver = own.find(({ row }) => row.collection_id === collectionId)
    if (!receiver) return []
    const { row, facts } = receiver
    const asked = transferFactsOf({
      senderId: sender.instId,
      receiverId: row.inst_id,
      students,
      agreedStudents: 0,
      reminded: null,
      // A provider without a file can agree too.
      isLatest: row.id === null || facts.isLatest,
      stateId: collectionStateOf(facts.collectionState).id,
      senderStatus: statusNameOf(senderStatusId),
      now: since,
    })
    const refusal = agreementRefusal(asked, actor)
    const action = transferTask(consent, refusal === undefined)
    if (!action) return []
    const place = { ...namesOf(row), action, submissionId: row.id, status: statusIn(row) }
    return [
      {
        ...place,
        id: [action, collectionId, sender.instId].join(':'),
        issue: null,
        sender: { ...sender, students },
        since: since.toISOString(),
        page: taskPage({ ...place, issueId: null }, actor.organisationType),
      },
    ]
  })

const judge = async (tx: Tx, rows: readonly SubmissionRow[], now: Date): Promise<Judged[]> => {
  const facts = await gatherAllFacts(tx, rows.map(subjectOf), now)
  return rows.flatMap((row, at) => {
    const own = facts[at]
    return own ? [{ row, facts: own }] : []
  })
}

/**
 * The tasks of a person, in their order (decisions §16). The transaction has the person's scope at first, so that row-level security
 * decides what they see; it has the scope 'all' afterwards, because facts are about other submissions too.
 */
export const tasksOf = async (tx: Tx, actor: UserPrincipal, now: Date): Promise<FoundTasks> => {
  const isProvider = actor.organisationType === 'provider'
  const issues = await issuesAt(tx, {
    statuses: issueTaskStatusesOf(actor),
    states: statesWithAnswers,
    regulatorCode: onlyNaming(actor),
  })
  const rows = isProvider
    ? await ownSubmissions(tx, { instId: actor.organisationId, states: providerStates })
    : await submissionsAt(tx, { statusIds: approverStatusIds, states: approverStates })
  await setScope(tx, { scope: 'all' })
  const judged = await judge(tx, rows, now)
  const receiving = judged.filter(({ row }) => !isNilReturn(statusIn(row)))
  const senders =
    isProvider && receiving.length > 0
      ? await sendersIn(tx, {
          receiverId: actor.organisationId,
          collectionIds: receiving.map(({ row }) => row.collection_id),
        })
      : []
  return {
    tasks: [
      ...submissionTasks(judged, actor),
      ...transferTasks(senders, receiving, actor),
      ...issueTasks(issues, actor),
    ].toSorted(inTaskOrder(actor.organisationType)),
    standings: isProvider
      ? judged.map(({ row, facts }) => ({
          collectionId: row.collection_id,
          standing: standingOf(statusIn(row), facts, actor),
        }))
      : [],
  }
}
