import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withScope } from '../../server/database/scope.ts'
import { renewRequests } from '../../server/transfers/index.ts'
import type {
  ListedPage,
  TransferReceiverWire,
  TransferSenderWire,
} from '../../src/domain/wire/additionalReports.ts'
import { generateSample } from '../../src/sample/index.ts'
import { replayed } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/**
 * Research students who go from Ashby to Brackley, and what both providers see and do about it (decisions §12, reference
 * §5.3).
 */
let server: ProcessingServer
const [sent, received] = [randomUUID(), randomUUID()]
/** SID and NUMHUS of the students who leave, as the file of Ashby has them. */
const leavers: string[] = []

const sample = (provider: string, students: number, researchersMoveTo?: string): Buffer =>
  Buffer.concat([
    ...generateSample({
      provider,
      collection: '23056',
      students,
      ...(researchersMoveTo ? { researchersMoveTo } : {}),
    }),
  ])

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  const content = sample('0001', 120, '0002')
  let engagement = ''
  for (const [, student = ''] of content.toString().matchAll(/<Student>(.*?)<\/Student>/gs))
    if (student.includes('<RSNENGEND>12</RSNENGEND>')) {
      leavers.push(/<SID>(\d+)</.exec(student)?.[1] ?? '')
      engagement ||= /<NUMHUS>([^<]+)</.exec(student)?.[1] ?? ''
    }
  // Brackley's file returns the first of them, and nobody else.
  const receiving = sample('0002', 20)
    .toString()
    .replace(
      '<EntryProfile>',
      `<CollaborativeProvision><PARTNERNUMHUS>${engagement}</PARTNERNUMHUS><PARTNERSID>${leavers[0]}</PARTNERSID><PARTNERUKPRN>10000001</PARTNERUKPRN></CollaborativeProvision><EntryProfile>`,
    )
  for (const [submissionId, instId, user, file] of [
    [sent, '0001', 'ashby-submitter', content],
    [received, '0002', 'brackley-submitter', Buffer.from(receiving)],
  ] as const) {
    await server.upload(user, { submissionId, instId, content: file })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  }
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  await server.asOwner(`delete from transfer_message; delete from transfer; delete from chart_event where chart = 'transfer';
    delete from notice; delete from quality_rule_result where operational`)
  await server.setCollection('Open')
  await server.asOwner(`update submission set status_id = 24 where id = '${sent}'`)
  await name()
  await server.asOwner('delete from live_message')
})

/** Decides what Ashby's latest file names, as the end of its enrichment does. */
const name = () =>
  withScope(server.db, { scope: 'all' }, tx =>
    renewRequests(tx, { collectionId: 'c23056', senderId: '0001' }, server.clock.now()),
  )

const out = `/collection-reports/pgr-transfers-out`
const into = `/collection-reports/pgr-transfers-in`
const receivers = async (user: string) =>
  (await server.call<{ receivers: TransferReceiverWire[] }>(user, 'GET', `${out}/summary-data/${sent}`)).body
    .receivers
const senders = async (user: string) =>
  (await server.call<{ senders: TransferSenderWire[] }>(user, 'GET', `${into}/summary-data/${received}`)).body
    .senders
const students = (user: string, accept?: string) =>
  server.call<ListedPage & { detail?: string }>(user, 'GET', `${into}/download-data/${received}/0001`, {
    ...(accept ? { accept } : {}),
  })
const change = (user: string, method: 'PUT' | 'DELETE', sender = '0001') =>
  server.call<{ senders: TransferSenderWire[]; detail?: string }>(
    user,
    method,
    `${into}/${received}?instId=${sender}`,
  )
const isBlocked = async () => {
  const { body } = await server.call<{
    awaitedTransfers?: number
    submissionStatuses: { pgrTransferConsentGiven: boolean }
    commitNotAllowedReasons: string[]
  }>('ashby-signoff', 'GET', `/submissions/${sent}/commit-allowed-status`)
  expect(body.awaitedTransfers).toBe(body.submissionStatuses.pgrTransferConsentGiven ? 1 : undefined)
  return [body.submissionStatuses.pgrTransferConsentGiven, ...body.commitNotAllowedReasons]
}
const submit = () =>
  server.call<{ detail?: string }>('ashby-signoff', 'POST', `/submissions/update-state/${sent}`, {
    body: { action: 'submit', statusId: 26, termsAccepted: true },
  })

it('shows the receiver counts and the sender only, and no student, before it agrees', async () => {
  expect(leavers.length).toBeGreaterThan(0)
  expect(await senders('brackley-signoff')).toMatchObject([
    {
      instId: '0001',
      ukprn: '10000001',
      name: 'University of Ashby',
      students: leavers.length,
      askedAt: expect.any(String),
      consentedAt: null,
      agreedStudents: 0,
      isChanged: false,
      isFinal: false,
      reading: 'notAgreed',
      refusal: null,
    },
  ])
  for (const accept of [undefined, 'text/csv']) {
    const { status, body } = await students('brackley-signoff', accept)
    expect([status, (body as { detail?: string }).detail]).toEqual([
      409,
      'You can see the students when your provider has agreed to the transfers.',
    ])
  }
  expect(await receivers('ashby-signoff')).toMatchObject([
    {
      instId: '0002',
      ukprn: '10000002',
      name: 'Brackley Institute of Arts',
      students: leavers.length,
      consent: 'awaited',
      consentedAt: null,
    },
  ])
})

it('names the students once the receiver agrees, tells both, and lets the sender submit', async () => {
  const reason = "A transfer of postgraduate research students is waiting for the other provider's consent."
  expect(await isBlocked()).toEqual([true, reason])
  const refused = await submit()
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('consent')])

  const agreed = await change('brackley-submitter', 'PUT')
  expect(agreed.body.senders).toMatchObject([
    { instId: '0001', consentedAt: expect.any(String), reading: 'read' },
  ])
  const page = (await students('brackley-signoff')).body
  expect(page.headers).toEqual([
    'SID',
    'OWNSTU',
    'SURNAME',
    'FNAMES',
    'NUMHUS',
    'OWNENGID',
    'ENGSTARTDATE',
    'ENGENDDATE',
    'INTENDEDDESTINATION',
    'PROVIDER',
    'QUALCAT',
    'COURSEID',
    'COURSETITLE',
  ])
  expect(page.rows.map(([sid]) => sid).toSorted()).toEqual(leavers.toSorted())
  expect([...new Set(page.rows.map(row => row[9]))]).toEqual(['Brackley Institute of Arts'])
  const csv = (await students('brackley-signoff', 'text/csv')).body as unknown as string
  for (const sid of leavers) expect(csv).toContain(sid)

  const { messages } = await server.look<{ messages: string[] }>(
    `select array_agg(distinct inst_id || ' ' || (payload ->> 'instId') || ' ' || (payload ->> 'submissionId') order by
      inst_id || ' ' || (payload ->> 'instId') || ' ' || (payload ->> 'submissionId')) as messages
    from live_message where payload ->> 'type' = 'TRANSFER_CONSENT' and inst_id in ('0001', '0002')`,
  )
  expect(messages).toEqual([`0001 0001 ${sent}`, `0002 0002 ${received}`])
  const event = await server.look<{ facts: { blockers: object } }>(
    `select payload -> 'facts' as facts from live_message where payload ->> 'type' = 'FILE_EVENT' and inst_id = '0001'`,
  )
  expect(event.facts.blockers).toMatchObject({ pgrTransferConsentGiven: false })
  expect(await isBlocked()).toEqual([false])
  expect((await submit()).status).toBe(200)
})

it("counts the students that the receiver's latest file returns, and those of no other sender or engagement", async () => {
  const returned = async () => (await senders('brackley-signoff')).map(sender => sender.returned)
  expect(await returned()).toEqual([1])
  await server.asOwner(`update transfer_out set numhus = numhus || 'x' where submission_id = '${sent}'`)
  expect(await returned()).toEqual([0])
  await server.asOwner(`update transfer_out set numhus = left(numhus, -1) where submission_id = '${sent}';
    update transfer_in set partner_ukprn = '10000004' where submission_id = '${received}'`)
  expect(await returned()).toEqual([0])
  await server.asOwner(`update transfer_in set partner_ukprn = '10000001' where submission_id = '${received}';
    update submission set is_latest = false where id = '${received}'`)
  const { body } = await server.call<{ senders: TransferSenderWire[] }>(
    'brackley-signoff',
    'GET',
    `${into}/summary-data/new?collectionId=c23056`,
  )
  expect(body.senders[0]?.returned).toBeNull()
  await server.asOwner(`update submission set is_latest = true where id = '${received}'`)
})

it('names a sender whose next file names none of its students', async () => {
  await change('brackley-signoff', 'PUT')
  await sendTo('10000004')
  await name()
  const { body } = await server.call<{ senders: TransferSenderWire[]; former: object[] }>(
    'brackley-signoff',
    'GET',
    `${into}/summary-data/${received}`,
  )
  expect(body).toMatchObject({
    senders: [],
    former: [{ instId: '0001', name: 'University of Ashby', since: server.clock.now().toISOString() }],
  })
  await sendTo('10000002')
})

it('lets a receiver without a file agree, write, read the students and withdraw', async () => {
  const without = '?collectionId=c23056'
  const summaryOf = (user: string) =>
    server.call<{ senders: TransferSenderWire[] }>(user, 'GET', `${into}/summary-data/new${without}`)
  const act = (user: string, method: 'PUT' | 'DELETE', sender = '0001') =>
    server.call<{ senders: TransferSenderWire[] }>(user, method, `${into}/new${without}&instId=${sender}`)
  const read = (user: string) =>
    server.call<ListedPage>(user, 'GET', `${into}/download-data/new/0001${without}`)
  await server.asOwner(`update submission set is_latest = false where id = '${received}'`)
  expect((await summaryOf('brackley-submitter')).body.senders).toMatchObject([
    { instId: '0001', students: leavers.length, consentedAt: null, reading: 'notAgreed' },
  ])
  expect((await read('brackley-signoff')).status).toBe(409)
  expect((await act('brackley-software', 'PUT')).status).toBe(403)
  await server.asOwner('delete from live_message')
  expect((await act('brackley-signoff', 'PUT')).body.senders).toMatchObject([
    { instId: '0001', consentedAt: expect.any(String), reading: 'read' },
  ])
  expect(
    await server.look(`select payload -> 'submissionId' as "submissionId" from live_message
      where inst_id = '0002' and payload ->> 'type' = 'TRANSFER_CONSENT'`),
  ).toEqual({ submissionId: null })
  expect((await isBlocked())[0]).toBe(false)
  expect((await read('brackley-signoff')).body.total).toBe(leavers.length)
  const written = await server.call<{ senders: TransferSenderWire[] }>(
    'brackley-signoff',
    'POST',
    `${into}/new/messages${without}&instId=0001`,
    { body: { text: 'Who supervises them?' } },
  )
  expect(written.body.senders[0]?.messages).toMatchObject([{ isOwn: true, text: 'Who supervises them?' }])
  expect((await act('brackley-signoff', 'DELETE')).body.senders).toMatchObject([{ consentedAt: null }])
  // Only a provider has transfers, and only its own; an unknown collection is not found.
  expect((await summaryOf('dunmore-signoff')).body.senders).toEqual([])
  expect((await act('dunmore-signoff', 'PUT')).status).toBe(404)
  expect((await summaryOf('bedel-admin')).status).toBe(404)
  const unknown = await server.call('brackley-signoff', 'GET', `${into}/summary-data/new?collectionId=c99999`)
  expect(unknown.status).toBe(404)
  await server.asOwner(`update submission set is_latest = true where id = '${received}'`)
})

it('lets the receiver take it back until the sender has submitted', async () => {
  await change('brackley-signoff', 'PUT')
  expect((await change('brackley-signoff', 'DELETE')).body.senders).toMatchObject([{ consentedAt: null }])
  expect((await students('brackley-signoff')).status).toBe(409)
  expect((await isBlocked())[0]).toBe(true)
  await change('brackley-signoff', 'PUT')
  await submit()
  const refused = await change('brackley-signoff', 'DELETE')
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The other provider has submitted, so you can no longer withdraw.',
  ])
  expect((await students('brackley-signoff')).status).toBe(200)
})

it('is changed by nobody but the receiver, with a line of audit for each that is refused', async () => {
  for (const [user, status] of [
    ['brackley-software', 403],
    ['bedel-admin', 403],
    ['ashby-signoff', 404],
  ] as const)
    expect([user, (await change(user, 'PUT')).status]).toEqual([user, status])
  expect((await change('brackley-signoff', 'PUT', '0004')).status).toBe(404)
  await server.setCollection('Closed')
  expect((await change('brackley-signoff', 'PUT')).status).toBe(409)
  expect(
    await server.look('select count(*)::int as given from transfer where agreed_utc is not null'),
  ).toEqual({ given: 0 })
  expect(
    await server.look(
      "select count(*)::int as refused from audit_line where action = 'TRANSFER_AGREE' and outcome = 'refused'",
    ),
  ).toEqual({ refused: 1 })
})

it('is held by the database itself: a receiver reads a transfer only of what it agreed to, and agrees for nobody else', async () => {
  const rows = (organisation: string) =>
    withScope(server.db, { scope: 'own', organisation }, async tx => {
      const found = await sql<{ n: number }>`select count(*)::int as n from transfer_out`.execute(tx)
      return found.rows[0]?.n
    })
  expect([await rows('0001'), await rows('0002'), await rows('0004')]).toEqual([leavers.length, 0, 0])
  await change('brackley-signoff', 'PUT')
  expect([await rows('0001'), await rows('0002'), await rows('0004')]).toEqual([
    leavers.length,
    leavers.length,
    0,
  ])
  await expect(
    withScope(server.db, { scope: 'own', organisation: '0001' }, tx =>
      sql`insert into transfer (collection_id, sender_inst_id, receiver_inst_id, place, students, agreed_students, agreed_utc, agreed_by)
        values ('c23056', '0001', '0004', 'AGREED', 1, 1, now(), 'x')`.execute(tx),
    ),
  ).rejects.toThrow(/row-level security/)
})

it('gives no transfer to a regulator of the receiver alone: it is of a record of the sender', async () => {
  await server.asOwner(`update transfer_out set destination_ukprn = '10000003' where submission_id = '${sent}';
    insert into transfer (collection_id, sender_inst_id, receiver_inst_id, place, students, agreed_students, agreed_utc, agreed_by)
      values ('c23056', '0001', '0003', 'AGREED', 1, 1, now(), 'x')`)
  const rows = (scope: 'own' | 'regulator', organisation: string) =>
    withScope(server.db, { scope, organisation }, async tx => {
      const found = await sql<{ n: number }>`select count(*)::int as n from transfer_out`.execute(tx)
      return found.rows[0]?.n
    })
  expect(await rows('own', '0003')).toBe(leavers.length)
  expect(await rows('regulator', '5016')).toBe(leavers.length)
  expect(await rows('regulator', '5002')).toBe(0)
  await server.asOwner(
    `update transfer_out set destination_ukprn = '10000002' where submission_id = '${sent}'`,
  )
})

it('says to whom the students of a sender are told: to the receiver and to who sees the sender, not to its own regulator', async () => {
  const theirs = randomUUID()
  await server.place({ id: theirs, instId: '0003' }, 'QUALITY_PROCESSING_COMPLETE')
  await server.asOwner(
    `update transfer_out set destination_ukprn = '10000003' where submission_id = '${sent}'`,
  )
  const told = async (user: string) => {
    const { body } = await server.call<{ senders: TransferSenderWire[] }>(
      user,
      'GET',
      `${into}/summary-data/${theirs}`,
    )
    const list = await server.call(user, 'GET', `${into}/download-data/${theirs}/0001`)
    return [body.senders.map(({ instId, reading }) => [instId, reading]), list.status === 404]
  }
  const never = [[['0001', 'never']], true]
  expect(await told('fcw-analyst')).toEqual(never)
  expect(await told('bedel-analyst')).toEqual([[['0001', 'notAgreed']], false])
  await server.asOwner(`insert into transfer (collection_id, sender_inst_id, receiver_inst_id, place, students, agreed_students, agreed_utc, agreed_by)
    values ('c23056', '0001', '0003', 'AGREED', 1, 1, now(), 'x')`)
  expect(await told('fcw-analyst')).toEqual(never)
  expect(await told('bedel-analyst')).toEqual([[['0001', 'read']], false])
  await server.asOwner(`update transfer_out set destination_ukprn = '10000002' where submission_id = '${sent}';
    delete from submission where id = '${theirs}'`)
})

it('asks no consent of a provider that returns no record: one that is not onboarded, or with a nil return', async () => {
  const nil = randomUUID()
  await server.asOwner(`update submission set is_latest = false where id = '${received}'`)
  await server.place({ id: nil, instId: '0002' }, 'NIL_RETURN')
  expect((await isBlocked())[0]).toBe(false)
  expect(await receivers('ashby-signoff')).toMatchObject([{ consent: 'notNeeded' }])
  await server.asOwner(`delete from submission where id = '${nil}';
    update submission set is_latest = true where id = '${received}';
    update organisation set onboarded = false where id = '0002'`)
  expect((await isBlocked())[0]).toBe(false)
  await server.asOwner("update organisation set onboarded = true where id = '0002'")
})

it('asks no consent of the sender itself, wherever it is asked', async () => {
  await server.asOwner(
    `update transfer_out set destination_ukprn = '10000001' where submission_id = '${sent}'`,
  )
  expect(await receivers('ashby-signoff')).toMatchObject([{ instId: '0001', consent: 'notNeeded' }])
  const { body } = await server.call('ashby-signoff', 'GET', `${out}/consent/${sent}`)
  expect(body).toEqual({ pgrTransferConsentGiven: false, awaited: [] })
  expect((await isBlocked())[0]).toBe(false)
  await server.asOwner(
    `update transfer_out set destination_ukprn = '10000002' where submission_id = '${sent}'`,
  )
  expect((await isBlocked())[0]).toBe(true)
})

/** What Ashby's people were told of their submission since the last question: its types, and whether a consent blocks it. */
const toldAshby = async () => {
  const { told } = await server.look<{ told: [string, boolean | null][] | null }>(
    `select jsonb_agg(jsonb_build_array(payload ->> 'type', payload -> 'facts' -> 'blockers' -> 'pgrTransferConsentGiven')
      order by sequence) as told
    from live_message where inst_id = '0001' and payload ->> 'submissionId' = '${sent}'`,
  )
  await server.asOwner('delete from live_message')
  return told ?? []
}
const sendTo = (ukprn: string) =>
  server.asOwner(`update transfer_out set destination_ukprn = '${ukprn}' where submission_id = '${sent}'`)
const free = [['TRANSFERS', null], ['FILE_EVENT', false]] // biome-ignore format: one below the other
const blocked = [['TRANSFERS', null], ['FILE_EVENT', true]] // biome-ignore format: one below the other

it('tells the sender when a receiver has nothing to report, and when that is withdrawn', async () => {
  await sendTo('10000003')
  const nil = await server.call<{ uuid: string }>(
    'bedel-staff',
    'POST',
    '/submissions/create-nil-submission',
    {
      body: { collectionId: 'c23056', instId: '0003' },
    },
  )
  expect([nil.status, await toldAshby(), await isBlocked()]).toEqual([200, free, [false]])
  const withdrawn = await server.call(
    'bedel-staff',
    'POST',
    `/submissions/${nil.body.uuid}/withdraw-nil-return`,
  )
  expect([withdrawn.status, await toldAshby(), (await isBlocked())[0]]).toEqual([200, blocked, true])
  await sendTo('10000002')
})

it('tells nobody of a nil return but those who send to that provider', async () => {
  const nil = await server.call<{ uuid: string }>(
    'bedel-staff',
    'POST',
    '/submissions/create-nil-submission',
    {
      body: { collectionId: 'c23056', instId: '0003' },
    },
  )
  await server.call('bedel-staff', 'POST', `/submissions/${nil.body.uuid}/withdraw-nil-return`)
  expect(await toldAshby()).toEqual([])
})

it('tells the sender when a receiver takes part from now on or no more, by its page or by an import', async () => {
  await sendTo('10000005')
  const change = (body: object) => server.call('bedel-admin', 'PATCH', '/providers/0005', { body })
  expect([(await change({ onboarded: true })).status, await toldAshby()]).toEqual([200, blocked])
  expect([(await change({ publishedName: 'Elmbridge' })).status, await toldAshby()]).toEqual([200, []])
  expect([(await change({ onboarded: false })).status, await toldAshby()]).toEqual([200, free])

  const imports = async (ukprn: string) => {
    const csv = [
      'instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers',
      `0005,${ukprn},Elmbridge College,Elmbridge,E,London,5016,01,no`,
    ].join('\n')
    const { body } = await server.call<{ digest: string }>(
      'bedel-admin',
      'POST',
      '/providers/register/preview',
      {
        body: { csv },
      },
    )
    const done = await server.call('bedel-admin', 'POST', '/providers/register', {
      body: { csv, digest: body.digest, action: 'ONBOARD' },
    })
    return [done.status, await toldAshby()]
  }
  expect(await imports('10000005')).toEqual([200, blocked])
  // The other number belongs to no provider of the register.
  expect(await imports('10000055')).toEqual([200, free])
  await sendTo('10000002')
})

/** The notices of a provider, newest first, by the call. */
const noticesOf = async (user: string) =>
  (
    await server.call<{ notices: { kind: string; title: string }[] }>(user, 'GET', '/notices')
  ).body.notices.map(({ kind, title }) => [kind, title])
const named = (students: number) => `${students} research students`

it('has a history that its chart conforms to, and notifies the receiver, then the sender', async () => {
  const { senders: [asked] = [] } = (
    await server.call<{ senders: TransferSenderWire[] }>(
      'brackley-signoff',
      'GET',
      `${into}/summary-data/${received}`,
    )
  ).body
  expect(asked?.askedAt).toBe(server.clock.now().toISOString())
  const count = asked?.students ?? 0
  expect(await noticesOf('brackley-signoff')).toEqual([
    ['transferAsked', `University of Ashby names ${named(count)} as transferring to you`],
  ])
  server.clock.forward(60_000)
  await change('brackley-signoff', 'PUT')
  expect(await noticesOf('ashby-submitter')).toEqual([
    ['transferAnswered', `Brackley Institute of Arts agreed to the transfer of ${named(count)}`],
  ])
  server.clock.forward(60_000)
  await change('brackley-signoff', 'DELETE')
  // Of the notices about one submission only the newest is listed.
  expect(await noticesOf('ashby-submitter')).toEqual([
    [
      'transferAnswered',
      `Brackley Institute of Arts withdrew its agreement to the transfer of ${named(count)}`,
    ],
  ])
  // Guests and agency staff have no part in it.
  expect([await noticesOf('ashby-guest'), await noticesOf('bedel-analyst')]).toEqual([[], []])
  const { events } = await server.look<{ events: string[] }>(
    "select array_agg(event || ' ' || to_place order by sequence) as events from chart_event where chart = 'transfer'",
  )
  expect(events).toEqual(['NAMED ASKED', 'AGREE AGREED', 'WITHDRAW WITHDRAWN'])
  const replay = (await replayed(server)).find(({ chart }) => chart === 'transfer')
  expect(replay).toMatchObject({ subjects: 1, events: 3, deviations: [] })
  const { timeline } = (
    await server.call<{ timeline: { event: string; name: string }[] }>(
      'ashby-signoff',
      'GET',
      `${out}/summary-data/${sent}`,
    )
  ).body
  expect(timeline.map(({ event }) => event)).toEqual(['WITHDRAW', 'AGREE', 'NAMED'])
})

it('keeps the agreement and marks it changed if another number is named, and tells who agreed', async () => {
  await change('brackley-signoff', 'PUT')
  await server.asOwner(`insert into transfer_out (submission_id, collection_id, inst_id, sid, numhus, destination_ukprn)
    values ('${sent}', 'c23056', '0001', 'other', 'other', '10000002')`)
  await name()
  const count = leavers.length + 1
  expect(await senders('brackley-signoff')).toMatchObject([
    { students: count, agreedStudents: leavers.length, isChanged: true, consentedAt: expect.any(String) },
  ])
  expect((await isBlocked())[0]).toBe(false)
  expect((await noticesOf('brackley-submitter'))[0]).toEqual([
    'transferAsked',
    `University of Ashby now names ${named(count)} as transferring to you. You agreed to another number.`,
  ])
  expect((await change('brackley-signoff', 'PUT')).body.senders).toMatchObject([
    { isChanged: false, agreedStudents: count },
  ])
  await server.asOwner(`delete from transfer_out where sid = 'other'`)
  await name()
})

const remind = (user: string, receiver = '0002') =>
  server.call<{ detail?: string; receivers?: TransferReceiverWire[] }>(
    user,
    'POST',
    `${out}/${sent}/reminders?instId=${receiver}`,
  )

it('lets the sender remind the receiver once a day, and nobody else', async () => {
  expect((await receivers('ashby-submitter'))[0]).toMatchObject({ reminderRefusal: null, remindedAt: null })
  const done = await remind('ashby-submitter')
  expect([done.status, done.body.receivers?.[0]]).toMatchObject([
    200,
    { reminderRefusal: 'You sent a reminder today. You can send another one tomorrow.' },
  ])
  expect((await noticesOf('brackley-signoff'))[0]?.[1]).toMatch(/^University of Ashby reminds you to agree/)
  expect((await remind('ashby-signoff')).status).toBe(409)
  server.clock.forward(24 * 3_600_000)
  expect((await remind('ashby-signoff')).status).toBe(200)
  for (const user of ['ashby-guest', 'bedel-admin'])
    expect([user, (await remind(user)).status]).toEqual([user, 403])
  expect((await remind('brackley-signoff')).status).toBe(404)
  expect((await remind('ashby-signoff', '0003')).status).toBe(404)
  await change('brackley-signoff', 'PUT')
  expect((await remind('ashby-signoff')).status).toBe(409)
})

it('carries messages between the two providers, each of which sees the other one and not the person', async () => {
  const write = (user: string, path: string, text: string) =>
    server.call<{ senders?: TransferSenderWire[]; receivers?: TransferReceiverWire[] }>(user, 'POST', path, {
      body: { text },
    })
  const asked = await write('brackley-signoff', `${into}/${received}/messages?instId=0001`, 'Who are they?')
  expect(asked.body.senders?.[0]?.messages).toMatchObject([{ isOwn: true, text: 'Who are they?' }])
  const answer = await write('ashby-submitter', `${out}/${sent}/messages?instId=0002`, 'Agree, and you see.')
  expect(answer.body.receivers?.[0]?.messages).toMatchObject([
    { isOwn: false, by: 'Brackley Institute of Arts', text: 'Who are they?' },
    { isOwn: true, text: 'Agree, and you see.' },
  ])
  // The same words once more are a call that came twice; other words, and then the same again, are messages.
  for (const text of ['Agree, and you see.', 'Please.', 'Agree, and you see.', 'Agree, and you see.'])
    await write('ashby-submitter', `${out}/${sent}/messages?instId=0002`, text)
  const last = await write('ashby-submitter', `${out}/${sent}/messages?instId=0002`, 'Please.')
  expect(last.body.receivers?.[0]?.messages.map(({ text }) => text)).toEqual([
    'Who are they?',
    'Agree, and you see.',
    'Please.',
    'Agree, and you see.',
    'Please.',
  ])
  expect((await noticesOf('brackley-signoff'))[0]?.[0]).toBe('transferMessage')
  expect((await noticesOf('ashby-signoff'))[0]?.[0]).toBe('transferMessage')
  expect((await write('brackley-signoff', `${into}/${received}/messages?instId=0001`, ' ')).status).toBe(422)
})

it('is heard of by sender and receiver as soon as another file names the students', async () => {
  const again = randomUUID()
  await server.upload('ashby-submitter', {
    submissionId: again,
    instId: '0001',
    content: sample('0001', 30, '0002'),
  })
  await server.reaches(again, 'QUALITY_PROCESSING_COMPLETE')
  const { told } = await server.look<{ told: string[] }>(
    `select array_agg(inst_id || ' ' || (payload ->> 'submissionId') order by inst_id) as told
    from live_message where payload ->> 'type' = 'TRANSFERS' and inst_id in ('0001', '0002', '0003')`,
  )
  expect(told).toEqual([`0001 ${again}`, `0002 ${received}`])
}, 60_000)
