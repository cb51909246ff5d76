import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { collectionStateNames, isReprocessable, statesWithAnswers } from '../../../src/domain/collection.ts'
import { issueStatusesAwaiting } from '../../../src/domain/issue.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { inQueueOrder, type QueueKind } from '../../../src/domain/queue.ts'
import { isSystemError, statusIdsWhere, statusNameOf } from '../../../src/domain/status.ts'
import { getMyQueue, type QueueItem } from '../../../src/domain/wire/queue.ts'
import { queueKindOf } from '../../../src/machines/submission-lifecycle/index.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { issuesOf } from '../../database/queries/issues.ts'
import { deadlinesOf, submissionsAt } from '../../database/queries/queue.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import { gatherAllFacts } from '../../lifecycle/facts.ts'
import { route } from '../route.ts'
import { subjectOf } from './submissionFacts.ts'

type Tx = Transaction<Database>

/** Things of one answer at most; nobody reads further. */
const shownAtMost = 500

/** Only at these can a submission wait for the agency or a regulator; a history that failed awaits nobody else either. */
const awaitedIds = statusIdsWhere(
  ({ awaits, name }) => awaits === 'agency' || awaits === 'statutoryCustomer' || isSystemError(name),
)
const states = collectionStateNames.filter(isReprocessable)

const issueItems = async (tx: Tx, actor: UserPrincipal): Promise<{ items: QueueItem[]; total: number }> => {
  if (!may(actor, 'collections.view-issue')) return { items: [], total: 0 }
  const { rows, total } = await issuesOf(
    tx,
    {
      statuses: issueStatusesAwaiting(actor.organisationType),
      states: statesWithAnswers,
      regulatorCode: onlyNaming(actor),
    },
    { limit: shownAtMost, offset: 0 },
  )
  const deadlines = await deadlinesOf(tx, [...new Set(rows.map(row => row.collection_id))])
  const items = rows.map(
    (row): QueueItem => ({
      kind: 'issue',
      instId: row.inst_id,
      provider: row.provider_name,
      collection: { id: row.collection_id, reference: row.collection_reference, name: row.collection_name },
      submissionId: row.raised_from,
      statusId: null,
      issue: { id: row.id, name: row.name },
      since: row.updated_utc.toISOString(),
      deadline: deadlines.get(row.collection_id) ?? null,
    }),
  )
  return { items, total }
}

/** The last work of the transaction: its scope is 'all' afterwards. */
const submissionItems = async (tx: Tx, actor: UserPrincipal, now: Date): Promise<QueueItem[]> => {
  const rows = await submissionsAt(tx, { statusIds: awaitedIds, states })
  await setScope(tx, { scope: 'all' })
  const facts = await gatherAllFacts(tx, rows.map(subjectOf), now)
  return rows.flatMap((row, at): QueueItem[] => {
    const own = facts[at]
    const kind = own && queueKindOf(statusNameOf(row.status_id), own, actor)
    if (!kind) return []
    return [
      {
        kind,
        instId: row.inst_id,
        provider: row.provider,
        collection: { id: row.collection_id, reference: row.reference, name: row.collection },
        submissionId: row.id,
        statusId: row.status_id,
        issue: null,
        since: row.since.toISOString(),
        deadline: row.deadline,
      },
    ]
  })
}

/** What awaits the caller over all collections (decisions §6 "Dashboard"). */
export const queueRoutes = (app: FastifyInstance, { db, clock }: Pick<Server, 'db' | 'clock'>): void => {
  route(app, getMyQueue, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => {
      const issues = await issueItems(tx, actor)
      const submissions = await submissionItems(tx, actor, clock.now())
      const count = (kind: QueueKind) => submissions.filter(item => item.kind === kind).length
      return {
        items: [...submissions, ...issues.items].toSorted(inQueueOrder).slice(0, shownAtMost),
        counts: {
          approval: count('approval'),
          issue: issues.total,
          'signed-form': count('signed-form'),
          error: count('error'),
        },
      }
    }),
  )
}
