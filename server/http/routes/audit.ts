import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { limits } from '../../../src/domain/limits.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/audit.ts'
import { message } from '../../../src/messages/message.ts'
import { proofOf, readAuditKeys, verifierKey } from '../../audit/index.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { anywhere } from '../../database/queries/pattern.ts'
import { route } from '../route.ts'

interface LineRow {
  id: number
  occurred_utc: Date
  actor_id: string
  actor_organisation: string
  inst_id: string | null
  action: string
  subject: string | null
  outcome: 'done' | 'refused'
  status: number
  reason: string | null
  is_sealed: boolean
  total: number
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
/** The audit for administrators: its lines, and the proof of one. */
export const auditRoutes = (app: FastifyInstance, { db, config }: Pick<Server, 'db' | 'config'>): void => {
  const key = verifierKey(readAuditKeys(config.keysDir).signer.publicKey)

  route(app, wire.listAuditLines, ({ actor, query }) =>
    withScope(db, scopeOf(actor), async tx => {
      const { limit = limits.pageLimit, offset = 0, search = '', outcome = null } = query
      const pattern = anywhere(search)
      const { rows } = await sql<LineRow>`
        select l.id, l.occurred_utc, l.actor_id, l.actor_organisation, l.inst_id, l.action, l.subject, l.outcome,
          l.status, l.reason, f.position is not null as is_sealed, count(*) over ()::int as total
        from audit_line l left join audit_leaf f on f.line_id = l.id
        where (${outcome}::text is null or l.outcome = ${outcome})
          and (${search} = '' or l.actor_id ilike ${pattern} or l.actor_organisation ilike ${pattern}
            or l.action ilike ${pattern} or l.subject ilike ${pattern})
        order by l.id desc limit ${limit} offset ${offset}`.execute(tx)
      return {
        lines: rows.map(row => ({
          id: row.id,
          occurredUtc: row.occurred_utc.toISOString(),
          actorId: row.actor_id,
          organisation: row.actor_organisation,
          instId: row.inst_id,
          action: row.action,
          subject: row.subject,
          outcome: row.outcome,
          status: row.status,
          reason: row.reason,
          isSealed: row.is_sealed,
        })),
        pagingMetadata: { totalResultsCount: rows[0]?.total ?? 0, limit, offset },
      }
    }),
  )

  route(app, wire.getAuditProof, ({ actor, params }) =>
    withScope(db, scopeOf(actor), async tx => {
      const proof = /^[1-9]\d{0,14}$/.test(params.lineId)
        ? await proofOf(tx, Number(params.lineId))
        : undefined
      if (!proof) throw new ProblemError(problem('not-found', message('problems', 'noAuditProof')))
      return {
        entry: proof.entry,
        position: proof.position,
        path: proof.path.map(base64),
        checkpoint: proof.note,
        verifierKey: key,
      }
    }),
  )
}
