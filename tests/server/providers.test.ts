import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileFaultWire } from '../../src/domain/wire/common.ts'
import type {
  ManagedProviderWire,
  ProviderEventWire,
  RegisterPreviewWire,
} from '../../src/domain/wire/providers.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* Providers as the agency manages them (decisions §10 "Providers"): by the calls, to what their people and others see. */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

type Refused = { detail: string; errors?: { field: string; message: string }[] }
const send = <T>(user: string, method: string, path: string, body?: unknown) =>
  server.call<T & Refused>(user, method, path, body === undefined ? {} : { body })

const list = async (user = 'bedel-staff') =>
  (await send<{ providers: ManagedProviderWire[] }>(user, 'GET', '/providers/register')).body.providers
const one = async (instId: string) =>
  (
    await send<ManagedProviderWire & { events: ProviderEventWire[] }>(
      'bedel-staff',
      'GET',
      `/providers/${instId}`,
    )
  ).body
const change = (instId: string, body: unknown, user = 'bedel-admin') =>
  send<ManagedProviderWire>(user, 'PATCH', `/providers/${instId}`, body)

const head = 'instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers'
const ashbyLine = '0001,10000001,University of Ashby,Ashby,E,East Midlands,5016,02,yes'
const farndonLine = '0006,10000006,"Farndon College, London",Farndon College,E,London,5016,01,no'
const register = (...lines: string[]) => [head, ...lines].join('\n')
type Previewed = {
  preview: RegisterPreviewWire | null
  digest: string | null
  faults: FileFaultWire[]
  faultCount: number
  notes: string[]
}
const preview = async (csv: string, encoding = 'utf-8') =>
  (await send<Previewed>('bedel-admin', 'POST', '/providers/register/preview', { csv, encoding })).body
const importIt = (csv: string, digest: string, action: string, user = 'bedel-admin') =>
  send<{ added: number; changed: number; takenIn: number }>(user, 'POST', '/providers/register', {
    csv,
    digest,
    action,
  })
/** Channels on which a provider was told of, as often as it was. */
const channelsOf = async (instId: string): Promise<string[]> =>
  server.inSystem(async tx => {
    const { rows } = await sql<{ inst_id: string }>`
      select inst_id from live_message where payload->>'type' = 'PROVIDER' and payload->'providers' ? ${instId}
      order by inst_id`.execute(tx)
    return rows.map(({ inst_id }) => inst_id)
  })

describe('the register of providers', () => {
  it('is looked at by the agency and changed by its administrators alone', async () => {
    expect((await list()).map(({ instId, onboarded }) => [instId, onboarded])).toEqual([
      ['0001', true],
      ['0002', true],
      ['0003', true],
      ['0004', true],
      ['0005', false],
    ])
    const csv = register(ashbyLine)
    for (const user of ['ashby-signoff', 'ohe-analyst', 'ohe-delivery']) {
      expect((await send(user, 'GET', '/providers/register')).status).toBe(403)
      expect((await send(user, 'GET', '/providers/0001')).status).toBe(403)
    }
    for (const user of ['bedel-analyst', 'bedel-staff', 'ashby-signoff', 'ohe-analyst']) {
      expect((await send(user, 'POST', '/providers/register/preview', { csv })).status).toBe(403)
      expect((await importIt(csv, '0'.repeat(64), 'REGISTER', user)).status).toBe(403)
      expect((await send(user, 'POST', '/providers', { instId: '0006' })).status).toBe(403)
      expect((await change('0001', { riskCode: '02' }, user)).status).toBe(403)
    }
    expect((await send('bedel-staff', 'GET', '/providers/0099')).status).toBe(404)
  })

  it('is refused whole, with line, column and reason of each fault', async () => {
    const faulty = register(ashbyLine, '0007,1,Name,Name,E,,9999,01,maybe')
    expect(await preview(faulty)).toEqual({
      preview: null,
      digest: null,
      faults: [
        { line: 3, column: 'ukprn', value: '1', reason: 'must be eight digits' },
        {
          line: 3,
          column: 'awardingPowers',
          value: 'maybe',
          reason: 'must be yes or no',
          choices: ['yes', 'no'],
        },
      ],
      faultCount: 2,
      notes: [],
    })
    // With what does not fit the portal, and with what was repaired.
    const strange = await preview(
      register('0007,10000001,Name,Name,E,,9999,01,yes', '8,10000008,Name,Name,E,,5016,03,yes').replaceAll(
        ',',
        ';',
      ),
      'windows-1252',
    )
    expect(strange.faults.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, 'regulator', 'is not a known regulator code. Known: 5002, 5003, 5004, 5016, 5101'],
      [2, 'ukprn', 'is already the UKPRN of the provider 0001'],
      [3, 'instId', 'must be four digits'],
      [3, 'riskCode', 'is not a known risk code. Known: 01, 02'],
    ])
    expect(strange.notes).toEqual([
      'The file is not UTF-8. It was read as Windows-1252.',
      'Semicolons separate the columns, not commas.',
    ])
    const { status, body } = await importIt(faulty, '0'.repeat(64), 'REGISTER')
    expect([status, body.detail]).toEqual([422, 'The register cannot be imported: 2 values are not valid.'])
  })

  it('is previewed, and imported as previewed or not at all', async () => {
    const csv = register(ashbyLine, farndonLine)
    const before = await preview(csv)
    expect(before.preview).toMatchObject({
      added: [{ instId: '0006', name: 'Farndon College, London' }],
      changed: [
        {
          provider: { instId: '0001' },
          changes: [
            { field: 'publishedName', before: 'University of Ashby', after: 'Ashby' },
            { field: 'riskCode', before: '01', after: '02' },
            { field: 'awardingPowers', before: 'no', after: 'yes' },
          ],
        },
      ],
      unchanged: 0,
      undecided: 1,
      absent: [{ instId: '0002' }, { instId: '0003' }, { instId: '0004' }, { instId: '0005' }],
    })
    // A preview stores nothing.
    expect(await list()).toHaveLength(5)

    // Somebody changes the provider meanwhile.
    await change('0001', { riskCode: '02' })
    const overtaken = await importIt(csv, before.digest ?? '', 'REGISTER')
    expect([overtaken.status, overtaken.body.detail]).toEqual([
      409,
      'Something has changed since the preview. Check the preview again.',
    ])
    const again = await preview(csv)
    const done = await importIt(csv, again.digest ?? '', 'REGISTER')
    expect([done.status, done.body]).toEqual([200, { added: 1, changed: 1, takenIn: 0 }])
    expect(await one('0001')).toMatchObject({
      publishedName: 'Ashby',
      region: 'East Midlands',
      riskCode: '02',
      awardingPowers: true,
      onboarded: true,
      events: [
        {
          event: 'IMPORTED',
          by: 'Ruth Calloway',
          changes: [{ field: 'publishedName' }, { field: 'awardingPowers' }],
        },
        { event: 'CHANGED', changes: [{ field: 'riskCode', before: '01', after: '02' }] },
        // When the demonstration was set up.
        { event: 'TAKEN_IN', changes: [{ field: 'onboarded', before: 'no', after: 'yes' }] },
      ],
    })
    expect(await one('0006')).toMatchObject({ isTakenIn: false, onboarded: false, events: [] })
    // The same once more changes nothing.
    const third = await preview(csv)
    expect(third.preview).toMatchObject({ added: [], changed: [], unchanged: 2 })
  })
})

describe('a provider of the register', () => {
  it('is taken in, onboarded and changed, and everybody concerned is told', async () => {
    expect((await change('0006', { onboarded: true })).body.detail).toBe(
      'The provider is only in the register. Add it first.',
    )
    const unknown = await send('bedel-admin', 'POST', '/providers', { instId: '0099' })
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      [{ field: 'body.instId', message: 'is not in the provider register' }],
    ])
    const taken = await send<ManagedProviderWire>('bedel-admin', 'POST', '/providers', { instId: '0006' })
    expect([taken.status, taken.body]).toEqual([
      200,
      expect.objectContaining({ instId: '0006', isTakenIn: true, onboarded: false }),
    ])
    expect((await send('bedel-admin', 'POST', '/providers', { instId: '0006' })).status).toBe(409)
    // It is watched once it takes part.
    const watched = async () =>
      (
        await server.call<{ submissions: { provider: { instId: string } }[] }>(
          'bedel-staff',
          'GET',
          '/collections/23056/submissions',
        )
      ).body.submissions.map(({ provider }) => provider.instId)
    expect(await watched()).not.toContain('0006')
    const contacts = [{ name: 'Ada Wells', role: 'Data manager', email: 'ada@farndon.example', phone: '' }]
    const changed = await change('0006', { onboarded: true, contacts, publishedName: 'Farndon' })
    expect(changed.body).toMatchObject({ onboarded: true, contacts, publishedName: 'Farndon' })
    expect(await watched()).toContain('0006')
    // The regulator of Wales hears nothing of a provider that it may not see.
    expect(await channelsOf('0006')).toEqual(
      ['0006', '5016', '5101', 'bedel'].flatMap(channel => [channel, channel]),
    )
    // What is as it is already is no change.
    await change('0006', { onboarded: true, contacts })
    expect((await one('0006')).events.map(({ event }) => event)).toEqual(['CHANGED', 'TAKEN_IN'])
    const { rows } = await server.inSystem(tx =>
      sql<{ action: string; outcome: string; detail: unknown }>`
        select action, outcome, detail from audit_line where subject = '0006' order by id`.execute(tx),
    )
    expect(rows.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['PROVIDER_CHANGED', 'refused'],
      ['PROVIDER_TAKEN_IN', 'done'],
      ['PROVIDER_TAKEN_IN', 'refused'],
      ['PROVIDER_CHANGED', 'done'],
    ])
    expect(JSON.stringify(rows)).not.toContain('ada@farndon.example')
  })

  it('takes only a regulator and a risk code that are known, and contacts that can be written to', async () => {
    const strange = await change('0006', { regulatorCode: '9999' })
    expect([strange.status, strange.body.errors?.[0]?.field]).toEqual([422, 'body.regulatorCode'])
    const contact = { name: 'Ada', role: '', email: 'nowhere', phone: '' }
    expect((await change('0006', { contacts: [contact] })).status).toBe(422)
    expect((await change('0006', { riskCode: '' })).status).toBe(422)
    // As in a register (decisions §19): any other code would take the longest approval chain without a word.
    const unknown = await change('0006', { riskCode: '03' })
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      [{ field: 'body.riskCode', message: 'is not a known risk code. Known: 01, 02' }],
    ])
    expect((await change('0099', { riskCode: '01' })).status).toBe(404)
  })

  it('has its approval chain changed by its risk code at once', async () => {
    const chainOf = async () => {
      const { body } = await server.call<{
        submissions: {
          provider: { instId: string; riskCode: string }
          facts: { provider: { riskCode: string } }
        }[]
      }>('bedel-staff', 'GET', '/collections/23056/submissions')
      const row = body.submissions.find(({ provider }) => provider.instId === '0006')
      return [row?.provider.riskCode, JSON.stringify(row?.facts)]
    }
    const [before, factsBefore] = await chainOf()
    await change('0006', { riskCode: '02' })
    const [after, factsAfter] = await chainOf()
    expect([before, after]).toEqual(['01', '02'])
    expect(factsAfter).not.toBe(factsBefore)
  })

  it('is told to the regulators of its country, and to those of the one that it leaves', async () => {
    const toldOf = (channel: string) =>
      server.inSystem(async tx => {
        const { rows } = await sql<{ providers: string[] }>`
          select payload->'providers' as providers from live_message
          where payload->>'type' = 'PROVIDER' and inst_id = ${channel} order by sequence desc limit 1`.execute(
          tx,
        )
        return rows[0]?.providers
      })
    const csv = register(
      ashbyLine.replace('Ashby,E', 'Ashby,W'),
      farndonLine.replace('London,5016', 'South East,5016'),
    )
    const { digest } = await preview(csv)
    expect((await importIt(csv, digest ?? '', 'REGISTER')).body).toMatchObject({ changed: 2 })
    expect(await toldOf('bedel')).toEqual(['0001', '0006'])
    expect(await toldOf('5016')).toEqual(['0001', '0006'])
    expect(await toldOf('5002')).toEqual(['0001'])
    expect(await toldOf('0006')).toEqual(['0006'])
  })

  it('follows the optional columns of the register', async () => {
    const optional =
      'takesPart,onboarded,contactName,contactRole,contactEmail,contactPhone,contact2Name,contact2Email'
    const ada = ['Ada Wells', 'Registrar', 'ada@grange.example', '01234 567']
    const csv = [
      `${head},${optional}`,
      `0008,10000008,Grange,Grange,E,,5016,01,no,yes,yes,${ada.join(',')},Wilf Ott,wilf@grange.example`,
      `0009,10000009,Harwell,Harwell,E,,5016,01,no,,,${ada.join(',')},,`,
      `${farndonLine.replace('London,5016', 'South East,5016')},,no,,,,,,`,
    ].join('\n')
    const previewed = await preview(csv)
    expect(previewed.faults).toEqual([])
    expect(previewed.preview).toMatchObject({
      added: [
        { instId: '0008', becomes: 'ONBOARD', contacts: [{ name: 'Ada Wells' }, { name: 'Wilf Ott' }] },
        { instId: '0009', becomes: null, contacts: [{ name: 'Ada Wells' }] },
      ],
      undecided: 1,
    })
    expect(
      previewed.preview?.changed
        .flatMap(({ changes }) => changes)
        .filter(({ field }) => field === 'onboarded'),
    ).toEqual([{ field: 'onboarded', before: 'yes', after: 'no' }])
    expect((await importIt(csv, previewed.digest ?? '', 'REGISTER')).body).toMatchObject({
      added: 2,
      takenIn: 1,
      changed: 1,
    })
    expect(await one('0008')).toMatchObject({
      onboarded: true,
      contacts: [
        { name: 'Ada Wells', role: 'Registrar', email: 'ada@grange.example', phone: '01234 567' },
        { name: 'Wilf Ott', role: '', email: 'wilf@grange.example', phone: '' },
      ],
    })
    // Kept for the provider of the register, and its own once it is added.
    expect(await one('0009')).toMatchObject({ isTakenIn: false, contacts: [{ name: 'Ada Wells' }] })
    await send('bedel-admin', 'POST', '/providers', { instId: '0009' })
    expect(await one('0009')).toMatchObject({ isTakenIn: true, contacts: [{ name: 'Ada Wells' }] })
    await change('0009', { contacts: [] })
    const { rows } = await server.inSystem(tx =>
      sql<{ contacts: unknown }>`select contacts from register_provider where inst_id = '0009'`.execute(tx),
    )
    expect(rows).toEqual([{ contacts: [] }])
    expect(await one('0006')).toMatchObject({ onboarded: false })
  })

  it('is added and onboarded with many others, all or none', async () => {
    const onboard = (instIds: string[], user = 'bedel-admin') =>
      send<{ onboarded: string[] }>(user, 'POST', '/providers/onboard', { instIds })
    const csv = register('0010,10000010,Ilkley,Ilkley,E,,5016,01,no')
    const { digest } = await preview(csv)
    await importIt(csv, digest ?? '', 'REGISTER')
    expect((await onboard(['0010'], 'bedel-analyst')).status).toBe(403)
    const refused = await onboard(['0010', '0099'])
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'body.instIds', message: 'is not in the provider register' }],
    ])
    expect((await one('0010')).isTakenIn).toBe(false)
    // 0010 is in the register only, 0009 was added, 0008 is onboarded.
    const done = await onboard(['0010', '0009', '0008'])
    expect([done.status, done.body]).toEqual([200, { onboarded: ['0010', '0009'] }])
    for (const [instId, event] of [
      ['0010', 'TAKEN_IN'],
      ['0009', 'CHANGED'],
    ] as const)
      expect(await one(instId)).toMatchObject({
        onboarded: true,
        events: expect.arrayContaining([
          expect.objectContaining({ event, changes: [{ field: 'onboarded', before: 'no', after: 'yes' }] }),
        ]),
      })
    expect((await channelsOf('0010')).toSorted()).toEqual(['0010', '5016', '5101', 'bedel'])
    expect((await onboard(['0010'])).body).toEqual({ onboarded: [] })
  })
})
