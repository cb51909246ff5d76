import type { Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import type { Database } from '../database/schema.ts'

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

/** Adds a line to the audit: of a decision, granted or refused, or of something that no chart decides, such as a download. */
export const recordAudit = async (
  tx: Transaction<Database>,
  line: {
    actor: Principal
    /** The provider that it is about; absent if it is about none or several. */
    instId?: string
    event: string
    /** Names what it is about. */
    subject: string
    at: Date
    refusal?: { status: number; reason: string }
    detail?: Record<string, unknown>
  },
): Promise<void> => {
  await tx
    .insertInto('audit_line')
    .values({
      occurred_utc: line.at,
      actor_id: line.actor.kind === 'user' ? line.actor.userId : 'system',
      actor_organisation: line.actor.kind === 'user' ? line.actor.organisationId : 'system',
      inst_id: line.instId ?? null,
      action: line.event,
      subject: line.subject,
      outcome: line.refusal ? 'refused' : 'done',
      status: line.refusal?.status ?? 200,
      reason: line.refusal?.reason ?? null,
      detail: JSON.stringify(line.detail ?? {}),
    })
    .execute()
}
