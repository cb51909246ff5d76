import { randomUUID } from 'node:crypto'
import { auditRefusal } from '../../../server/http/audit.ts'
import { problem } from '../../../src/domain/problem.ts'
import { message } from '../../../src/messages/message.ts'
import type { ProcessingServer } from './processingServer.ts'

/** Writes lines of the audit, `TEST_0` first. */
export const writeAuditLines = async (server: ProcessingServer, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1)
    await auditRefusal(server.db, server.clock.now(), {
      actor: server.actor('ashby-submitter'),
      action: `TEST_${n}`,
      subject: randomUUID(),
      problem: problem('forbidden', message('problems', 'noCollection')),
    })
}

/** Keeps the server's own seal from coming in between. */
export const sealByHand = (server: ProcessingServer): Promise<void> =>
  server.asOwner("delete from pgboss.schedule where name = 'audit.seal'")

/** Empties the audit, and what the object store knows of it. */
export const forgetAudit = async (server: ProcessingServer): Promise<void> => {
  await server.forget()
  for (const key of await server.storage.list('audit/')) await server.storage.remove(key)
}
