import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MonitoringRow } from '../../src/domain/wire/collections.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** The latest submission of a provider, and the one that came furthest (specification 2 §2.4), over many uploads. */
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
}, 120_000)
afterAll(() => server.stop())

const upload = async (faults: 'none' | 'malformed'): Promise<string> => {
  const id = randomUUID()
  const content = Buffer.concat([
    ...generateSample({ provider: '0002', collection: '23056', students: 5, faults }),
  ])
  await server.upload('brackley-submitter', { submissionId: id, instId: '0002', content })
  await server.reaches(id, faults === 'none' ? 'QUALITY_PROCESSING_COMPLETE' : 'SCHEMA_CHECK_FAILED')
  return id
}

const shown = async () => {
  const { body } = await server.call<{ submissions: MonitoringRow[] }>(
    'bedel-analyst',
    'GET',
    '/collections/23056/submissions?ovt=false',
  )
  const row = body.submissions.find(({ provider }) => provider.instId === '0002')
  return { latest: row?.latestSubmission?.uuid, furthest: row?.furthestSubmission?.uuid }
}

it('of uploads that came equally far it is the last, and a later one that failed sooner does not take its place', async () => {
  expect(await shown()).toEqual({ latest: undefined, furthest: undefined })
  await upload('malformed')
  const second = await upload('malformed')
  expect(await shown()).toEqual({ latest: second, furthest: second })
  const through = await upload('none')
  expect(await shown()).toEqual({ latest: through, furthest: through })
  const failed = await upload('malformed')
  expect(await shown()).toEqual({ latest: failed, furthest: through })
})
