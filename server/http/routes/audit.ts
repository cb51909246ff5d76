import type { FastifyInstance } from 'fastify'
import { limits } from '../../../src/domain/limits.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/audit.ts'
import { message } from '../../../src/messages/message.ts'
import { listAuditLines, openCheckpoint, proofOf, readAuditKeys, verifierKey } from '../../audit/index.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { route } from '../route.ts'

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** The audit for administrators: its lines, and the proof of one. */
export const auditRoutes = (app: FastifyInstance, { db, config }: Pick<Server, 'db' | 'config'>): void => {
  /** The key that has signed a checkpoint; ours where none of those has that we trust. */
  const signerOf = (note: string): string => {
    const { signer, trusted } = readAuditKeys(config.keysDir)
    return verifierKey(openCheckpoint(note, trusted)?.publicKey ?? signer.publicKey)
  }

  route(app, wire.listAuditLines, async ({ actor, query }) => {
    const { limit = limits.pageLimit, offset = 0, search = '', outcome = null } = query
    const { lines, total } = await withScope(db, scopeOf(actor), tx =>
      listAuditLines(tx, { search, outcome, limit, offset }),
    )
    return {
      lines: lines.map(({ occurred, ...line }) => ({ ...line, occurredUtc: occurred.toISOString() })),
      pagingMetadata: { totalResultsCount: total, limit, offset },
    }
  })

  route(app, wire.getAuditProof, ({ actor, params }) =>
    withScope(db, scopeOf(actor), async tx => {
      const proof = /^[1-9]\d{0,14}$/.test(params.lineId)
        ? await proofOf(tx, Number(params.lineId))
        : undefined
      if (!proof) throw new ProblemError(problem('not-found', message('server', 'noAuditProof')))
      return {
        entry: proof.entry,
        position: proof.position,
        path: proof.path.map(base64),
        checkpoint: proof.note,
        verifierKey: signerOf(proof.note),
      }
    }),
  )
}
