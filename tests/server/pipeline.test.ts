import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { stageContextOf } from '../../server/pipeline/stageContext.ts'
import type { StatusName } from '../../src/domain/status.ts'
import { workbookType } from '../../src/domain/wire/call.ts'
import { type LiveFrame, liveFrame } from '../../src/domain/wire/live.ts'
import type { CredibilityReport } from '../../src/domain/wire/reports.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { analysisOf, sampleFile, submissionOf } from './support/sampleFile.ts'
import { sheetsIn } from './support/workbooks.ts'

describe('a file on its way through the pipeline', () => {
  let server: ProcessingServer
  const first = randomUUID()
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true })
    expect(
      await server.upload('ashby-submitter', {
        submissionId: first,
        instId: '0001',
        content: sampleFile(),
        fileName: 'ŵ.xml',
      }),
    ).toBe(204)
    await server.reaches(first, 'QUALITY_PROCESSING_COMPLETE')
  })
  afterAll(() => server.stop())

  it('goes from the upload to quality processing complete, and its results can be read', async () => {
    const id = first
    expect(await submissionOf(server, 'ashby-submitter', id)).toMatchObject({
      status: { code: 'QUALITY_PROCESSING_COMPLETE' },
      studentCount: 60,
      failureReason: null,
    })
    expect(await analysisOf(server, id)).toEqual([
      'derived.ENRICHMENT.1.json',
      'derived.ENRICHMENT.1.pack',
      'failures.QUALITY_RULES.1.json',
      'failures.QUALITY_RULES.1.pack',
      'records.SCHEMA_CHECK.1.json',
      'records.SCHEMA_CHECK.1.pack',
    ])

    const all = await server.call<{ validations: { Code: string; FailureCount: number; Status: string }[] }>(
      'ashby-guest',
      'GET',
      `/submissions/${id}/validations?limit=-1`,
    )
    expect(all.body.validations.length).toBeGreaterThan(25)
    const failing = all.body.validations.find(({ FailureCount }) => FailureCount > 0)
    const rulePath = `/submissions/${id}/validations/${failing?.Code}`
    const detail = await server.call<{ Failures: number; results: unknown[] }>(
      'ashby-submitter',
      'GET',
      `${rulePath}?limit=100`,
    )
    expect(detail.body.results).toHaveLength(Math.min(100, failing?.FailureCount ?? 0))
    const direct = await server.call<string>('ashby-submitter', 'GET', rulePath, { accept: 'text/csv' })
    expect(direct.body.trimEnd().split('\r\n')).toHaveLength((failing?.FailureCount ?? 0) + 1)
    // The store sends the same file to whom has its address; twice, and it is the same one.
    for (const _ of ['first', 'second']) {
      const list = await server.call<string>('ashby-submitter', 'GET', rulePath, { accept: 'text/uri-list' })
      const bulk = await fetch(new URL(list.body.trim(), server.origin))
      expect(bulk.headers.get('content-disposition')).toContain(`${failing?.Code}.${id}.csv`)
      expect(await bulk.text()).toBe(direct.body)
    }
    // Guests see counts and reports, no single records, and are told so.
    for (const path of [rulePath, `/collection-reports/conpop/${id}`])
      for (const accept of ['application/json', 'text/csv', 'text/uri-list']) {
        const refused = await server.call('ashby-guest', 'GET', path, { accept })
        expect([path, accept, refused.status]).toEqual([path, accept, 403])
        expect(refused.headers.get('content-type')).toMatch('application/problem+json')
        expect(refused.body).toMatchObject({
          type: '/problems/forbidden',
          status: 403,
          detail: 'Withheld: requires the Submitter or Sign-off role',
        })
      }
    const csv = await server.call<string>('ashby-submitter', 'GET', `/submissions/${id}/validations`, {
      accept: 'text/csv',
    })
    expect(csv.body.split('\r\n')[0]).toMatch(/^\uFEFF?Rule,Name,Status,Regulator/)

    const chapters = await server.call<{ chapters: { reports: { ReportCode: string }[] }[] }>(
      'ashby-submitter',
      'GET',
      `/credibility/${id}/get-reports/0001`,
    )
    const codes = chapters.body.chapters.flatMap(({ reports }) => reports.map(({ ReportCode }) => ReportCode))
    expect(codes).toEqual(expect.arrayContaining(['SEN1', 'SEN3', 'FTE1']))
    const report = await server.call<{ Tabs: { DataRows: { Id: string; Label: string | null }[][] }[] }>(
      'ashby-submitter',
      'GET',
      `/credibilityapi/credibilityreport/SEN1/${id}`,
    )
    const cell = report.body.Tabs[0]?.DataRows[0]?.at(-1)
    const drilldown = await server.call<{ PagingMetadata: { Total: number } }>(
      'ashby-submitter',
      'GET',
      `/credibilityapi/credibilityreport/SEN1/${id}/drilldown/${encodeURIComponent(cell?.Id ?? '')}`,
    )
    expect(drilldown.status).toBe(200)
    const [row] = (cell?.Id ?? '').split('~')
    for (const unknown of ['nonsense', '*~nonsense', 'nonsense~*', `${row}~nonsense`, '~'])
      for (const ending of ['', '/csv']) {
        const path = `/credibilityapi/credibilityreport/SEN1/${id}/drilldown/${encodeURIComponent(unknown)}${ending}`
        expect([path, (await server.call('ashby-submitter', 'GET', path)).status]).toEqual([path, 404])
      }
    const frequencies = await server.call<{ entities: unknown[] }>(
      'ashby-submitter',
      'GET',
      `/collection-reports/frequency-counts/${id}?hideZeroValues=1`,
    )
    expect(frequencies.body.entities.length).toBeGreaterThan(5)
    const population = await server.call<{ hasPrevious: boolean; tabs: { name: string }[] }>(
      'ashby-submitter',
      'GET',
      `/collection-reports/conpop/${id}`,
    )
    expect(population.body).toMatchObject({ hasPrevious: false })
    expect(population.body.tabs.map(({ name }) => name)).toEqual(['Missing', 'Found', 'New'])

    const address = await server.call<{ url: string }>(
      'ashby-submitter',
      'POST',
      '/files/download-all-quality-rule-failures',
      { body: { submissionUuid: id } },
    )
    const zip = await fetch(new URL(address.body.url, server.origin))
    expect(new Uint8Array(await zip.arrayBuffer()).slice(0, 2)).toEqual(new TextEncoder().encode('PK'))
    const original = await server.call<{ data: string }>(
      'ashby-submitter',
      'POST',
      '/files/downloadRequest',
      {
        body: { key: `0001/${id}/ŵ.xml` },
      },
    )
    const file = await fetch(new URL(original.body.data, server.origin))
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''%C5%B5.xml")
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(sampleFile()))).toBe(true)
  })

  it('holds credibility figures beside those of an earlier upload, and lists all records behind one', async () => {
    const uploaded = async (content: Buffer, end: StatusName): Promise<string> => {
      // What was uploaded earlier is told by the time, and the clock stands still by itself.
      server.clock.forward(60_000)
      const submissionId = randomUUID()
      await server.upload('ashby-submitter', { submissionId, instId: '0001', content, fileName: 'a.xml' })
      await server.reaches(submissionId, end)
      return submissionId
    }
    const faulty = await uploaded(sampleFile({ faults: 'schema' }), 'SCHEMA_CHECK_FAILED')
    const earlier = first
    const later = await uploaded(sampleFile({ students: 75 }), 'QUALITY_PROCESSING_COMPLETE')
    const reportAt = (path: string, user = 'ashby-submitter') =>
      server.call<CredibilityReport & { detail: string }>(user, 'GET', `/credibilityapi/${path}`)
    const compare = (reportCode: string, previous: string, user?: string) =>
      reportAt(`get-compare-data/${reportCode}/${later}/${previous}`, user)
    const totalOf = (report: CredibilityReport) => report.Tabs[0]?.DataRows.at(-1)?.at(-1)
    const totalAlone = async (id: string) =>
      totalOf((await reportAt(`credibilityreport/SEN1/${id}`)).body)?.DataValues?.TopLeft?.Value
    const total = totalOf((await compare('SEN1', earlier)).body)
    expect(total?.Colour).toBe('Yellow')
    expect(total?.DataValues).toMatchObject({
      TopLeft: { Label: 'This submission', Value: await totalAlone(later) },
      TopRight: { Label: 'Compared submission', Value: await totalAlone(earlier) },
    })
    // As a file it is that comparison as well, by a name of its own.
    const comparison = `/credibilityapi/get-compare-data/SEN1/${later}/${earlier}`
    const asCsv = await server.call<string>('ashby-submitter', 'GET', comparison, { accept: 'text/csv' })
    expect(asCsv.headers.get('content-disposition')).toContain(`SEN1Comparison.${later}.${earlier}.csv`)
    expect(asCsv.body.split('\r\n')[0]).toContain('This submission,Compared submission,')
    expect(asCsv.body).toContain(`Total,Total,${await totalAlone(later)},${await totalAlone(earlier)},`)
    const token = await server.tokenOf('ashby-submitter')
    const asWorkbook = await fetch(`${server.origin}/api${comparison}`, {
      headers: { authorization: `Bearer ${token}`, accept: workbookType },
    })
    expect(asWorkbook.headers.get('content-disposition')).toContain(`SEN1Comparison.${later}.${earlier}.xlsx`)
    const sheets = await sheetsIn(Buffer.from(await asWorkbook.arrayBuffer()))
    expect(JSON.stringify([...sheets])).toContain('Compared submission')

    expect((await compare('SEN1', faulty)).body.detail).toContain('has no credibility reports')
    expect((await compare('SEN9', earlier)).status).toBe(404)
    expect((await compare('SEN1', randomUUID())).status).toBe(404)
    expect((await compare('SEN1', earlier, 'brackley-submitter')).status).toBe(404)

    const records = `/credibilityapi/credibilityreport/SEN1/${later}/drilldown/${encodeURIComponent(total?.Id ?? '')}`
    const shown = await server.call<{ DrillDown: { Headers: string[]; Data: string[][] } }>(
      'ashby-submitter',
      'GET',
      `${records}?limit=1&sortField=SID&sortOrder=DESC`,
    )
    const csv = await server.call<string>(
      'ashby-submitter',
      'GET',
      `${records}/csv?sortField=SID&sortOrder=DESC`,
    )
    const lines = csv.body.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines).toHaveLength(Number(total?.DataValues?.TopLeft?.Value) + 1)
    expect(lines[0]).toBe(shown.body.DrillDown.Headers.join(','))
    // A spreadsheet keeps all digits of a long identifier.
    const cellOf = (value: string | null) =>
      /^\d{15,}$/.test(value ?? '') ? `"=""${value}"""` : (value ?? '')
    expect(lines[1]).toBe(shown.body.DrillDown.Data[0]?.map(cellOf).join(','))
    expect((await server.call('ashby-guest', 'GET', `${records}/csv`)).status).toBe(403)
    const previous = await server.call<{ previousSubmissions: { submissionId: string }[] }>(
      'ashby-submitter',
      'GET',
      `/credibility/${later}/get-previous-submissions/c23056/0001`,
    )
    const offered = previous.body.previousSubmissions.map(({ submissionId }) => submissionId)
    expect([offered.includes(earlier), offered.includes(faulty)]).toEqual([true, false])
  })

  it('holds a submission against the tolerances of its specification and those granted to its provider', async () => {
    const [common, granted] = ['QR.STUDENT.Student.SEXID.901.V01', 'QR.STUDENT.Student.NATION.901.V01']
    const tolerance = (from: number) =>
      JSON.stringify({ conjunction: 'A', parts: [{ type: 2, from, to: null }] })
    await server.asOwner(`
      insert into specification_tolerance (specification_id, rule_code, regulator_code, tolerance, updated_by)
        select specification_id, '${common}', '5016', '${tolerance(12.5)}', 'Test' from collection where id = 'c23056';
      insert into tolerance_override (collection_id, inst_id, rule_code, regulator_code, tolerance, granted_by)
        values ('c23056', '0001', '${granted}', '5016', '${tolerance(33.33)}', 'Test');`)
    const rowsOf = async (user: string, instId: string) => {
      const id = randomUUID()
      await server.upload(user, { submissionId: id, instId, content: sampleFile({ provider: instId }) })
      await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
      const { body } = await server.call<{
        validations: { Code: string; ConjoinedTolerances: string; IsProviderToleranceOverride: boolean }[]
      }>(user, 'GET', `/submissions/${id}/validations?limit=-1`)
      return [common, granted].map(code => {
        const row = body.validations.find(({ Code }) => Code === code)
        return [row?.ConjoinedTolerances, row?.IsProviderToleranceOverride]
      })
    }
    expect(await rowsOf('ashby-submitter', '0001')).toEqual([
      ['12.5%', false],
      ['33.33%', true],
    ])
    expect(await rowsOf('brackley-submitter', '0002')).toEqual([
      ['12.5%', false],
      ['5 records and 2%', false],
    ])
    await server.asOwner('truncate specification_tolerance, tolerance_override')
  })

  it("tells a submission what the latest files of other providers say of its provider's students", async () => {
    const [id, sender] = [randomUUID(), randomUUID()]
    await server.place({ id, instId: '0005' }, 'UPLOADED')
    await server.place({ id: sender, instId: '0004' }, 'QUALITY_PROCESSING_COMPLETE')
    const partners = async () =>
      (await server.inSystem(tx => stageContextOf(tx, { id, instId: '0005' }))).facts.partners?.filter(
        ({ ukprn }) => ukprn === '10000004',
      )
    expect(await partners()).toEqual([])
    await server.asOwner(`
      insert into stage_result (submission_id, stage, fencing_token, outcome, completed_utc)
        values ('${sender}', 'ENRICHMENT', 1, 'PASSED', now());
      insert into transfer_out (submission_id, inst_id, collection_id, sid, numhus, destination_ukprn)
        values ('${sender}', '0004', 'c23056', 'S1', 'N1', '10000005'), ('${sender}', '0004', 'c23056', 'S2', 'N2', '10000002');`)
    expect(await partners()).toEqual([{ ukprn: '10000004', transfers: [{ sid: 'S1', numhus: 'N1' }] }])
  })

  it('ends an online validation after its rules and keeps it out of the live list', async () => {
    const id = randomUUID()
    expect(
      await server.upload('ashby-ovt', {
        submissionId: id,
        instId: '0001',
        content: sampleFile(),
        isOvt: true,
      }),
    ).toBe(204)
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    const counts = await server.call<{ insideTolerance: number }>(
      'ashby-ovt',
      'GET',
      `/submissions/ovt/${id}/failurecounts`,
    )
    expect(counts.body.insideTolerance).toBeGreaterThan(20)
    const ovt = await server.call<{ submissions: { Uuid: string }[] }>(
      'ashby-ovt',
      'GET',
      '/submissions/ovt?collectionId=c23056&instId=0001',
    )
    expect(ovt.body.submissions.map(({ Uuid }) => Uuid)).toEqual([id])
    const live = await server.call<{ submissions: { Uuid: string }[] }>(
      'ashby-submitter',
      'GET',
      '/submissions?collectionId=c23056&instId=0001',
    )
    expect(live.body.submissions.map(({ Uuid }) => Uuid)).not.toContain(id)
    const statusFor = async (user: string, path: string) =>
      (await server.call(user, 'GET', `/submissions/${id}${path}`)).status
    for (const path of ['/lifecycle', '/sequence'])
      expect([path, await statusFor('ashby-ovt', path), await statusFor('ashby-submitter', path)]).toEqual([
        path,
        200,
        403,
      ])
  })

  it('pushes how far each step is, at most twice a second', async () => {
    const id = randomUUID()
    const { token } = (
      await server.call<{ token: string }>('cardigan-signoff', 'POST', '/token/live-ticket', {
        body: { instId: '0003' },
      })
    ).body
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/live?instId=0003&token=${token}`)
    const frames: LiveFrame[] = []
    socket.onmessage = ({ data }) => frames.push(liveFrame.parse(JSON.parse(String(data))))
    await new Promise(resolve => socket.addEventListener('open', resolve))
    // A clock that goes a hundred times as fast, so that no machine is too fast for a step to be reported on.
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() * 100)
    const began = performance.now()
    const content = sampleFile({ provider: '0003' })
    await server.upload('cardigan-signoff', { submissionId: id, instId: '0003', content })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    const seconds = (performance.now() - began) / 1000
    clock.mockRestore()
    const progress = frames.flatMap(frame => (frame.type === 'PROGRESS' ? [frame.progress] : []))
    expect(progress.length).toBeGreaterThan(0)
    expect(progress.length).toBeLessThanOrEqual(2 * seconds + 1)
    expect(progress.filter(({ done, total }) => done > total)).toEqual([])
    expect((await server.call('cardigan-signoff', 'GET', `/submissions/${id}`)).body).toMatchObject({
      progress: null,
    })
    socket.close()
  })

  it('reads the file once after it has arrived', async () => {
    const id = randomUUID()
    const key = `0002/${id}/file.xml`
    const pieces = vi.spyOn(server.storage, 'pieces')
    const open = vi.spyOn(server.storage, 'open')
    const content = sampleFile({ provider: '0002', students: 5 })
    await server.upload('brackley-submitter', { submissionId: id, instId: '0002', content })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    const reads = [...pieces.mock.calls, ...open.mock.calls].filter(([read]) => read === key)
    expect(reads).toHaveLength(1)
    const body = await submissionOf(server, 'brackley-submitter', id)
    expect(body.fileHash).toBe(createHash('sha256').update(content).digest('hex'))
    pieces.mockRestore()
    open.mockRestore()
  })
})
