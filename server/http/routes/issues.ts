import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { statesWithAnswers } from '../../../src/domain/collection.ts'
import { issueStatusesAwaiting, issueStatusesIn } from '../../../src/domain/issue.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { listIssues } from '../../../src/domain/wire/issueList.ts'
import * as wire from '../../../src/domain/wire/issues.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import {
  eventsOfIssue,
  figuresOfReport,
  figuresOfRule,
  issueById,
  issuesOf,
  lastExplanationOf,
} from '../../database/queries/issues.ts'
import { reportOf } from '../../database/queries/results.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, setScope, withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import type { SignIns } from '../../identity/signIns.ts'
import {
  type DecidedIssue,
  factsOfIssue,
  findIssue,
  type Issues,
  type Raising,
  seesIssue,
} from '../../issues/index.ts'
import type { ObjectStore } from '../../storage/index.ts'
import { route } from '../route.ts'
import { colleaguesOf } from './colleagues.ts'
import { issueRowWire, issueWire } from './issueWire.ts'
import { ruleOfIssue } from './ruleOfIssue.ts'
import { noSubmission, uuidForm, withSubmission } from './submissionAccess.ts'

export interface IssueRouteOptions {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
  issues: Issues
  raising: Raising
  signIns: Pick<SignIns, 'peopleOf'>
}

/** Who asks, of which issue, and the language to answer in. */
export interface IssueContext {
  actor: UserPrincipal
  params: { id: string }
  language: Language
}

export const notFound = (code: 'noIssue' | 'noReport' | 'noAttachment'): ProblemError =>
  new ProblemError(problem('not-found', message('problems', code)))

/** An issue as this person reads it; not found where the scope, or a specialist regulator, sees none. */
export const readIssue = (db: Kysely<Database>, actor: UserPrincipal, id: string) =>
  withScope(db, scopeOf(actor), async tx => {
    const row = uuidForm.test(id) ? await issueById(tx, id) : undefined
    if (!row || !seesIssue(actor, { regulatorCode: row.regulator_code })) throw notFound('noIssue')
    const events = await eventsOfIssue(tx, id)
    const figures = row.subject === 'rule' ? await figuresOfRule(tx, row) : []
    const reportFigures = row.subject === 'report' ? await figuresOfReport(tx, row) : []
    const lastExplanation = await lastExplanationOf(tx, row)
    await setScope(tx, { scope: 'all' })
    const found = await findIssue(tx, id)
    if (!found) throw notFound('noIssue')
    return { row, events, figures, reportFigures, lastExplanation, facts: await factsOfIssue(tx, found) }
  })

/** The issue as a decision has left it. */
export const answerIssue = async (
  db: Kysely<Database>,
  actor: UserPrincipal,
  decision: Promise<DecidedIssue>,
  language: Language,
) => {
  const { issue } = await granted(decision)
  return issueWire(actor, await readIssue(db, actor, issue.id), language)
}

/** The calls that raise and read issues (specification 2 §7.2, decisions §11). */
export const issueRoutes = (app: FastifyInstance, options: IssueRouteOptions): void => {
  const { db, issues, raising, signIns } = options

  route(app, wire.createIssue, async ({ actor, params, body, language }) => {
    const of = await withSubmission(options, actor, params.uuid, { mode: 'live' }, async (tx, row) => {
      const named = { collectionId: row.collection_id, instId: row.inst_id, raisedFrom: row.id }
      if (body.subject === 'report') {
        const report = await reportOf(tx, row.id, 'credibility', body.validationCode)
        if (!report || row.regulator_code !== body.regulatorCode || onlyNaming(actor))
          throw notFound('noReport')
        const { code, title: name } = report
        return { ...named, subject: body.subject, code, name, regulatorCode: body.regulatorCode }
      }
      return { ...named, subject: 'rule' as const, ...(await ruleOfIssue(tx, actor, row.id, body)) }
    })
    return answerIssue(db, actor, issues.raise(of, actor), language)
  })

  route(app, wire.requestCredibility, async ({ actor, body }) => {
    const { submissionUuid, instId } = body
    await withSubmission(options, actor, submissionUuid, { instId, mode: 'live' }, async (_, row) => {
      if (row.collection_id !== body.collectionId) throw noSubmission()
    })
    const { raised } = await granted(raising.raiseCredibility(submissionUuid, actor))
    return { raised }
  })

  route(app, listIssues, async ({ actor, query, language }) => {
    const { limit = defaultPageSize, offset = 0, filter, rule, status, ...of } = query
    const awaited = filter === 'awaiting-me' ? issueStatusesAwaiting(actor.organisationType) : undefined
    const statuses = status === undefined ? awaited : issueStatusesIn(status)
    const found = await withScope(db, scopeOf(actor), tx =>
      issuesOf(
        tx,
        {
          ...of,
          search: rule?.trim(),
          statuses: awaited && statuses ? statuses.filter(one => awaited.includes(one)) : statuses,
          states: awaited && statesWithAnswers,
          raiserId: filter === 'mine' ? actor.userId : undefined,
          assigneeId: filter === 'assigned-to-me' ? actor.userId : undefined,
          regulatorCode: onlyNaming(actor),
        },
        { limit, offset },
      ),
    )
    return {
      issues: found.rows.map(row => issueRowWire(actor, row, language)),
      pagingMetadata: { totalResultsCount: found.total, limit, offset },
    }
  })

  route(app, wire.getIssue, async ({ actor, params, language }) =>
    issueWire(actor, await readIssue(db, actor, params.id), language),
  )

  route(app, wire.listColleagues, async ({ actor }) => ({
    colleagues: await colleaguesOf(signIns, actor.organisationId),
  }))
}
