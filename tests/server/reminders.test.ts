import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RulesAcrossWire } from '../../src/domain/wire/collectionOverview.ts'
import type { MonitoringRow } from '../../src/domain/wire/collections.ts'
import type { ReminderWire, SentReminder, SkippedReminder } from '../../src/domain/wire/reminders.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* Contacts of providers, how long a provider has done nothing, and reminders of the agency (decisions §16). */

let server: ProcessingServer
const submission = randomUUID()
const day = 24 * 3_600_000
const contacts = [
  { name: 'Ada Byron', role: 'Registrar', email: 'ada@ashby.example', phone: '+44 1632 960001' },
  { name: 'Max Ray', role: '', email: 'max@ashby.example', phone: '' },
]

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  await server.upload('ashby-submitter', {
    submissionId: submission,
    instId: '0001',
    content: Buffer.concat([
      ...generateSample({ provider: '0001', collection: '23056', students: 20, faults: 'rules' }),
    ]),
  })
  await server.reaches(submission, 'QUALITY_PROCESSING_COMPLETE')
}, 120_000)
afterAll(() => server.stop())

const change = (user: string, instId = '0001', body: object = { contacts }) =>
  server.call<{ contacts: typeof contacts }>(user, 'PUT', `/providers/${instId}/contacts`, { body })

it('contacts of a provider are changed by its sign-off role and agency staff, with a history that names who did', async () => {
  for (const [user, status] of [
    ['ashby-submitter', 403],
    ['ohe-analyst', 403],
    ['brackley-signoff', 404],
  ] as const)
    expect([user, (await change(user)).status]).toEqual([user, status])
  expect((await change('ashby-signoff')).body).toEqual({ contacts })
  expect((await change('bedel-staff', '0002', { contacts: contacts.slice(1) })).status).toBe(200)
  expect((await change('bedel-staff', '0002', { contacts: [] })).status).toBe(200)
  expect((await server.call('ashby-signoff', 'GET', '/providers/0001/contacts')).body).toEqual({ contacts })
  const { body } = await server.call<{ events: { changes: { field: string }[]; by: string }[] }>(
    'bedel-admin',
    'GET',
    '/providers/0001',
  )
  expect(body.events[0]?.changes[0]?.field).toBe('contacts')
  expect(
    await server.look(
      "select count(*)::int as n from audit_line where action = 'PROVIDER_CHANGED' and inst_id = '0001' and outcome = 'done'",
    ),
  ).toEqual({ n: 1 })
})

const rowOf = async (instId: string): Promise<MonitoringRow | undefined> =>
  (
    await server.call<{ submissions: MonitoringRow[] }>(
      'bedel-analyst',
      'GET',
      '/collections/23056/submissions?ovt=false',
    )
  ).body.submissions.find(({ provider }) => provider.instId === instId)

it('Monitoring shows since when a provider has done nothing itself, whatever the system does', async () => {
  const { uploaded } = await server.look<{ uploaded: Date }>(
    `select max(occurred_utc) as uploaded from submission_event where submission_id = '${submission}'
      and actor ->> 'organisationId' = '0001'`,
  )
  expect((await rowOf('0001'))?.silentSince).toBe(new Date(uploaded).toISOString())
  const { opened } = await server.look<{ opened: Date }>(
    `select max(occurred_utc) as opened from chart_event where chart = 'collectionState' and subject = '23056'
      and to_place = 'Open' and from_place <> 'Open'`,
  )
  expect((await rowOf('0002'))?.silentSince).toBe(new Date(opened).toISOString())
})

const path = '/collections/23056/reminders'
const request = { instIds: ['0001', '0002'], words: 'Please call us.', skipsRecent: true }

it('a preview shows text and people, names who has no contact, and sends nothing', async () => {
  const { status, body } = await server.call<{ reminders: ReminderWire[]; skipped: SkippedReminder[] }>(
    'bedel-analyst',
    'POST',
    `${path}/preview`,
    { body: request },
  )
  expect([status, body.skipped]).toEqual([
    200,
    [{ instId: '0002', name: 'Brackley Institute of Arts', reason: 'noContact' }],
  ])
  expect(body.reminders).toMatchObject([
    { instId: '0001', people: ['Ada Byron', 'Max Ray'], subject: expect.stringContaining('Student 2023/24') },
  ])
  expect(body.reminders[0]?.paragraphs).toContain('Please call us.')
  expect(await server.look('select count(*)::int as n from provider_reminder')).toEqual({ n: 0 })
})

it('a reminder is recorded, shown in Monitoring, and reaches the provider by notice and its contacts by e-mail', async () => {
  const id = randomUUID()
  for (const user of ['bedel-staff', 'ohe-analyst', 'ashby-signoff'])
    expect([user, (await server.call(user, 'POST', path, { body: { id, ...request } })).status]).toEqual([
      user,
      403,
    ])
  const send = (sentId: string, body: object = request) =>
    server.call<{ sent: number; people: number; skipped: SkippedReminder[] }>('bedel-analyst', 'POST', path, {
      body: { id: sentId, ...body },
    })
  expect((await send(id)).body).toMatchObject({ sent: 1, people: 2 })
  expect((await rowOf('0001'))?.lastReminded).toBe(server.clock.now().toISOString())
  const { body } = await server.call<{ reminders: SentReminder[] }>(
    'bedel-admin',
    'GET',
    '/providers/0001/reminders',
  )
  expect(body.reminders).toMatchObject([
    { at: server.clock.now().toISOString(), by: expect.any(String), people: 2, text: expect.any(String) },
  ])
  expect(body.reminders[0]?.text).toContain('Please call us.')
  const notices = await server.call<{ notices: { kind: string }[] }>('ashby-guest', 'GET', '/notices')
  expect(notices.body.notices[0]?.kind).toBe('agencyReminder')
  expect(
    await server.look(
      "select count(*)::int as n from audit_line where action = 'PROVIDER_REMINDED' and inst_id = '0001'",
    ),
  ).toEqual({ n: 1 })
  // Within three days the provider is skipped, unless the sender wishes otherwise.
  server.clock.forward(3 * day)
  expect((await send(randomUUID())).body.skipped.map(({ reason }) => reason)).toEqual(['recent', 'noContact'])
  expect((await send(randomUUID(), { ...request, skipsRecent: false })).body.sent).toBe(1)
})

it('providers outside a rule are written to about it, with their own result and a link to it', async () => {
  const { body: across } = await server.call<RulesAcrossWire>(
    'bedel-analyst',
    'GET',
    '/collections/23056/rules',
  )
  const rule = across.rules.find(
    ({ providers }) => providers[0]?.isOutside && providers[0].measuredPercent === null,
  )
  const result = rule?.providers[0]
  if (!rule || !result) throw new Error('No rule is outside tolerance.')
  const about = { ...request, skipsRecent: false, rule: rule.code }
  const preview = async (body: object) =>
    (
      await server.call<{ reminders: ReminderWire[]; skipped: SkippedReminder[] }>(
        'bedel-analyst',
        'POST',
        `${path}/preview`,
        { body },
      )
    ).body
  const { reminders, skipped } = await preview(about)
  // Brackley has sent nothing, so it is outside no rule.
  expect(skipped.map(({ instId, reason }) => [instId, reason])).toEqual([['0002', 'notOutside']])
  expect(reminders).toMatchObject([
    { instId: '0001', subject: `Student 2023/24: rule “${rule.name}” is outside tolerance` },
  ])
  const text = reminders[0]?.paragraphs.join('\n') ?? ''
  expect(text).toContain(
    `In file.xml, ${result.failureCount} of ${result.populationCount} records fail the rule “${rule.name}” (${rule.code}).`,
  )
  expect(text).toContain('Please call us.')
  expect((await preview({ ...about, rule: 'QR.NONE' })).reminders).toEqual([])
  const sent = await server.call<{ sent: number }>('bedel-analyst', 'POST', path, {
    body: { id: randomUUID(), ...about },
  })
  expect(sent.body.sent).toBe(1)
  const notices = await server.call<{ notices: { title: string }[] }>('ashby-guest', 'GET', '/notices')
  expect(notices.body.notices.map(({ title }) => title)).toContainEqual(
    expect.stringContaining(`about the rule “${rule.name}”`),
  )
})
