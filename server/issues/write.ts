import { type Kysely, sql, type Transaction } from 'kysely'
import { isPerson, type Principal, systemPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import {
  type IssueEvent,
  type IssueFacts,
  isNewsToRegister,
  issueChart,
} from '../../src/machines/issue/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { createDecider } from '../decisions/decider.ts'
import { actorName } from '../decisions/records.ts'
import { publish } from '../live/publish.ts'
import { type IssueNews, notifyOfIssues } from '../notices/index.ts'
import { gatherIssueFacts } from './facts.ts'
import { findIssue, type IssueRecord, lockIssue, lockProviderOfIssue, seesIssue } from './issueRow.ts'
import { grantOverride, revokeOverride } from './overrides.ts'

type Tx = Transaction<Database>

/** A file that has arrived in the store and belongs to what is written. */
export interface Attached {
  id: string
  fileSize: number
  objectKey: string
}

/** What was heard of the tracker: up to which comment, and whether it calls the issue done. */
export interface HeardOfTracker {
  comment?: number | undefined
  isDone?: boolean | undefined
}

/** What comes with an event besides what the chart asks for. */
export interface IssueWords {
  /** Words of the writer; kept where the chart says so. */
  text?: string | undefined
  attachments?: readonly Attached[] | undefined
  /** Name of the colleague to whom it is assigned. */
  assigneeName?: string | undefined
  /** Where the tracker has entered it. */
  tracked?: { key: string; link: string } | undefined
  /** What the event was heard with. */
  heard?: HeardOfTracker | undefined
  /** The tolerance that is asked for. */
  wantedTolerance?: Tolerance | undefined
  /** The ruleset by which everybody is judged (`versionsOfTolerance`), where what was granted is taken back. */
  ruleset?: Ruleset | undefined
}

/** Where an event is handed on to the tracker that is configured, in the transaction that writes it. */
export interface TrackerQueue {
  /** Hands it on as news of an issue that is entered. */
  enqueueTracking: (tx: Tx, job: { issueId: string; sequence: number }, key: string) => Promise<void>
  /** Has the issue entered, by the event that asks for it. */
  enqueueTrackerEntry: (tx: Tx, job: { issueId: string; sequence: number }, key: string) => Promise<void>
}

/** What decides about issues works with. */
export interface IssueOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  /** Without one the portal is the register. */
  tracker?: TrackerQueue | undefined
}

/** What comes with an event, and where its notices are collected if they are given together with those of other issues. */
interface IssueInput extends IssueWords {
  batch: IssueNews[]
}

/** The facts of an issue that exists; throws where its collection is gone. The scope has to be 'all'. */
export const factsOfIssue = async (tx: Tx, issue: IssueRecord): Promise<IssueFacts> => {
  const facts = await gatherIssueFacts(tx, { ...issue, issueId: issue.id, raisedFrom: undefined })
  if (!facts) throw new Error(`Issue ${issue.id} has lost its collection.`)
  return facts
}

const keepText = async (
  tx: Tx,
  { id, instId, version }: IssueRecord,
  { text = '', attachments = [] }: IssueWords,
): Promise<void> => {
  if (text !== '' || attachments.length > 0)
    await tx
      .insertInto('issue_comment')
      .values({ issue_id: id, inst_id: instId, sequence: version, text })
      .execute()
  for (const { id: attachment, fileSize, objectKey } of attachments) {
    const { numUpdatedRows } = await tx
      .updateTable('issue_attachment')
      .set({ sequence: version, file_size: fileSize, object_key: objectKey })
      .where('id', '=', attachment)
      .where('issue_id', '=', id)
      .where('sequence', 'is', null)
      .executeTakeFirst()
    // Swept, or named by another comment, since it was found.
    if (numUpdatedRows !== 1n)
      throw new ProblemError(problem('conflict', message('problems', 'attachmentMissing')))
  }
}

const publishStatus = async (tx: Tx, after: IssueRecord, at: Date): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select id from submission
    where collection_id = ${after.collectionId} and inst_id = ${after.instId} and mode = 'live' and is_latest`.execute(
    tx,
  )
  await publish(
    tx,
    {
      type: 'ISSUE_STATUS',
      submissionId: rows[0]?.id ?? after.raisedFrom,
      collectionId: after.collectionId,
      instId: after.instId,
      issue: {
        id: after.id,
        code: after.code,
        regulatorCode: after.regulatorCode,
        status: after.status,
        version: after.version,
      },
      occurredAt: at.toISOString(),
    },
    at,
  )
}

const columnsOf = (after: IssueRecord, at: Date) => ({
  status: after.status,
  version: after.version,
  is_explained: after.isExplained,
  assignee_id: after.assigneeId,
  assignee_name: after.assigneeName,
  is_in_work: after.isInWork,
  requester_id: after.requesterId,
  tracker_key: after.trackerKey,
  tracker_link: after.trackerLink,
  tracker_comment: after.trackerComment,
  tracker_done: after.trackerDone,
  wanted_tolerance: after.wantedTolerance === null ? null : JSON.stringify(after.wantedTolerance),
  updated_utc: at,
})

const insertIssue = (tx: Tx, after: IssueRecord, actor: Principal, at: Date) =>
  tx
    .insertInto('issue')
    .values({
      id: after.id,
      collection_id: after.collectionId,
      inst_id: after.instId,
      subject: after.subject,
      code: after.code,
      name: after.name,
      regulator_code: after.regulatorCode,
      raised_from: after.raisedFrom,
      raised_utc: at,
      raised_by: actorName(actor),
      raiser_id: actor.kind === 'user' ? actor.userId : null,
      raiser_organisation_id: actor.kind === 'user' ? actor.organisationId : null,
      ...columnsOf(after, at),
    })
    .execute()

const updateIssue = async (tx: Tx, before: IssueRecord, after: IssueRecord, at: Date): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('issue')
    .set(columnsOf(after, at))
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`Issue ${before.id} changed under its lock.`)
}

/** Whose it is after the event, as the chart says, and by which name: who acts, or who is named. */
const assigneeAfter = (before: IssueRecord, facts: IssueFacts, event: IssueEvent, words: IssueWords) => {
  const assigneeId = facts.assigneeId ?? null
  if (assigneeId === before.assigneeId) return { assigneeId, assigneeName: before.assigneeName }
  if (assigneeId === null) return { assigneeId, assigneeName: null }
  const isOwn = isPerson(assigneeId, event.actor)
  return { assigneeId, assigneeName: isOwn ? actorName(event.actor) : (words.assigneeName ?? null) }
}

/** Decides events of issues. Without a tracker the portal is the register. */
export const issueDecider = ({ clock, tracker }: Pick<IssueOptions, 'clock' | 'tracker'>) => {
  const decider = createDecider(issueChart)<string, IssueRecord, IssueInput>({
    clock,
    isVisible: async (tx, id, actor) => {
      const seen = await findIssue(tx, id)
      return seen !== undefined && seesIssue(actor, seen)
    },
    lock: async (tx, id) => ((await lockProviderOfIssue(tx, id)) ? lockIssue(tx, id) : undefined),
    notFound: message('problems', 'noIssue'),
    placeOf: ({ status }) => status,
    subject: ({ id, instId }) => ({ id, instId }),
    facts: (tx, { before }) => factsOfIssue(tx, before),
    next: ({ before, event, to, factsAfter, input }) => ({
      ...before,
      ...assigneeAfter(before, factsAfter, event, input),
      trackerKey: input.tracked?.key ?? before.trackerKey,
      trackerLink: input.tracked?.link ?? before.trackerLink,
      trackerComment: input.heard?.comment ?? before.trackerComment,
      trackerDone: input.heard?.isDone ?? before.trackerDone,
      isInWork: factsAfter.isInWork,
      status: to,
      version: before.version + 1,
      isExplained: factsAfter.isExplained,
      requesterId: factsAfter.requesterId ?? null,
      wantedTolerance: input.wantedTolerance ?? before.wantedTolerance,
    }),
    write: (tx, { before, after, event: { actor }, at }) =>
      before.version === 0 ? insertIssue(tx, after, actor, at) : updateIssue(tx, before, after, at),
    history: { sequence: ({ version }) => version, instId: ({ instId }) => instId },
    audit: {
      action: type => `ISSUE_${type}`,
      detail: ({ from, to, after: { code } }) => ({ from, to, code }),
    },
    effects: {
      keepText: (tx, { after, input }) => keepText(tx, after, input),
      grantOverride: (tx, { after, event, at }) => grantOverride(tx, after, actorName(event.actor), at),
      revokeOverride: (tx, { after, input, at }) => revokeOverride(tx, after, input.ruleset, at),
      register: 'announcement',
      notify: 'announcement',
    },
    announce: async (
      tx,
      { after, event, effects, factsAfter, input: { batch }, at },
    ): Promise<IssueRecord | undefined> => {
      const { id: issueId, version: sequence } = after
      const isRegistered = effects.includes('register')
      const notify = async (): Promise<void> => {
        if (!effects.includes('notify')) return
        if (batch) batch.push({ issue: after, event })
        else await notifyOfIssues(tx, [{ issue: after, event }], at)
      }
      if (isRegistered && !tracker) {
        // The register is this one: what is entered in it is there at once.
        const created: IssueEvent = { type: 'CREATED', actor: systemPrincipal }
        const { record } = await decider.decideOrThrow(tx, after, created, { facts: factsAfter, at })
        await notify()
        return record
      }
      const key = `issue/${issueId}/${sequence}`
      if (isRegistered) await tracker?.enqueueTrackerEntry(tx, { issueId, sequence }, key)
      else if (isNewsToRegister(event.type)) await tracker?.enqueueTracking(tx, { issueId, sequence }, key)
      await publishStatus(tx, after, at)
      await notify()
      if (!effects.includes('grantOverride')) return undefined
      // Latest results that are outside the granted tolerance as well: the rule still blocks what it blocked.
      const facts = await factsOfIssue(tx, after)
      if (!facts.isOutside) return undefined
      const outside: IssueEvent = { type: 'RESULTS_OUTSIDE', actor: systemPrincipal }
      return (await decider.decideOrThrow(tx, after, outside, { facts, at })).record
    },
  })
  return decider
}
