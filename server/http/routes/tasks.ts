import type { FastifyInstance } from 'fastify'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { hasResults, statusOf } from '../../../src/domain/status.ts'
import { taskGroupOf, taskGroups } from '../../../src/domain/tasks.ts'
import { listTasks, type Task, type TaskCounts } from '../../../src/domain/wire/tasks.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import {
  type FindingCounts,
  findingCounts,
  type LastCommentRow,
  lastComments,
} from '../../database/queries/tasks.ts'
import { inLanguage } from '../../messages.ts'
import { type FoundTask, tasksOf } from '../../tasks/index.ts'
import { route } from '../route.ts'

const shownAtOnce = 25
/** Longest comment that a list quotes, in characters. */
const quotedLength = 200

const quote = (text: string): string =>
  text.length <= quotedLength ? text : `${text.slice(0, quotedLength).trimEnd()}…`

const taskWire = (
  { status, issue, ...task }: FoundTask,
  findings: FindingCounts | undefined,
  comment: LastCommentRow | undefined,
): Task => ({
  id: task.id,
  action: task.action,
  group: taskGroupOf(task.action),
  collection: task.collection,
  provider: task.provider,
  submissionId: task.submissionId,
  statusId: status && statusOf(status).id,
  issue: issue && {
    ...issue,
    lastComment: comment ? { text: quote(comment.text), by: comment.by } : null,
  },
  sender: task.sender,
  findings: findings
    ? {
        outside: findings.outside,
        blocking: findings.blocking,
        records: findings.records,
        names: findings.names,
        issues: findings.issues,
      }
    : null,
  since: task.since,
  due: task.due,
  page: task.page,
})

const countsOf = (tasks: readonly FoundTask[]): TaskCounts =>
  Object.fromEntries(
    taskGroups.map(group => [group, tasks.filter(({ action }) => taskGroupOf(action) === group).length]),
  ) as TaskCounts

const oldestOf = (tasks: readonly FoundTask[]): string | null =>
  tasks.reduce<string | null>(
    (oldest, { since }) => (since !== null && (oldest === null || since < oldest) ? since : oldest),
    null,
  )

/** What the caller can do now (decisions §16). */
export const taskRoutes = (app: FastifyInstance, { db, clock }: Pick<Server, 'db' | 'clock'>): void => {
  route(app, listTasks, ({ actor, query, language }) =>
    withScope(db, scopeOf(actor), async tx => {
      const { group = [], collectionReference, offset = 0, limit = shownAtOnce } = query
      const { tasks, standings } = await tasksOf(tx, actor, clock.now())
      const all = tasks.filter(
        ({ collection }) => collectionReference === undefined || collection.reference === collectionReference,
      )
      const groups = [group].flat()
      const listed = all.filter(({ action }) => groups.length === 0 || groups.includes(taskGroupOf(action)))
      const page = listed.slice(offset, offset + limit)
      // A specialist regulator sees only some rules, so counts of all of them are not for it.
      const hasFindings = ({ action, status }: FoundTask): boolean =>
        onlyNaming(actor) === undefined && action !== 'agreeToTransfers' && hasResults(status ?? undefined)
      const findings = await findingCounts(
        tx,
        page.flatMap(task => (hasFindings(task) ? (task.submissionId ?? []) : [])),
      )
      const comments = await lastComments(
        tx,
        page.flatMap(({ issue }) => issue?.id ?? []),
      )
      return {
        tasks: page.map(task =>
          taskWire(
            task,
            hasFindings(task) ? findings.find(one => one.submissionId === task.submissionId) : undefined,
            comments.find(({ issueId }) => issueId === task.issue?.id),
          ),
        ),
        counts: countsOf(all),
        oldest: oldestOf(all),
        standings: standings.map(({ collectionId, standing: { turn, act, last, follows, stopped } }) => ({
          collectionId,
          turn,
          act: act ?? null,
          last,
          follows: follows ?? null,
          stopped: typeof stopped === 'object' ? inLanguage(language, stopped) : (stopped ?? null),
        })),
        pagingMetadata: { totalResultsCount: listed.length, limit, offset },
      }
    }),
  )
}
