import type { Kysely } from 'kysely'
import { type Principal, systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import type { Problem } from '../../src/domain/problem.ts'
import { type Database, scopeOf, withScope } from '../database/index.ts'
import { recordAudit, recordRefusal } from '../decisions/records.ts'

/** A refusal by the routes themselves, as a line of the audit; the lifecycle writes its own. */
export const auditRefusal = (
  db: Kysely<Database>,
  at: Date,
  line: { actor: Principal; action: string; subject: string; problem: Problem },
): Promise<void> => {
  const { actor, action: event, subject, problem } = line
  return withScope(db, scopeOf(systemPrincipal), tx =>
    recordRefusal(tx, { actor, event, subject, at }, problem),
  )
}

/** The submission whose records leave the server. */
export interface RecordsOf {
  id: string
  inst_id: string
}

/** Single records that somebody takes out as a file or as CSV, as a line of the audit that names the call and the submission. */
export const auditDownload = (
  db: Kysely<Database>,
  at: Date,
  { actor, call, of }: { actor: UserPrincipal; call: string; of: RecordsOf },
): Promise<void> =>
  withScope(db, scopeOf(systemPrincipal), tx =>
    recordAudit(tx, {
      actor,
      instId: of.inst_id,
      event: 'RECORDS_DOWNLOADED',
      subject: of.id,
      at,
      detail: { call },
    }),
  )
