import { sql, type Transaction } from 'kysely'
import { type IssueSubject, newsOfResults } from '../../src/domain/issue.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { ruleMatcher } from '../../src/domain/sameRule.ts'
import type { IssueEvent } from '../../src/machines/issue/index.ts'
import { ruleCodesOf } from '../database/queries/results.ts'
import type { Database } from '../database/schema.ts'
import { recordAudit } from '../decisions/records.ts'
import { gatherIssueFacts } from './facts.ts'
import { type IssueRecord, lockIssue } from './issueRow.ts'
import { issueDecider, type TrackerQueue } from './write.ts'

type Tx = Transaction<Database>

interface EarlierResults {
  submissionId: string
  /** Whether they are of the same bytes, processed again. */
  isSameFile: boolean
}

/** The last other results of the provider's that have the issue's rule or report; undefined where there are none. */
const earlierResults = async (
  tx: Tx,
  submissionId: string,
  { subject, code }: IssueRecord,
): Promise<EarlierResults | undefined> => {
  const { rows } = await sql<EarlierResults>`
    select s.id as "submissionId", coalesce(s.file_hash = now.file_hash, false) as "isSameFile"
    from submission now
    join submission s on s.collection_id = now.collection_id and s.inst_id = now.inst_id and s.mode = 'live' and s.id <> now.id
    where now.id = ${submissionId}::uuid and case when ${subject} = 'rule'
      then exists (select 1 from quality_rule_result q where q.submission_id = s.id and q.code = ${code})
      else exists (select 1 from report p where p.submission_id = s.id and p.kind = 'credibility' and p.code = ${code}) end
    order by s.created_utc desc limit 1`.execute(tx)
  return rows[0]
}

/** Whether the results have the issue's rule for its regulator, or its report. */
const hasResultsOf = async (tx: Tx, submissionId: string, issue: IssueRecord): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select case when ${issue.subject} = 'rule' then exists (
        select 1 from quality_rule_result q, jsonb_array_elements(q.result -> 'rows') r
        where q.submission_id = ${submissionId}::uuid and q.code = ${issue.code}
          and r ->> 'regulatorCode' = ${issue.regulatorCode})
      else exists (select 1 from report p where p.submission_id = ${submissionId}::uuid and p.kind = 'credibility'
        and p.code = ${issue.code}) end as found`.execute(tx)
  return rows[0]?.found ?? false
}

/**
 * The issue under the code that its rule has in new results, with the tolerance that was granted: a new version of a rule
 * asks for no second explanation (decisions §11). As it was where the rule is not there, or has an issue of its own.
 */
const carriedOver = async (
  tx: Tx,
  issue: IssueRecord,
  submissionId: string,
  earlier: EarlierResults,
  at: Date,
): Promise<IssueRecord> => {
  const codes = await ruleCodesOf(tx, submissionId)
  const code = ruleMatcher(await ruleCodesOf(tx, earlier.submissionId), codes)(issue.code)
  if (code === undefined || code === issue.code) return issue
  const { rows } = await sql<{ name: string }>`
    update issue i set code = ${code}, name = q.name from quality_rule_result q
    where i.id = ${issue.id}::uuid and q.submission_id = ${submissionId}::uuid and q.code = ${code}
      and not exists (select 1 from issue o where o.collection_id = i.collection_id and o.inst_id = i.inst_id
        and o.subject = i.subject and o.code = ${code} and o.regulator_code = i.regulator_code)
    returning q.name`.execute(tx)
  const [renamed] = rows
  if (!renamed) return issue
  await sql`
    update tolerance_override set rule_code = ${code}
    where collection_id = ${issue.collectionId} and inst_id = ${issue.instId} and rule_code = ${issue.code}
      and regulator_code = ${issue.regulatorCode}`.execute(tx)
  await recordAudit(tx, {
    actor: systemPrincipal,
    instId: issue.instId,
    event: 'ISSUE_CARRIED_OVER',
    subject: issue.id,
    at,
    detail: { from: issue.code, to: code },
  })
  return { ...issue, code, name: renamed.name }
}

/**
 * What new results of a submission mean for the issues of the provider's rules, or of its credibility reports (decisions
 * §11): each hears whether its rule is outside tolerance, or its report has shaded cells, and its chart says what follows.
 * Call it in the transaction that stores the results, under the lock of the provider and with the scope 'all'.
 */
export const followResults = async (
  tx: Tx,
  subject: IssueSubject,
  submissionId: string,
  { tracker }: { tracker?: TrackerQueue | undefined },
  at: Date,
): Promise<void> => {
  const { judge, write } = issueDecider({ tracker, clock: { now: () => at } })
  // Results of a submission that was put aside meanwhile, or of online validation, tell nothing of what is submitted.
  const { rows } = await sql<{ id: string }>`select i.id from issue i
    join submission s on s.collection_id = i.collection_id and s.inst_id = i.inst_id and s.mode = 'live' and s.is_latest
    where s.id = ${submissionId}::uuid and i.subject = ${subject} order by i.id`.execute(tx)
  for (const { id } of rows) {
    const locked = await lockIssue(tx, id)
    const earlier = locked && (await earlierResults(tx, submissionId, locked))
    const issue =
      locked && earlier && subject === 'rule'
        ? await carriedOver(tx, locked, submissionId, earlier, at)
        : locked
    const facts = issue && (await gatherIssueFacts(tx, { ...issue, issueId: id, raisedFrom: undefined }))
    if (!issue || !facts) continue
    const type = newsOfResults({
      isThere: await hasResultsOf(tx, submissionId, issue),
      isOutside: facts.isOutside,
      isSameFile: earlier?.isSameFile ?? false,
    })
    if (type === undefined) continue
    const event: IssueEvent = { type, actor: systemPrincipal }
    const { transition } = await judge(tx, issue, event, { facts, at })
    if (transition) await write(tx, transition)
  }
}
