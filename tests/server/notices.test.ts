import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statusOf } from '../../src/domain/status.ts'
import type { NoticeWire } from '../../src/domain/wire/notices.ts'
import { placeIssue, placeWithRule, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Notices (decisions §14): who hears of what, once, and what each person has read. */
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.forget()
  await server.asOwner(`delete from notice; delete from deadline_reminder;
    update collection set submission_deadline = null; update collection_told set submission_deadline = null`)
  await server.setCollection('Open')
})

interface Listed {
  notices: NoticeWire[]
  unread: number
  pagingMetadata: { totalResultsCount: number }
}
const list = async (user: string, query = ''): Promise<Listed> =>
  (await server.call<Listed>(user, 'GET', `/notices${query}`)).body
const titles = async (user: string): Promise<string[]> => (await list(user)).notices.map(({ title }) => title)
const read = (user: string, ids?: string[]) =>
  server.call<{ unread: number }>(user, 'POST', '/notices/read', { body: ids ? { ids } : {} })
const tick = () => server.processing.tell()

const nobodyElse = ['brackley-submitter', 'fcw-analyst', 'ttb-analyst', 'ohe-delivery', 'ashby-ovt'] as const

/** The latest submission of Ashby, at a status. */
const placeLatest = async (
  status: Parameters<ProcessingServer['place']>[1],
  mode: 'live' | 'ovt' = 'live',
): Promise<string> => {
  const id = randomUUID()
  await server.inSystem(tx => tx.updateTable('submission').set({ is_latest: false }).execute())
  await server.place({ id, instId: '0001', mode }, status)
  return id
}

describe('of a submission', () => {
  it('go to its provider, and to who has to act next', async () => {
    const id = await placeLatest('COLLECTION_REPORTS_PASSED')
    await server.report(id, 'QUALITY_PROCESSING_COMPLETED')
    for (const user of ['ashby-submitter', 'ashby-guest'])
      expect(await titles(user)).toEqual(['Student 2023/24: results are ready'])
    for (const user of ['bedel-analyst', 'ohe-analyst', ...nobodyElse])
      expect([user, await titles(user)]).toEqual([user, []])
    const stopped = await placeLatest('ENRICHMENT')
    await server.report(stopped, 'ENRICHMENT_ERRORED')
    for (const user of ['ashby-submitter', 'bedel-staff'])
      expect((await titles(user))[0]).toBe('Student 2023/24: processing stopped (Enrichment error)')
    expect(await titles('ohe-analyst')).toEqual([])
  })

  it('tell of every decision, in the transaction that makes it', async () => {
    const id = await placeLatest('AGENCY_APPROVAL')
    const decide = (user: string, action: string, statusId: number, note = '') =>
      server.call(user, 'POST', `/submissions/${id}/state`, { body: { action, statusId, note } })
    await server.report(id, 'APPROVE', server.actor('bedel-analyst'))
    expect(await titles('ohe-analyst')).toEqual(['Student 2023/24: Awaiting SC approval'])
    expect(await titles('bedel-analyst')).toEqual([])
    await server.report(id, 'APPROVE', server.actor('ohe-analyst'))
    expect((await titles('ashby-signoff'))[0]).toBe('Student 2023/24 is approved')
    await server.report(id, 'REQUEST_RESUBMISSION', server.actor('bedel-staff'))
    expect((await titles('ashby-signoff'))[0]).toBe('Student 2023/24: resubmission required')
    const declined = await placeLatest('SC_APPROVAL')
    await server.lifecycle.decide(declined, {
      type: 'DECLINE',
      actor: server.actor('ohe-analyst'),
      hasNote: true,
    })
    expect((await titles('ashby-signoff'))[0]).toBe('Student 2023/24 was declined')
    const refused = await decide('ashby-submitter', 'approve', 28)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const { count } = await server.look<{ count: number }>(
      `select count(*)::int as count from notice where organisation_id = '0001'`,
    )
    expect(count).toBe(4)
  })

  it('of online validation go to the provider alone, and there to who validates', async () => {
    const id = await placeLatest('QUALITY_RULES', 'ovt')
    await server.report(id, 'QUALITY_RULES_ERRORED')
    expect(await titles('ashby-ovt')).toEqual([
      'Student 2023/24, online validation: processing stopped (Quality rules error)',
    ])
    for (const user of ['ashby-submitter', 'bedel-admin']) expect(await titles(user)).toEqual([])
  })

  it('arrive on the own channel alone, after what they tell of', async () => {
    await placeLatest('COLLECTION_REPORTS_PASSED').then(id =>
      server.report(id, 'QUALITY_PROCESSING_COMPLETED'),
    )
    const { messages } = await server.look<{ messages: string[] }>(
      `select array_agg(inst_id || ' ' || (payload ->> 'type') order by inst_id, sequence) as messages from live_message`,
    )
    expect(messages).toEqual([
      '0001 FILE_EVENT',
      '0001 NOTICE',
      '5016 FILE_EVENT',
      '5101 FILE_EVENT',
      'bedel FILE_EVENT',
    ])
  })
})

it('the agency hears of a requested sign-off when the signed form is returned, and not before', async () => {
  const id = await placeLatest('APPROVED')
  const { status } = await server.call('ashby-signoff', 'POST', `/submissions/update-state/${id}`, {
    body: { action: 'Provider sign-off', statusId: statusOf('PROVIDER_SIGNOFF').id, termsAccepted: true },
  })
  expect(status).toBe(200)
  expect(await titles('bedel-staff')).toEqual([])
  expect(await titles('ashby-submitter')).toEqual(['Student 2023/24: Awaiting provider sign off'])
})

it('what a person did is no news to them, and is news to their colleagues', async () => {
  const id = await placeLatest('ANALYST_APPROVAL')
  await server.report(id, 'APPROVE', server.actor('bedel-analyst'))
  expect(await titles('bedel-analyst')).toEqual(['Student 2023/24: Awaiting Bedel approval'])
  expect([(await list('bedel-analyst')).unread, (await list('bedel-admin')).unread]).toEqual([0, 1])
  expect((await list('bedel-analyst', '?unread=true')).notices).toEqual([])
})

it('news from others leaves out what a person did, and results of their own file, which their colleagues get', async () => {
  const id = await placeLatest('SCHEMA_CHECK')
  await server.asOwner(`update submission set uploader_id = 'ashby-submitter' where id = '${id}'`)
  await server.report(id, 'SCHEMA_CHECK_FAILED')
  const ofOthers = async (user: string) => {
    const { notices, unread } = await list(user, '?fromOthers=true')
    return [notices.map(({ kind }) => kind), unread]
  }
  expect((await list('ashby-submitter')).notices.map(({ kind }) => kind)).toEqual(['processingStopped'])
  expect(await ofOthers('ashby-submitter')).toEqual([[], 0])
  expect(await ofOthers('ashby-signoff')).toEqual([['processingStopped'], 1])
})

it('notices about one submission are one entry, which is unread until the newest is read', async () => {
  const id = await placeLatest('AGENCY_APPROVAL')
  await server.report(id, 'APPROVE', server.actor('bedel-analyst'))
  await server.report(id, 'APPROVE', server.actor('ohe-analyst'))
  const user = 'ashby-signoff'
  const { notices, unread, pagingMetadata } = await list(user)
  expect(notices.map(({ title, earlier, isRead }) => [title, earlier, isRead])).toEqual([
    ['Student 2023/24 is approved', 1, false],
  ])
  expect([unread, pagingMetadata.totalResultsCount]).toEqual([1, 1])
  expect((await read(user, [notices[0]?.id ?? ''])).body.unread).toBe(0)
  await server.report(id, 'REQUEST_RESUBMISSION', server.actor('bedel-staff'))
  const later = await list(user)
  expect(later.notices.map(({ earlier, isRead }) => [earlier, isRead])).toEqual([[2, false]])
  expect(later.unread).toBe(1)
  // A notice that the reader may not see, about the same submission and newer, hides nothing and is not counted.
  await server.asOwner(`insert into notice (id, organisation_id, kind, mode, collection_id, inst_id, submission_id, detail, created_utc)
    select '${randomUUID()}', organisation_id, 'transferAsked', mode, collection_id, inst_id, submission_id, '{}', now()
    from notice where submission_id = '${id}' and organisation_id = '0001' limit 1`)
  const hidden = await list('ashby-guest')
  expect(hidden.notices.map(({ earlier, isRead }) => [earlier, isRead])).toEqual([[2, false]])
  expect(hidden.unread).toBe(1)
  await read('ashby-guest')
  expect((await list('ashby-guest')).unread).toBe(0)
  expect((await list(user)).notices.map(({ kind }) => kind)).toEqual(['transferAsked'])
})

describe('of an issue', () => {
  it('go to the other parties, and name the organisation that acted', async () => {
    const submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
    const issueId = await placeIssue(server, submissionId, 'OPEN')
    await server.call('bedel-analyst', 'POST', `/issues/${issueId}/comments`, { body: { text: 'Why?' } })
    expect(await titles('ashby-guest')).toEqual([`Bedel commented on ${ruleCode}`])
    expect(await titles('ohe-analyst')).toEqual([`Bedel commented on ${ruleCode}`])
    expect(await titles('bedel-admin')).toEqual([])
    await server.call('ashby-signoff', 'POST', `/issues/${issueId}/explanations`, { body: { text: 'So.' } })
    expect(await titles('bedel-admin')).toEqual([`University of Ashby explained ${ruleCode}`])
    const [notice] = (await list('bedel-admin')).notices
    expect(notice).toMatchObject({
      kind: 'issueAnswered',
      issueId,
      code: ruleCode,
      provider: { instId: '0001', name: 'University of Ashby' },
    })
    for (const user of nobodyElse) expect([user, await titles(user)]).toEqual([user, []])
  })
})

describe('of a collection', () => {
  const setDeadline = (day: string) =>
    server.asOwner(`update collection set submission_deadline = '${day}' where id = 'c23056'`)
  /** The clock of the tests begins on 1 October 2024. */
  const inDays = (days: number): string =>
    new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

  it('tell once that it has opened, and that its deadline has changed', async () => {
    await server.setCollection('Closed')
    await server.asOwner(`update collection set state_id = 3 where id = 'c23056'`)
    await tick()
    await tick()
    expect(await titles('ashby-ovt')).toEqual(['Student 2023/24 is open for submissions'])
    await setDeadline(inDays(60))
    await tick()
    await tick()
    expect(await titles('fcw-analyst')).toEqual([
      expect.stringMatching(/^Student 2023\/24: submissions are now due on \d\d\/\d\d\/2024$/),
      'Student 2023/24 is open for submissions',
    ])
    expect(await titles('bedel-admin')).toEqual([])
  })

  it('tell of validation only those who validate online, who alone see it (decisions §10)', async () => {
    await server.setCollection('Draft')
    await server.asOwner(`update collection set state_id = 7 where id = 'c23056'`)
    await tick()
    const told = 'Student 2023/24: state changed to Validation'
    expect(await list('ashby-ovt')).toMatchObject({ unread: 1, notices: [{ title: told, mode: 'ovt' }] })
    for (const user of ['brackley-submitter', 'ashby-guest', 'fcw-analyst', 'ohe-delivery', 'bedel-admin'])
      expect([user, await titles(user)]).toEqual([user, []])
    const { told: organisations } = await server.look<{ told: string[] }>(
      `select array_agg(distinct o.type) as told from notice n join organisation o on o.id = n.organisation_id`,
    )
    expect(organisations).toEqual(['provider'])
  })

  it('remind of the deadline 14, 7 and 1 days before, each once, who has not done their part', async () => {
    await setDeadline(inDays(16))
    await tick()
    await server.asOwner('delete from notice')
    const approved = randomUUID()
    await server.place({ id: approved, instId: '0002' }, 'AGENCY_APPROVAL')
    await server.place({ id: randomUUID(), instId: '0003' }, 'APPROVED')
    const reminded: [number, string[]][] = []
    for (let day = 16; day >= -1; day -= 1) {
      const before = (await titles('ashby-guest')).length
      await tick()
      await tick()
      const now = await titles('ashby-guest')
      if (now.length > before) reminded.push([day, now.slice(0, now.length - before)])
      server.clock.forward(86_400_000)
    }
    expect(
      reminded.map(([day, newTitles]) => [day, newTitles.map(title => title.replace(/ \(.*/, ''))]),
    ).toEqual([
      [14, ['Student 2023/24: 14 days left to submit']],
      [7, ['Student 2023/24: 7 days left to submit']],
      [1, ['Student 2023/24: submissions are due tomorrow']],
    ])
    for (const user of ['brackley-submitter', 'cardigan-signoff', 'ohe-analyst'])
      expect([user, await titles(user)]).toEqual([user, []])
  })

  it('give a reminder late that was missed, with the days that are left', async () => {
    await setDeadline(inDays(5))
    await tick()
    expect((await titles('ashby-guest'))[0]).toMatch(/: 5 days left to submit/)
    server.clock.forward(86_400_000)
    await tick()
    expect(await titles('ashby-guest')).toHaveLength(2)
  })
})

describe('are read and unread', () => {
  it('by person, some or all, and never those of others', async () => {
    for (const status of ['COLLECTION_REPORTS_PASSED', 'COLLECTION_REPORTS_PASSED', 'ENRICHMENT'] as const) {
      const id = await placeLatest(status)
      await server.report(id, status === 'ENRICHMENT' ? 'ENRICHMENT_ERRORED' : 'QUALITY_PROCESSING_COMPLETED')
      server.clock.forward(1000)
    }
    const [first, second, third] = (await list('ashby-guest')).notices.map(({ id }) => id)
    expect((await read('ashby-guest', [second ?? ''])).body).toEqual({ unread: 2 })
    expect((await list('ashby-guest')).notices.map(({ isRead }) => isRead)).toEqual([false, true, false])
    expect((await list('ashby-guest', '?unread=true')).notices.map(({ id }) => id)).toEqual([first, third])
    expect((await list('ashby-submitter')).unread).toBe(3)
    const organisations = await server.call<{ unreadNotices: number }>('ashby-guest', 'GET', '/organisations')
    expect(organisations.body.unreadNotices).toBe(2)

    const [foreign] = (await list('bedel-admin')).notices
    const refused = await read('ashby-guest', [first ?? '', foreign?.id ?? ''])
    const unknown = await read('ashby-guest', [randomUUID()])
    expect([refused.status, unknown.status]).toEqual([404, 404])
    expect(refused.body).toMatchObject({ detail: (unknown.body as unknown as { detail: string }).detail })
    expect((await list('ashby-guest')).unread).toBe(2)

    expect((await read('ashby-guest')).body).toEqual({ unread: 0 })
    expect((await list('bedel-admin')).unread).toBe(1)
    const page = await list('ashby-guest', '?limit=1&offset=1')
    expect([page.notices.map(({ id }) => id), page.pagingMetadata.totalResultsCount]).toEqual([[second], 3])
  })
})
