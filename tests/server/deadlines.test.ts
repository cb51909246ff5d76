import { randomUUID } from 'node:crypto'
import { addHours } from 'date-fns'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDeadlines, type JobQueue } from '../../server/jobs/index.ts'
import { uploadBody } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** The deadline of an upload comes up at this time of the database, in a process whose clock is hours ahead. */
const comesUp = async (submissionId: string, due: Date, startedOn: Date): Promise<unknown[]> => {
  const armed: unknown[] = []
  let handle: ((job: unknown) => Promise<void>) | undefined
  const queue = {
    consume: async (_queue: string, work: (job: unknown) => Promise<void>) => {
      handle = work
    },
    armDeadline: async (_tx: unknown, ...deadline: unknown[]) => void armed.push(deadline),
  } as unknown as JobQueue
  const { db, storage, lifecycle } = server
  const clock = { now: () => addHours(server.clock.now(), 3) }
  await createDeadlines({ db, clock, store: storage, lifecycle, queue }).start()
  await handle?.({ data: { kind: 'UPLOAD_EXPIRED', submissionId, due: due.toISOString() }, startedOn })
  return armed
}

it('are judged by the clock of the database: a server that is ahead ends no upload of others', async () => {
  const id = randomUUID()
  const response = await server.call('ashby-submitter', 'POST', '/files/uploadRequest', {
    body: uploadBody(id),
  })
  expect(response.status).toBe(200)
  const due = addHours(server.clock.now(), 1)

  expect(await comesUp(id, due, server.clock.now())).toEqual([['UPLOAD_EXPIRED', id, due]])
  expect(await server.statusOfSubmission(id)).toBe('UPLOADING')

  expect(await comesUp(id, due, addHours(due, 1))).toEqual([])
  expect(await server.statusOfSubmission(id)).toBe('UPLOAD_ERROR')
})
