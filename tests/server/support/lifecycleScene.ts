import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type StatusName, statusOf } from '../../../src/domain/status.ts'
import type { ProcessingServer } from './processingServer.ts'

/** Submissions on a server at the statuses that a test needs, without what leads there. */
export const lifecycleScene = (server: () => ProcessingServer) => ({
  /** Only one submission of Ashby, at this status. */
  stand: async (status: StatusName): Promise<string> => {
    const id = randomUUID()
    await server().inSystem(tx =>
      sql`update submission set is_latest = false, status_id = ${statusOf('UPLOAD_ERROR').id}
        where is_latest or status_id <> ${statusOf('UPLOAD_ERROR').id}`.execute(tx),
    )
    await server().place({ id, instId: '0001' }, status)
    return id
  },

  /** Past the checks of the file, which no worker makes here. */
  moveTo: (id: string, status: StatusName) =>
    server().inSystem(tx =>
      sql`update submission set status_id = ${statusOf(status).id} where id = ${id}::uuid`.execute(tx),
    ),
})
