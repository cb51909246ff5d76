import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processingStages } from '../../src/domain/processingProgress.ts'
import { statusOf } from '../../src/domain/status.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** A file of some bytes whose stages took so many seconds each, one after the other with ten seconds in the queue before. */
const processed = async (bytes: number, seconds: number): Promise<void> => {
  const id = randomUUID()
  await server.place({ id, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
  const ends = processingStages.flatMap((stage, at) => {
    const begins = at * (seconds + 10)
    const after = at === processingStages.length - 1 ? 'QUALITY_PROCESSING_COMPLETE' : 'PROVISIONED'
    return [
      { to: statusOf(stage).id, second: begins },
      { to: statusOf(after).id, second: begins + seconds },
    ]
  })
  const values = ends.map(
    ({ to, second }, at) =>
      `('${id}', '0002', ${at + 1}, 'X', 1, ${to}, '{}', '{}', timestamptz '2024-09-01T00:00:00Z' + interval '${second} s')`,
  )
  await server.asOwner(`update submission set file_size = ${bytes}, is_latest = false where id = '${id}';
    insert into submission_event (submission_id, inst_id, sequence, event, from_status_id, to_status_id, actor, facts, occurred_utc)
    values ${values.join(',')}`)
}

const timesOf = async (id: string): Promise<SubmissionWire['stageTimes']> =>
  (await server.call<SubmissionWire>('ashby-submitter', 'GET', `/submissions/${id}`)).body.stageTimes

it('tells of a file that is processed what each stage took for files of similar size, whoever sent them', async () => {
  const id = randomUUID()
  await server.place({ id, instId: '0001' }, 'SCHEMA_CHECK')
  await server.asOwner(`update submission set file_size = 1000 where id = '${id}'`)
  await processed(500, 10)
  await processed(2000, 20)
  // Another size tells nothing, and two files are too few.
  await processed(499, 500)
  await processed(2001, 500)
  expect(await timesOf(id)).toEqual([])
  await processed(1000, 30)
  expect(await timesOf(id)).toEqual(processingStages.map(stage => ({ stage, low: 12, high: 28 })))
  // Where nothing is processed any more, nothing is told.
  await server.place({ id, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
  expect(await timesOf(id)).toEqual([])
})
