import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../server/identity/demonstration.ts'
import { statusOf } from '../../src/domain/status.ts'
import type { CredibilityReport } from '../../src/domain/wire/reports.ts'
import type { SectorReportWire, SectorWire } from '../../src/domain/wire/sector.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * A collection over all providers of the reader's right: its figures are the sums of what the credibility reports of the single
 * submissions say; who may read no records gets them rounded to the nearest 5, small groups hidden.
 */

let server: ProcessingServer
const sent = [
  { instId: '0001', user: 'ashby-submitter', id: randomUUID(), students: 60 },
  { instId: '0002', user: 'brackley-submitter', id: randomUUID(), students: 33 },
  { instId: '0003', user: 'cardigan-signoff', id: randomUUID(), students: 21 },
] as const

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  for (const { instId, user, id, students } of sent) {
    const content = Buffer.concat([
      ...generateSample({ provider: instId, collection: '23056', students, faults: 'none' }),
    ])
    await server.upload(user, { submissionId: id, instId, content })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
  }
}, 120_000)
afterAll(() => server.stop())

const processed = '?standing=PROCESSED'
const sectorFor = async (user: string, query = processed) =>
  (await server.call<SectorWire>(user, 'GET', `/collections/23056/sector${query}`)).body
const reportFor = (user: string, code: string, query = processed) =>
  server.call<SectorReportWire>(user, 'GET', `/collections/23056/sector/reports/${code}${query}`)

/** Figures of a report of one submission, by row and column. */
const figuresOf = async (id: string, code: string): Promise<Map<string, number>> => {
  const { body } = await server.call<CredibilityReport>(
    'bedel-analyst',
    'GET',
    `/credibilityapi/credibilityreport/${code}/${id}`,
  )
  const cells = body.Tabs.flatMap(({ DataRows }) => DataRows.flat())
  return new Map(cells.flatMap(({ Id, DataValues }) => [[Id, DataValues?.Figures?.value ?? 0]] as const))
}

const at = ({ rows, columns, cells }: SectorReportWire, row: string, column: string) =>
  cells[rows.findIndex(({ code }) => code === row)]?.[columns.findIndex(({ code }) => code === column)]

describe('who may', () => {
  it('is the agency, everybody of a primary regulator, and the analysts of others', async () => {
    for (const { id } of users) {
      const answers = [
        await server.call(id, 'GET', '/collections/23056/sector'),
        await server.call(id, 'GET', '/collections/23056/sector/reports/SEN1'),
      ]
      const monitors = await server.call(id, 'GET', '/collections/23056/submissions')
      expect([id, answers[0]?.status]).toEqual([id, monitors.status])
      expect([id, answers[1]?.status]).toEqual([id, id === 'ttb-analyst' ? 404 : monitors.status])
    }
    expect((await server.call('bedel-admin', 'GET', '/collections/11111/sector')).status).toBe(404)
    expect((await reportFor('bedel-admin', 'NOTHING')).status).toBe(404)
    expect((await server.call('bedel-admin', 'GET', '/collections/23056/sector?standing=X')).status).toBe(422)
  })

  it('sees of a regulator its own providers alone', async () => {
    const own = await sectorFor('ohe-analyst')
    expect(own.providers.map(({ id }) => id).sort()).toEqual(['0001', '0002'])
    expect(own.countries.map(({ id }) => id)).toEqual(['E'])
    const { body } = await reportFor('ohe-analyst', 'SEN1')
    expect(body.providers).toBe(2)
    expect((await reportFor('ohe-analyst', 'SEN1', `${processed}&instId=0003`)).status).toBe(404)
    expect((await reportFor('ohe-analyst', 'SEN1', `${processed}&country=W`)).body.providers).toBe(0)
  })
})

describe('the providers of the sector', () => {
  const monitored = async () => {
    const { body } = await server.call<{ submissions: { provider: { instId: string } }[] }>(
      'bedel-analyst',
      'GET',
      '/collections/23056/submissions',
    )
    return body.submissions.map(({ provider }) => provider.instId).sort()
  }
  const inSector = async () => {
    const { providers, providersSeen } = await sectorFor('bedel-analyst')
    expect(providersSeen).toBe(providers.length)
    return providers.map(({ id }) => id).sort()
  }
  const onboarded = ['0001', '0002', '0003', '0004']

  it('are those that Monitoring lists: no provider that is not onboarded and has sent nothing', async () => {
    expect([await inSector(), await monitored()]).toEqual([onboarded, onboarded])
  })

  it('are with one that is not onboarded while it has a submission, and not once that was withdrawn', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0005' }, 'UPLOADED')
    const all = [...onboarded, '0005']
    expect([await inSector(), await monitored()]).toEqual([all, all])
    // A nil return that was withdrawn is no submission (decisions §12).
    await server.place({ id, instId: '0005' }, 'UNKNOWN')
    expect([await inSector(), await monitored()]).toEqual([onboarded, onboarded])
    await server.asOwner(`delete from submission where id = '${id}'`)
  })
})

describe('for those who read records', () => {
  it('students are those of the submissions', async () => {
    const { isRounded, total, providers, countries, regions, providersSeen } =
      await sectorFor('bedel-analyst')
    expect(isRounded).toBe(false)
    const rows = await server.inSystem(tx =>
      tx.selectFrom('submission').select(['inst_id', 'student_count']).execute(),
    )
    for (const { inst_id, student_count } of rows)
      expect(providers.find(({ id }) => id === inst_id)?.now).toBe(student_count)
    expect(total.now).toBe(rows.reduce((sum, { student_count }) => sum + (student_count ?? 0), 0))
    expect([total.providers, providersSeen]).toEqual([3, providers.length])
    expect(countries.find(({ id }) => id === 'W')?.providers).toBe(1)
    expect(regions.find(({ id }) => id === 'East Midlands')?.providers).toBe(2)
  })

  it('only what was signed off is counted, where nothing else is asked for', async () => {
    expect((await sectorFor('bedel-analyst', '')).total).toEqual({ providers: 0, now: null, before: null })
  })

  it.each(['SEN1', 'SUB1'])('each figure of %s is the sum over the submissions', async code => {
    const { body } = await reportFor('bedel-analyst', code)
    const single = await Promise.all(sent.map(({ id }) => figuresOf(id, code)))
    let compared = 0
    for (const { code: row } of body.rows)
      for (const { code: column } of body.columns) {
        const expected = single.reduce((sum, one) => sum + (one.get(`${row}~${column}`) ?? 0), 0)
        expect(at(body, row, column)?.now).toBeCloseTo(expected, 3)
        compared += expected > 0 ? 1 : 0
      }
    expect(compared).toBeGreaterThan(5)
  })

  it('of one provider every kind of figure is that of its own report', async () => {
    const { reports } = await sectorFor('bedel-analyst')
    const kinds = new Set<string>()
    for (const { code } of reports) {
      const { body } = await reportFor('bedel-analyst', code, `${processed}&instId=0001`)
      const own = await figuresOf(sent[0].id, code)
      kinds.add(body.measure.kind)
      // A report of one submission has the figures that it shows; a sector's are rounded where they are read.
      for (const { code: row } of body.rows)
        for (const { code: column } of body.columns)
          expect(Number((at(body, row, column)?.now ?? 0).toFixed(body.measure.decimals))).toBeCloseTo(
            own.get(`${row}~${column}`) ?? 0,
            3,
          )
    }
    expect([...kinds].sort()).toEqual(['count', 'mean', 'percent', 'sum'])
  })
})

describe('for those who read no records', () => {
  const guest = 'bedel-staff'

  it('are those of a primary regulator who get its deliveries too, of its own providers', async () => {
    expect((await server.call('ohe-delivery', 'GET', '/collections/23056')).status).toBe(200)
    const { isRounded, providers } = await sectorFor('ohe-delivery')
    expect([isRounded, providers.map(({ id }) => id).sort()]).toEqual([true, ['0001', '0002']])
  })

  it('counts are multiples of 5, and what is over few is hidden', async () => {
    const { isRounded, providers, total } = await sectorFor(guest)
    expect(isRounded).toBe(true)
    for (const { now } of [total, ...providers]) expect((now ?? 0) % 5).toBe(0)
    const { body } = await reportFor(guest, 'SEN1')
    for (const { now } of body.cells.flat()) expect((now ?? 0) % 5).toBe(0)
    const { reports } = await sectorFor(guest)
    let hidden = 0
    for (const { code } of reports) {
      const [rounded, whole] = [
        (await reportFor(guest, code)).body,
        (await reportFor('bedel-analyst', code)).body,
      ]
      if (rounded.measure.kind !== 'percent') continue
      const [here, there] = [rounded.cells.flat(), whole.cells.flat()]
      hidden += here.filter(({ now }, index) => now === null && there[index]?.now !== null).length
    }
    expect(hidden).toBeGreaterThan(0)
  })

  it('a file holds what the page does', async () => {
    const csv = async (user: string, path: string) =>
      (
        await server.call<string>(user, 'GET', `/collections/23056/sector${path}${processed}`, {
          accept: 'text/csv',
        })
      ).body
    const { total } = await sectorFor(guest)
    expect(await csv(guest, '')).toContain(`All providers,,,3,${total.now},`)
    const numbers = (text: string) =>
      text
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map(line => Number(line.split(',').at(-2)))
    for (const number of numbers(await csv(guest, '/reports/SEN1'))) expect(number % 5).toBe(0)
    expect(numbers(await csv('bedel-analyst', '/reports/SEN1')).some(number => number % 5 !== 0)).toBe(true)
  })
})

it('a nil return has nothing to count', async () => {
  const { body: nilReturn } = await server.call<{ uuid: string }>(
    'bedel-staff',
    'POST',
    '/submissions/create-nil-submission',
    { body: { instId: '0004', collectionId: 'c23056' } },
  )
  const { total } = await sectorFor('bedel-analyst')
  expect(total.providers).toBe(3)
  expect(
    (await server.call('bedel-staff', 'POST', `/submissions/${nilReturn.uuid}/withdraw-nil-return`)).status,
  ).toBe(200)
})

describe('beside last year', () => {
  /** A submission as if the provider had signed it off in the collection before. */
  const signedOffBefore = (instId: string, status: 'SIGNED_OFF' | 'HISTORY_DATA_PASSED') =>
    server.inSystem(async tx => {
      const id = randomUUID()
      const over = JSON.stringify({
        id,
        submission_id: id,
        inst_id: instId,
        collection_id: 'c22056',
        status_id: statusOf(status).id,
        is_latest: true,
      })
      for (const [table, column] of [
        ['submission', 'id'],
        ['report', 'submission_id'],
      ] as const)
        await sql`insert into ${sql.table(table)}
          select (jsonb_populate_record(null::${sql.table(table)}, to_jsonb(t) || ${over}::jsonb)).*
          from ${sql.table(table)} t where ${sql.ref(column)} = ${sent[0].id}::uuid`.execute(tx)
    })

  it('are the figures of the providers that are counted this year alone', async () => {
    await signedOffBefore('0001', 'HISTORY_DATA_PASSED')
    await signedOffBefore('0004', 'SIGNED_OFF')
    const { before, total, providers } = await sectorFor('bedel-analyst')
    expect(before?.reference).toBe('22056')
    const ashby = providers.find(({ id }) => id === '0001')
    expect(ashby?.before).toBe(ashby?.now)
    expect(total.before).toBe(ashby?.now)
    const { body } = await reportFor('bedel-analyst', 'SEN1')
    const { body: own } = await reportFor('bedel-analyst', 'SEN1', `${processed}&instId=0001`)
    expect([body.hasBefore, own.hasBefore]).toEqual([true, true])
    expect(at(body, '*', '*')?.before).toBe(at(own, '*', '*')?.now)
    expect((await reportFor('bedel-analyst', 'SEN1', `${processed}&instId=0003`)).body.hasBefore).toBe(false)
  })
})
