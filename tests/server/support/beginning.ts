import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { systemPrincipal } from '../../../src/domain/principal.ts'
import { type FaultKind, generateSample } from '../../../src/sample/index.ts'
import type { ProcessingServer } from './processingServer.ts'

/** Stores a file of a provider and starts its processing. */
export const begin = async (
  server: ProcessingServer,
  students: number,
  faults: FaultKind = 'none',
): Promise<string> => {
  const id = randomUUID()
  const key = `0001/${id}/file.xml`
  await server.inSystem(tx => sql`update submission set is_latest = false, status_id = 3`.execute(tx))
  await server.lifecycle.requestUpload({
    submissionId: id,
    collectionId: 'c23056',
    instId: '0001',
    mode: 'live',
    fileName: 'file.xml',
    objectKey: key,
    expires: new Date(server.clock.now().getTime() + 60_000),
    actor: server.actor('ashby-submitter'),
  })
  const content = generateSample({ provider: '0001', students, faults, collection: '23056' })
  const { size, sha256 } = await server.storage.put(key, Readable.from(content))
  await server.lifecycle.decide(
    id,
    { type: 'FILE_STORED', actor: systemPrincipal },
    { change: { fileSize: size, uploaded: server.clock.now(), ...(sha256 ? { fileHash: sha256 } : {}) } },
  )
  return id
}

/** The events of a submission in their order. */
export const eventsOf = async (server: ProcessingServer, id: string): Promise<string[]> => {
  const { rows } = await server.inSystem(tx =>
    sql<{
      event: string
    }>`select event from submission_event where submission_id = ${id}::uuid order by sequence`.execute(tx),
  )
  return rows.map(({ event }) => event)
}
