import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { giveTo, publisher } from './support/published.ts'
import { marked } from './support/recordValues.ts'

/* What the analysis database says of a fault quotes the value at fault; the log holds no value of a record (issue 9). */

const logged: string[] = []
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true, logged })
})
afterAll(() => server.stop())

const released = join(import.meta.dirname, '../../rulesets/student/23056_1.0.0')

/** The record's ruleset without its rules and reports, with a list that reads a name as a number. */
const castingRuleset = async (): Promise<Record<string, string>> => {
  const without = await Promise.all(
    ['rules', 'reports'].map(async part =>
      (await readdir(join(released, part))).map(name => `  - ${part}/${name}\n`),
    ),
  )
  return {
    'ruleset.yaml': `base: 23056_1.0.0\nversion: 23056_1.0.1\nschema: 23056_1_0_0.xsd\nwithout:\n${without.flat().join('')}`,
    'listings/NSS.yaml': `code: NSS
title: NSS Survey
details: Reads a name as a number, so that it is known what a fault tells.
tabs:
  - name: Included
    rows: select cast(case when s.SURNAME like 'Quill%' then s.SURNAME else '12' end as integer) as NUMBER from Student s
    order: NUMBER
examples:
  - with: {}
    tabs: { Included: [{ NUMBER: 12 }] }
`,
  }
}

it('leave no value of a record in the log where a list cannot be read, as a page and as CSV', async () => {
  const made = await publisher(server).ruleset(await castingRuleset())
  expect([made.status, made.body.faults]).toEqual([200, undefined])
  await giveTo(server, '23056', made.body)
  const submissionId = randomUUID()
  const sample = Buffer.concat([
    ...generateSample({ provider: '0001', collection: '23056', students: 20, faults: 'none' }),
  ])
  const content = marked(sample.toString(), 6, 'Quillfeather')
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  logged.length = 0
  const path = `/collection-reports/nss/${submissionId}?tab=Included`
  expect((await server.call('ashby-signoff', 'GET', path)).status).toBe(500)
  await server.call('ashby-signoff', 'GET', path, { accept: 'text/csv' }).catch(() => undefined)
  const faults = logged.filter(line => line.includes('Conversion Error'))
  expect(faults.length).toBeGreaterThan(0)
  expect(logged.filter(line => line.includes('Quillfeather'))).toEqual([])
}, 180_000)
