import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResponseOf } from '../../src/domain/wire/call.ts'
import type { allFailuresExist } from '../../src/domain/wire/files.ts'
import type { QualityReport } from '../../src/domain/wire/quality.ts'
import type { WorkbookList, WorkbookStatus } from '../../src/domain/wire/workbooks.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { sheetsIn, workbookBytes, workbookMade } from './support/workbooks.ts'
import { filesInZip } from './support/zip.ts'

/** Workbooks of failing records: asked for, made in the background by a worker, and downloaded (issue of the working weeks §3). */
let server: ProcessingServer
const [submissionUuid, mended] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  for (const [submissionId, faults, students] of [
    [submissionUuid, 'rules', 160],
    [mended, 'none', 20],
  ] as const) {
    const content = Buffer.concat([
      ...generateSample({ provider: '0001', students, faults, collection: '23056' }),
    ])
    await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
    server.clock.forward(60_000)
  }
})
afterAll(() => server.stop())

const listed = async (user = 'ashby-submitter', id = submissionUuid): Promise<WorkbookList> => {
  const { status, body } = await server.call<WorkbookList>(
    user,
    'GET',
    `/files/workbooks?submissionUuid=${id}`,
  )
  expect(status).toBe(200)
  return body
}

const audited = async (action: string): Promise<unknown[]> => {
  const { rows } = await server.inSystem(tx =>
    sql`select actor_id, detail from audit_line where action = ${action} order by id`.execute(tx),
  )
  return rows
}

/** Failing records of all rules that look at single records, as the report counts them. */
const counted = async (): Promise<number> => {
  const { body } = await server.call<QualityReport>(
    'ashby-submitter',
    'GET',
    `/submissions/${submissionUuid}/validations?limit=-1`,
  )
  return body.validations
    .filter(({ MeasuredPercent }) => MeasuredPercent === null)
    .reduce((sum, { FailureCount }) => sum + FailureCount, 0)
}

describe('the files with failing records', () => {
  it('are told of with their size and age, for the menu that offers them', async () => {
    const offered = async () =>
      (
        await server.call<ResponseOf<typeof allFailuresExist>>(
          'ashby-submitter',
          'GET',
          `/files/all-quality-rule-failures-exists?submissionUuid=${mended}`,
        )
      ).body
    const before = await offered()
    expect(before).toMatchObject({ exists: true, workbook: null })
    expect(before.size).toBeGreaterThan(100)
    expect(Date.parse(before.madeAt ?? '')).toBeLessThanOrEqual(server.clock.now().getTime())
    const { body } = await workbookMade(server, 'ashby-submitter', { submissionUuid: mended })
    expect((await offered()).workbook).toEqual(body)
    const { workbooks, fields } = await listed('ashby-submitter', mended)
    expect(workbooks).toEqual([body])
    expect(fields).toContain('StudentCourseSession.SCSMODE')
  })

  it('can be divided by special category data by those alone who may read them', async () => {
    expect((await listed('bedel-special')).fields).toContain('Student.ETHNIC')
    expect((await listed('bedel-analyst')).fields).not.toContain('Student.ETHNIC')
    const refused = await server.call('bedel-analyst', 'POST', '/files/workbooks', {
      body: { submissionUuid, field: 'Student.ETHNIC' },
    })
    expect(refused.status).toBe(422)
  })

  it('are one workbook, made once for all who ask, and kept with a line of audit for each download', async () => {
    const before = await server.call('ashby-submitter', 'POST', '/files/workbooks/download', {
      body: { submissionUuid },
    })
    expect(before.status).toBe(404)
    const responses = await Promise.all(
      ['ashby-submitter', 'ashby-signoff'].map(user =>
        server.call<WorkbookStatus>(user, 'POST', '/files/workbooks', { body: { submissionUuid } }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await workbookMade(server, 'ashby-submitter', { submissionUuid })
    expect(body).toMatchObject({ state: 'ready', field: null })
    expect(body.done).toBe(body.total)
    const bytes = await workbookBytes(server, 'ashby-signoff', { submissionUuid })
    expect(bytes.length).toBe(body.size)
    const sheets = await sheetsIn(bytes)
    expect([...sheets.keys()].slice(0, 2)).toEqual(['About', 'Rules'])
    const records = [...sheets].slice(2).reduce((sum, [, rows]) => sum + rows.length - 1, 0)
    expect(records).toBe(body.total)
    expect(records).toBe(await counted())
    expect(await audited('WORKBOOK_REQUESTED')).toHaveLength(2)
    expect(await audited('WORKBOOK_DOWNLOADED')).toEqual([
      { actor_id: 'ashby-signoff', detail: { field: '', whole: true } },
    ])
  })

  it('are a zip with a workbook for each value of a field, which says what it is of', async () => {
    const request = { submissionUuid, field: 'StudentCourseSession.SCSMODE' }
    const { body } = await workbookMade(server, 'ashby-submitter', request)
    expect(body.state).toBe('ready')
    const files = await filesInZip(await workbookBytes(server, 'ashby-submitter', request))
    expect(files.size).toBeGreaterThan(1)
    let records = 0
    for (const [name, content] of files) {
      const sheets = await sheetsIn(content)
      const part = sheets.get('About')?.find(([term]) => String(term).includes('SCSMODE'))
      expect(name).toMatch(new RegExp(`^\\d{3} ${part?.[1]}\\.xlsx$`))
      records += [...sheets].slice(2).reduce((sum, [, rows]) => sum + rows.length - 1, 0)
    }
    expect(records).toBe(body.total)
  })

  it('say why they cannot be divided, and can be asked for again', async () => {
    const request = { submissionUuid, field: 'ModuleInstance.MODINSTID' }
    const { body } = await workbookMade(server, 'ashby-submitter', request)
    expect(body.state).toBe('failed')
    expect(body.reason).toMatch(
      /^The field has \d+ values\. To divide records, choose a field with at most 200\.$/,
    )
    const again = await server.call<WorkbookStatus>('ashby-submitter', 'POST', '/files/workbooks', {
      body: request,
    })
    expect(again.body).toMatchObject({ state: 'waiting', done: 0, total: null })
    expect(await audited('WORKBOOK_REQUESTED')).toHaveLength(5)
  })

  it('hold no record where nothing fails', async () => {
    const { body } = await workbookMade(server, 'ashby-submitter', { submissionUuid: mended })
    expect(body.state).toBe('ready')
    const sheets = await sheetsIn(await workbookBytes(server, 'ashby-submitter', { submissionUuid: mended }))
    expect([...sheets].slice(2).every(([, rows]) => rows.length > 1)).toBe(true)
  })
})
