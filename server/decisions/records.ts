import type { Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import type { Problem } from '../../src/domain/problem.ts'
import type { Database } from '../database/schema.ts'
import { inEnglish } from '../messages.ts'

const systemName = 'System'

/** The name of an actor in logs. */
export const actorName = (actor: Principal): string => (actor.kind === 'user' ? actor.name : systemName)

/** An actor as a stored event has it. */
export const actorRecord = (actor: Principal): Record<string, unknown> =>
  actor.kind === 'user'
    ? {
        kind: 'user',
        userId: actor.userId,
        name: actor.name,
        organisationId: actor.organisationId,
        organisationType: actor.organisationType,
        isPrimaryRegulator: actor.isPrimaryRegulator,
        roles: actor.roles,
      }
    : { kind: 'system', name: systemName }

/** A line of the audit. */
export interface AuditLine {
  actor: Principal
  /** The provider that it is about; absent if it is about none or several. */
  instId?: string | undefined
  event: string
  /** Names what it is about. */
  subject: string
  at: Date
  detail?: Record<string, unknown>
}

const insertLine = async (
  tx: Transaction<Database>,
  { actor, instId, event, subject, at, detail = {} }: AuditLine,
  outcome: { outcome: 'done' | 'refused'; status: number; reason: string | null },
): Promise<void> => {
  await tx
    .insertInto('audit_line')
    .values({
      occurred_utc: at,
      actor_id: actor.kind === 'user' ? actor.userId : 'system',
      actor_organisation: actor.kind === 'user' ? actor.organisationId : 'system',
      inst_id: instId ?? null,
      action: event,
      subject,
      ...outcome,
      detail: JSON.stringify(detail),
    })
    .execute()
}

/** Adds what was done to the audit: a granted decision, or something that no chart decides, such as a download. */
export const recordAudit = (tx: Transaction<Database>, line: AuditLine): Promise<void> =>
  insertLine(tx, line, { outcome: 'done', status: 200, reason: null })

/** Adds a refusal to the audit. Refusals of enforced charts come from the decider alone. */
export const recordRefusal = (
  tx: Transaction<Database>,
  line: AuditLine,
  { status, reason }: Problem,
): Promise<void> => insertLine(tx, line, { outcome: 'refused', status, reason: inEnglish(reason) })
