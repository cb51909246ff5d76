import { type Kysely, sql, type Transaction } from 'kysely'
import { isPerson, systemPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import {
  type IssueEvent,
  type IssueFacts,
  isNewsToRegister,
  type SteppedIssue,
  stepIssue,
} from '../../src/machines/issue/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { actorName, actorRecord, recordAudit } from '../lifecycle/records.ts'
import { publish } from '../live/publish.ts'
import { type IssueNews, notifyOfIssues } from '../notices/index.ts'
import { gatherIssueFacts } from './facts.ts'
import type { IssueRecord } from './issueRow.ts'
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

/**
 * Writes steps of an issue's chart in the deciding transaction, whose scope has to be 'all'. Without a tracker the portal
 * is the register.
 */
export const createIssueWriter = (tracker: TrackerQueue | undefined) => {
  const keepText = async (tx: Tx, { id, instId, version }: IssueRecord, words: IssueWords): Promise<void> => {
    const { text = '', attachments = [] } = words
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

  const record = async (
    tx: Tx,
    before: IssueRecord,
    after: IssueRecord,
    event: IssueEvent,
    stepped: SteppedIssue,
    at: Date,
  ): Promise<void> => {
    const { type, actor, ...payload } = event
    await tx
      .insertInto('issue_event')
      .values({
        issue_id: after.id,
        inst_id: after.instId,
        sequence: after.version,
        event: type,
        from_status: before.status,
        to_status: after.status,
        actor: JSON.stringify(actorRecord(actor)),
        payload: JSON.stringify(payload),
        facts: JSON.stringify(stepped.before),
        occurred_utc: at,
        effects: JSON.stringify(stepped.effects),
      })
      .execute()
    await recordAudit(tx, {
      actor,
      instId: after.instId,
      event: `ISSUE_${type}`,
      subject: after.id,
      at,
      detail: { from: before.status, to: after.status, code: after.code },
    })
  }

  const announce = async (tx: Tx, after: IssueRecord, at: Date): Promise<void> => {
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

  const kept = (after: IssueRecord) => ({
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
  })

  /** Whose it is after the event, as the chart says, and by which name: who acts, or who is named. */
  const assigneeAfter = (
    before: IssueRecord,
    stepped: SteppedIssue,
    event: IssueEvent,
    words: IssueWords,
  ) => {
    const assigneeId = stepped.facts.assigneeId ?? null
    if (assigneeId === before.assigneeId) return { assigneeId, assigneeName: before.assigneeName }
    if (assigneeId === null) return { assigneeId, assigneeName: null }
    const isOwn = isPerson(assigneeId, event.actor)
    return { assigneeId, assigneeName: isOwn ? actorName(event.actor) : (words.assigneeName ?? null) }
  }

  const afterOf = (
    before: IssueRecord,
    stepped: SteppedIssue,
    event: IssueEvent,
    words: IssueWords,
  ): IssueRecord => ({
    ...before,
    ...assigneeAfter(before, stepped, event, words),
    trackerKey: words.tracked?.key ?? before.trackerKey,
    trackerLink: words.tracked?.link ?? before.trackerLink,
    trackerComment: words.heard?.comment ?? before.trackerComment,
    trackerDone: words.heard?.isDone ?? before.trackerDone,
    isInWork: stepped.facts.isInWork,
    status: stepped.status,
    version: before.version + 1,
    isExplained: stepped.facts.isExplained,
    requesterId: stepped.facts.requesterId ?? null,
    wantedTolerance: words.wantedTolerance ?? before.wantedTolerance,
  })

  /** The register is this one: what is entered in it is there at once. */
  const register = (tx: Tx, issue: IssueRecord, facts: IssueFacts, at: Date): Promise<IssueRecord> => {
    const created: IssueEvent = { type: 'CREATED', actor: systemPrincipal }
    return write(tx, issue, created, stepIssue(issue.status, facts, created), at)
  }

  /**
   * Latest results that are outside the granted tolerance as well: the rule still blocks what it blocked, so the issue is
   * not settled.
   */
  const decidedAgain = async (tx: Tx, issue: IssueRecord, at: Date): Promise<IssueRecord> => {
    const facts = await gatherIssueFacts(tx, { ...issue, issueId: issue.id, raisedFrom: undefined })
    const outside: IssueEvent = { type: 'RESULTS_OUTSIDE', actor: systemPrincipal }
    return facts?.isOutside ? write(tx, issue, outside, stepIssue(issue.status, facts, outside), at) : issue
  }

  /** Everything that a step leaves behind; gives the issue as it is then, with what the register and the latest results have answered. */
  const finish = async (
    tx: Tx,
    before: IssueRecord,
    after: IssueRecord,
    event: IssueEvent,
    stepped: SteppedIssue,
    words: IssueWords,
    at: Date,
    batch: IssueNews[] | undefined,
  ): Promise<IssueRecord> => {
    await record(tx, before, after, event, stepped, at)
    const { effects } = stepped
    if (effects.includes('keepText')) await keepText(tx, after, words)
    if (effects.includes('grantOverride')) await grantOverride(tx, after, actorName(event.actor), at)
    if (effects.includes('revokeOverride')) await revokeOverride(tx, after, words.ruleset, at)
    const { id: issueId, version: sequence } = after
    const tell = async (news: IssueNews): Promise<void> => {
      if (batch) batch.push(news)
      else await notifyOfIssues(tx, [news], at)
    }
    if (effects.includes('register') && !tracker) {
      const registered = await register(tx, after, stepped.facts, at)
      if (effects.includes('notify')) await tell({ issue: after, event })
      return registered
    }
    const key = `issue/${issueId}/${sequence}`
    if (effects.includes('register')) await tracker?.enqueueTrackerEntry(tx, { issueId, sequence }, key)
    else if (isNewsToRegister(event.type)) await tracker?.enqueueTracking(tx, { issueId, sequence }, key)
    await announce(tx, after, at)
    if (effects.includes('notify')) await tell({ issue: after, event })
    return effects.includes('grantOverride') ? decidedAgain(tx, after, at) : after
  }

  const write = async (
    tx: Tx,
    before: IssueRecord,
    event: IssueEvent,
    stepped: SteppedIssue,
    at: Date,
    words: IssueWords = {},
    /** Takes what is to be told of it, where that is told together with other issues. */
    batch?: IssueNews[],
  ): Promise<IssueRecord> => {
    const after = afterOf(before, stepped, event, words)
    const { numUpdatedRows } = await tx
      .updateTable('issue')
      .set({ ...kept(after), updated_utc: at })
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`Issue ${before.id} changed under its lock.`)
    return finish(tx, before, after, event, stepped, words, at, batch)
  }

  /** The same for an issue that is raised. */
  const insert = async (
    tx: Tx,
    fresh: IssueRecord,
    event: IssueEvent,
    stepped: SteppedIssue,
    at: Date,
    batch?: IssueNews[],
  ): Promise<IssueRecord> => {
    const after = afterOf(fresh, stepped, event, {})
    const { actor } = event
    await tx
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
        updated_utc: at,
        ...kept(after),
      })
      .execute()
    return finish(tx, fresh, after, event, stepped, {}, at, batch)
  }

  return { write, insert }
}
