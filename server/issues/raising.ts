import { sql, type Transaction } from 'kysely'
import { activityTypeOf } from '../../src/domain/activity.ts'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import {
  type CredibilityRaising,
  type IssueEvent,
  whyNotRaiseCredibility,
} from '../../src/machines/issue/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordAudit, recordRefusal } from '../decisions/records.ts'
import { gatherFacts } from '../lifecycle/facts.ts'
import { lockProvider } from '../lifecycle/records.ts'
import { findSubmission, type SubmissionRecord } from '../lifecycle/submissionRow.ts'
import { gatherIssueFacts } from './facts.ts'
import { freshIssue, type IssueOf } from './issueRow.ts'
import { type IssueOptions, issueDecider } from './write.ts'

type Tx = Transaction<Database>

/** Something of a submission that nobody has raised an issue of. */
interface Candidate extends IssueOf {
  name: string
}

interface CandidateRow {
  collection_id: string
  inst_id: string
  subject: IssueOf['subject']
  code: string
  name: string
  regulator_code: string
}

const candidateOf = (row: CandidateRow): Candidate => ({
  collectionId: row.collection_id,
  instId: row.inst_id,
  subject: row.subject,
  code: row.code,
  name: row.name,
  regulatorCode: row.regulator_code,
})

/** The rows of `found` that have no issue: every one has the columns of a candidate but those of the submission. */
const withoutIssue = async (tx: Tx, submissionId: string, found: ReturnType<typeof sql>) => {
  const { rows } = await sql<CandidateRow>`
    select s.collection_id, s.inst_id, f.subject, f.code, f.name, f.regulator_code
    from submission s cross join lateral (${found}) f (ordinal, subject, code, name, regulator_code)
    where s.id = ${submissionId}::uuid and not exists (select 1 from issue i
      where i.collection_id = s.collection_id and i.inst_id = s.inst_id and i.subject = f.subject and i.code = f.code
        and i.regulator_code = f.regulator_code)
    order by f.subject desc, f.ordinal, f.regulator_code`.execute(tx)
  return rows.map(candidateOf)
}

/** Rules outside tolerance, for each regulator whose tolerance they break. */
const rulesOutside = sql`
  select q.ordinal, 'rule', q.code, r ->> 'name', r ->> 'regulatorCode'
  from quality_rule_result q cross join lateral jsonb_array_elements(q.result -> 'rows') r
  where q.submission_id = s.id and r ->> 'status' = '1'`

/** Credibility reports with cells that count as issues, for the provider's own regulator. */
const shadedReports = sql`
  select coalesce(p.chapter_id, 0), 'report', p.code, p.title, o.regulator_code
  from report p join provider o on o.inst_id = s.inst_id
  where p.submission_id = s.id and p.kind = 'credibility' and p.failure_count > 0`

/** The entry of the activity log for credibility issues (specification 2 §4.6). */
const raisedType = activityTypeOf('credibilityIssuesRaised')

/** Raises issues of what a submission has, many at once; each by the chart. */
export const createRaising = (options: IssueOptions) => {
  const { db, clock } = options
  const { judge, write } = issueDecider(options)

  /** Raises an issue of each where its chart takes the event; gives how many. */
  const raiseAll = async (
    tx: Tx,
    candidates: readonly Candidate[],
    raisedFrom: string,
    event: IssueEvent,
    at: Date,
  ): Promise<number> => {
    let raised = 0
    for (const candidate of candidates) {
      const fresh = freshIssue({ ...candidate, raisedFrom })
      const facts = await gatherIssueFacts(tx, { ...fresh, issueId: fresh.id, raisedFrom })
      const { transition } = facts ? await judge(tx, fresh, event, { facts, at }) : {}
      if (!transition) continue
      await write(tx, transition)
      raised += 1
    }
    return raised
  }

  /** Whether the issues of the credibility reports of this submission were raised already: the activity log knows. */
  const isRaisedFor = async (tx: Tx, submissionId: string): Promise<boolean> => {
    const { rows } = await sql`select from activity_log
      where submission_id = ${submissionId}::uuid and type_id = ${raisedType} limit 1`.execute(tx)
    return rows.length > 0
  }

  /** What the decision on a submission's credibility issues reads; undefined where its collection is gone. */
  const credibilityRaising = async (
    tx: Tx,
    submission: SubmissionRecord,
    candidates: readonly Candidate[],
    at: Date,
  ): Promise<CredibilityRaising | undefined> => {
    const facts = await gatherFacts(tx, { ...submission, submissionId: submission.id }, at)
    const issue =
      facts &&
      (await gatherIssueFacts(tx, {
        ...submission,
        subject: 'report',
        code: '',
        regulatorCode: facts.regulatorCode,
        issueId: '',
        raisedFrom: submission.id,
        isExplained: false,
        assigneeId: null,
        isInWork: false,
        requesterId: null,
      }))
    return (
      issue && {
        issue,
        riskCode: facts.riskCode,
        hasPeriodEnded: !facts.blockers.notCollectionEndDate,
        isRaised: await isRaisedFor(tx, submission.id),
        withoutIssue: candidates.length,
      }
    )
  }

  return {
    /**
     * Raises an issue of every credibility report of a submission with shaded cells that has none, and notes it in the
     * activity log. Gives how many, or why not. The actor has to see the submission.
     */
    raiseCredibility: (
      submissionId: string,
      actor: UserPrincipal,
    ): Promise<{ ok: true; raised: number } | { ok: false; problem: Problem }> =>
      withScope(db, { scope: 'all' }, async tx => {
        const submission = await findSubmission(tx, submissionId)
        if (!submission)
          return { ok: false, problem: problem('not-found', message('problems', 'noSubmission')) }
        await lockProvider(tx, submission)
        const at = clock.now()
        const candidates = await withoutIssue(tx, submissionId, shadedReports)
        const raising = await credibilityRaising(tx, submission, candidates, at)
        if (!raising) throw new Error(`Submission ${submissionId} has lost its collection or provider.`)
        const line = {
          actor,
          instId: submission.instId,
          event: 'REQUEST_CREDIBILITY',
          subject: submissionId,
          at,
        }
        const refusal = whyNotRaiseCredibility(actor, raising)
        if (refusal) {
          const value = problem(refusal.kind, refusal.reason)
          await recordRefusal(tx, line, value)
          return { ok: false, problem: value }
        }
        const raised = await raiseAll(tx, candidates, submissionId, { type: 'RAISE', actor }, at)
        await tx
          .insertInto('activity_log')
          .values({
            collection_id: submission.collectionId,
            inst_id: submission.instId,
            submission_id: submissionId,
            type_id: raisedType,
            created_utc: at,
            username: actor.name,
            organisation_id: actor.organisationId,
            filename: submission.fileName,
            detail: JSON.stringify({ raised }),
          })
          .execute()
        await recordAudit(tx, { ...line, detail: { raised } })
        return { ok: true, raised }
      }),

    /**
     * Raises what is missing when a submission was submitted for approval (decisions §11): of every rule outside tolerance
     * and every credibility report with a shaded cell. Done twice it changes nothing.
     */
    raiseMissing: ({ submissionId }: { submissionId: string }): Promise<void> =>
      withScope(db, { scope: 'all' }, async tx => {
        const submission = await findSubmission(tx, submissionId)
        if (!submission) return
        await lockProvider(tx, submission)
        const candidates = [
          ...(await withoutIssue(tx, submissionId, rulesOutside)),
          ...(await withoutIssue(tx, submissionId, shadedReports)),
        ]
        const event: IssueEvent = { type: 'SUBMITTED', actor: systemPrincipal }
        await raiseAll(tx, candidates, submissionId, event, clock.now())
      }),
  }
}
export type Raising = ReturnType<typeof createRaising>
