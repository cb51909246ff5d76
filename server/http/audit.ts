import type { Kysely } from 'kysely'
import { type Principal, systemPrincipal } from '../../src/domain/principal.ts'
import type { Problem } from '../../src/domain/problem.ts'
import { type Database, scopeOf, withScope } from '../database/index.ts'
import { inEnglish } from '../messages.ts'

/** A refusal by the routes themselves, as a line of the audit; the lifecycle writes its own. */
export const auditRefusal = (
  db: Kysely<Database>,
  at: Date,
  line: { actor: Principal; action: string; subject: string; problem: Problem },
): Promise<void> => {
  const { actor } = line
  return withScope(db, scopeOf(systemPrincipal), async tx => {
    await tx
      .insertInto('audit_line')
      .values({
        occurred_utc: at,
        actor_id: actor.kind === 'user' ? actor.userId : 'system',
        actor_organisation: actor.kind === 'user' ? actor.organisationId : 'system',
        action: line.action,
        subject: line.subject,
        outcome: 'refused',
        status: line.problem.status,
        reason: inEnglish(line.problem.reason),
      })
      .execute()
  })
}
