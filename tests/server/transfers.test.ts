import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withScope } from '../../server/database/scope.ts'
import type {
  ListedPage,
  TransferReceiverWire,
  TransferSenderWire,
} from '../../src/domain/wire/additionalReports.ts'
import { generateSample } from '../../src/sample/index.ts'
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
  for (const [, student = ''] of content.toString().matchAll(/<Student>(.*?)<\/Student>/gs))
    if (student.includes('<RSNENGEND>12</RSNENGEND>')) leavers.push(/<SID>(\d+)</.exec(student)?.[1] ?? '')
  for (const [submissionId, instId, user, file] of [
    [sent, '0001', 'ashby-submitter', content],
    [received, '0002', 'brackley-submitter', sample('0002', 20)],
  ] as const) {
    await server.upload(user, { submissionId, instId, content: file })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  }
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  await server.asOwner(
    'delete from transfer_consent; delete from live_message; delete from quality_rule_result where operational',
  )
  await server.setCollection('Open')
  await server.asOwner(`update submission set status_id = 24 where id = '${sent}'`)
})

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
    submissionStatuses: { pgrTransferConsentGiven: boolean }
    commitNotAllowedReasons: string[]
  }>('ashby-signoff', 'GET', `/submissions/${sent}/commit-allowed-status`)
  return [body.submissionStatuses.pgrTransferConsentGiven, ...body.commitNotAllowedReasons]
}
const submit = () =>
  server.call<{ detail?: string }>('ashby-signoff', 'POST', `/submissions/update-state/${sent}`, {
    body: { action: 'submit', statusId: 26, termsAccepted: true },
  })

it('shows the receiver counts and the sender only, and no student, before it agrees', async () => {
  expect(leavers.length).toBeGreaterThan(0)
  expect(await senders('brackley-signoff')).toEqual([
    {
      instId: '0001',
      ukprn: '10000001',
      name: 'University of Ashby',
      students: leavers.length,
      consentedAt: null,
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
  expect(await receivers('ashby-signoff')).toEqual([
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
    'The other provider has submitted, so you can no longer withdraw your consent.',
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
  expect(await server.look('select count(*)::int as given from transfer_consent')).toEqual({ given: 0 })
  expect(
    await server.look(
      "select count(*)::int as refused from audit_line where action = 'GIVE_TRANSFER_CONSENT' and outcome = 'refused'",
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
      sql`insert into transfer_consent (collection_id, sender_inst_id, receiver_inst_id, given_utc, given_by)
        values ('c23056', '0001', '0004', now(), 'x')`.execute(tx),
    ),
  ).rejects.toThrow(/row-level security/)
})

it('gives no transfer to a regulator of the receiver alone: it is of a record of the sender', async () => {
  await server.asOwner(`update transfer_out set destination_ukprn = '10000003' where submission_id = '${sent}';
    insert into transfer_consent (collection_id, sender_inst_id, receiver_inst_id, given_utc, given_by)
      values ('c23056', '0001', '0003', now(), 'x')`)
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
  await server.asOwner(`insert into transfer_consent
    (collection_id, sender_inst_id, receiver_inst_id, given_utc, given_by) values ('c23056', '0001', '0003', now(), 'x')`)
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
  // By another number the students go to nobody whom the register knows.
  expect(await imports('10000055')).toEqual([200, free])
  await sendTo('10000002')
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
