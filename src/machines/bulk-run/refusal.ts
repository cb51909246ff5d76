import { jobDecision, jobPermission } from '../../domain/job.ts'
import { statusOfRow } from '../../domain/monitoringColumns.ts'
import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import type { MonitoringRow } from '../../domain/wire/collections.ts'
import { factsFromWire } from '../../domain/wire/facts.ts'
import { type Message, message } from '../../messages/message.ts'
import { explain, type UserEvent } from '../submission-lifecycle/index.ts'
import type { CollectionOfRun } from './types.ts'

type Run = Pick<CollectionOfRun, 'kind' | 'principal'>

/** Why a job would refuse a row now: the reader may not start it, or the lifecycle refuses. Undefined if it takes the row. */
export const refusalOf = (row: MonitoringRow, { kind, principal: actor }: Run): Message | undefined => {
  if (!may(actor, jobPermission[kind])) return message('job', 'mayRun.fails', { product: product.name })
  const event: UserEvent = { type: jobDecision(kind), actor }
  return explain(statusOfRow(row) ?? 'UNKNOWN', factsFromWire(row.facts), event).refusal?.reason
}

/** Ids of the providers whose rows the job would take. */
export const ableOf = (rows: readonly MonitoringRow[], run: Run): string[] =>
  rows.filter(row => refusalOf(row, run) === undefined).map(row => row.provider.instId)
