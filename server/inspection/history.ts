import { sql, type Transaction } from 'kysely'
import type { Principal, UserPrincipal } from '../../src/domain/principal.ts'
import { namingFor, onlyNaming } from '../../src/domain/privacy.ts'
import { type StatusName, statusById } from '../../src/domain/status.ts'
import {
  type FactsWire,
  factsFromWire,
  factsSeenBy,
  factsToWire,
  lifecycleFacts,
} from '../../src/domain/wire/facts.ts'
import type { LifecycleEntry } from '../../src/domain/wire/inspection.ts'
import {
  explain,
  type Facts,
  isSecondApproval,
  type LifecycleEvent,
  type LifecycleEventType,
  type PastEvent,
} from '../../src/machines/submission-lifecycle/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Language } from '../../src/messages/messages.ts'
import type { Database } from '../database/schema.ts'
import { inLanguage, withTexts } from '../messages.ts'

type Tx = Transaction<Database>

/** A row of the stored history. */
export interface EventRow {
  submission_id: string
  sequence: number
  event: LifecycleEventType
  from_status_id: number
  to_status_id: number
  actor: { kind: 'system'; name: string } | (UserPrincipal & { kind: 'user' })
  payload: Record<string, unknown>
  facts: unknown
  occurred_utc: Date
  detail: Record<string, unknown>
}

/** The same, with the name of the organisation that the actor acted for. */
export interface NamedEventRow extends EventRow {
  organisation_name: string | null
}

/** Every event of a submission, in order. */
export const eventsOf = async (tx: Tx, submissionId: string): Promise<NamedEventRow[]> => {
  const { rows } = await sql<NamedEventRow>`
    select e.submission_id, e.sequence, e.event, e.from_status_id, e.to_status_id, e.actor, e.payload, e.facts,
      e.occurred_utc, e.detail, o.published_name as organisation_name
    from submission_event e left join organisation o on o.id = e.actor ->> 'organisationId'
    where e.submission_id = ${submissionId}::uuid order by e.sequence`.execute(tx)
  return rows
}

const statusName = (id: number): StatusName => {
  const status = statusById(id)
  if (!status) throw new Error(`There is no status ${id}.`)
  return status.name
}

const actorOf = ({ actor }: EventRow): Principal => (actor.kind === 'user' ? actor : { kind: 'system' })

/** A stored event as the chart takes it. Throws where the row does not hold facts of the known form. */
export const pastEventOf = (row: EventRow): PastEvent => ({
  sequence: row.sequence,
  from: statusName(row.from_status_id),
  to: statusName(row.to_status_id),
  facts: factsFromWire(lifecycleFacts.parse(row.facts)),
  // The row was written from an event of the chart; a type that the chart does not know is refused by it.
  event: { ...row.payload, type: row.event, actor: actorOf(row) } as LifecycleEvent,
})

/** Who it was, for a viewer. The organisation stands beside the name. */
export const actorFor = (
  viewer: UserPrincipal,
  { actor, organisation_name }: Pick<NamedEventRow, 'actor' | 'organisation_name'>,
  language: Language,
): LifecycleEntry['actor'] => {
  if (actor.kind === 'system') {
    const name = inLanguage(language, message('server', 'history.system'))
    return { kind: 'system', name, organisationId: null, organisationType: null }
  }
  const { organisationId, organisationType } = actor
  const name =
    namingFor(viewer, organisationId) === 'organisation'
      ? (organisation_name ?? inLanguage(language, message('server', 'acted.unknown')))
      : actor.name
  return { kind: 'user', name, organisationId, organisationType }
}

/** What was written to a decision; for those who see the whole of the submission (decisions §12). */
const noteFor = (viewer: UserPrincipal, { detail }: EventRow): { note?: string } =>
  typeof detail.note === 'string' && onlyNaming(viewer) === undefined ? { note: detail.note } : {}

/** What the quality report says to who sees all of it: how many rules there are, and fail. */
const reported = ['rules', 'outside']

const detailFor = (
  viewer: UserPrincipal,
  { detail }: EventRow,
  language: Language,
): LifecycleEntry['detail'] =>
  viewer.organisationType === 'agency'
    ? (withTexts(language, detail) as LifecycleEntry['detail'])
    : onlyNaming(viewer) === undefined
      ? Object.fromEntries(Object.entries(detail).filter(([name]) => reported.includes(name)))
      : {}

/** An event for a viewer, with each guard as the decision found it. */
export const entryFor = (
  viewer: UserPrincipal,
  row: NamedEventRow,
  language: Language,
  /** What the guards read now; of the newest event only. */
  factsNow?: Facts,
): LifecycleEntry => {
  const { from, facts, event } = pastEventOf(row)
  const stored = lifecycleFacts.parse(row.facts)
  const seen = (read: FactsWire): FactsWire =>
    viewer.organisationType === 'agency' ? read : factsSeenBy(viewer.userId, read)
  return {
    sequence: row.sequence,
    event: row.event,
    fromStatusId: row.from_status_id,
    toStatusId: row.to_status_id,
    actor: actorFor(viewer, row, language),
    occurredAt: row.occurred_utc.toISOString(),
    payload: row.payload,
    facts: seen(stored),
    ...(factsNow && { factsAfter: seen(factsToWire(factsNow)) }),
    checks: explain(from, facts, event).checks.map(({ message: reason, ...check }) => ({
      ...check,
      sentence: inLanguage(language, reason),
    })),
    ...(viewer.organisationType !== 'provider' && isSecondApproval(event, facts) && { isSameApprover: true }),
    ...noteFor(viewer, row),
    detail: detailFor(viewer, row, language),
  }
}
