import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { statusOf } from '../../src/domain/status.ts'
import type {
  Heat,
  InspectedSubmission,
  SequenceMessage,
  SubmissionHistory,
} from '../../src/domain/wire/inspection.ts'
import type { ReplayedPart } from '../../src/machines/conformance-check/index.ts'
import { type LifecycleEvent, type Stage, stages } from '../../src/machines/submission-lifecycle/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** What the machine inspector is told, on histories that the server itself has decided. */
describe('the machine inspector', () => {
  let server: ProcessingServer
  const ashby = randomUUID()
  const cardigan = randomUUID()
  const minute = 60_000
  const qualityFound = { rules: 3, outside: 1, workingFolder: '/worker-1' }

  const begin = async (id: string, instId: string, user: string): Promise<void> => {
    await server.lifecycle.requestUpload({
      submissionId: id,
      collectionId: 'c23056',
      instId,
      mode: 'live',
      fileName: `${instId}.xml`,
      objectKey: `${instId}/${id}/file.xml`,
      expires: new Date(server.clock.now().getTime() + 60 * minute),
      actor: server.actor(user),
    })
    await server.report(id, 'FILE_STORED')
  }
  const pass = async (id: string, step: Stage): Promise<void> => {
    server.clock.forward(minute)
    await server.report(id, `${step}_STARTED`)
    server.clock.forward(2 * minute)
    await server.lifecycle.decide(id, { type: `${step}_PASSED`, actor: systemPrincipal } as LifecycleEvent, {
      detail: step === 'QUALITY_RULES' ? qualityFound : {},
    })
  }

  beforeAll(async () => {
    server = await startProcessingServer()
    await begin(ashby, '0001', 'ashby-signoff')
    for (const step of stages.filter(name => name !== 'HISTORY')) await pass(ashby, step)
    await server.report(ashby, 'QUALITY_PROCESSING_COMPLETED')
    await server.lifecycle.decide(ashby, {
      type: 'SUBMIT',
      actor: server.actor('ashby-signoff'),
      termsAccepted: true,
    })
    await begin(cardigan, '0003', 'cardigan-signoff')
    await server.report(cardigan, 'PROVISIONING_STARTED')
    await server.lifecycle.decide(
      cardigan,
      { type: 'PROVISIONING_ERRORED', actor: systemPrincipal },
      { change: { failureReason: 'input/output error' } },
    )
  })
  afterAll(() => server.stop())

  const historyFor = async (user: string): Promise<SubmissionHistory> =>
    (await server.call<SubmissionHistory>(user, 'GET', `/submissions/${ashby}/lifecycle`)).body

  it('gives every event with actor, facts and guards as the decision found them', async () => {
    const { events, statusId } = await historyFor('bedel-staff')
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({
      event: 'SUBMIT',
      fromStatusId: statusOf('QUALITY_PROCESSING_COMPLETE').id,
      toStatusId: statusId,
      payload: { termsAccepted: true },
      actor: { kind: 'user', name: 'Thomas Whitby', organisationId: '0001' },
      facts: { riskCode: '01', countryCode: 'E', isLatest: true },
    })
    const checks = events.at(-1)?.checks ?? []
    expect(checks.length).toBeGreaterThan(3)
    expect(checks.filter(({ holds }) => !holds)).toEqual([])
  })

  it('shows a provider its own people and no detail of the system', async () => {
    const { events } = await historyFor('ashby-guest')
    expect(events.at(-1)?.actor.name).toBe('Thomas Whitby')
    expect(events.filter(({ detail }) => Object.keys(detail).length > 0)).toMatchObject([
      { event: 'QUALITY_RULES_PASSED', detail: { rules: 3, outside: 1 } },
    ])
    expect(JSON.stringify(events)).not.toContain('worker-1')
    const { events: whole } = await historyFor('bedel-staff')
    expect(whole.find(({ event }) => event === 'QUALITY_RULES_PASSED')?.detail).toEqual(qualityFound)
    const regulators = (await historyFor('ohe-analyst')).events.at(-1)
    expect(regulators?.actor.name).toBe('University of Ashby')
  })

  it('puts every message between the parts of the system in order', async () => {
    const { body } = await server.call<{ messages: SequenceMessage[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${ashby}/sequence`,
    )
    const first = body.messages.slice(0, 3).map(({ from, to, name }) => `${from} → ${to}: ${name}`)
    expect(first[0]).toBe('browser → api: UPLOAD_REQUESTED')
    expect(body.messages.map(({ at }) => at)).toEqual(body.messages.map(({ at }) => at).sort())
    const kinds = new Set(body.messages.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['event', 'live', 'work'])
    // The deadline of the upload, each stage and the issues to raise are jobs (specification 2 §2.1; decisions §5, §11).
    const jobs = body.messages.filter(({ kind }) => kind === 'work').map(({ to, name }) => `${name} → ${to}`)
    expect(new Set(jobs)).toEqual(
      new Set(['armUploadTimer → api', 'enqueueStage → worker', 'raiseIssues → api']),
    )
    const submit = body.messages.find(({ name }) => name === 'SUBMIT')
    expect(submit?.payload).toMatchObject({ termsAccepted: true, guards: { isLatest: true } })
  })

  it('counts visits, dwell and transitions over a collection, by filters', async () => {
    const heat = async (query = ''): Promise<Heat> =>
      (await server.call<Heat>('bedel-analyst', 'GET', `/inspection/23056/heat${query}`)).body
    const all = await heat()
    expect([all.submissions, all.providers]).toEqual([2, 2])
    expect(all.states.find(({ statusId }) => statusId === statusOf('SCHEMA_CHECK').id)).toEqual({
      statusId: statusOf('SCHEMA_CHECK').id,
      current: 0,
      visits: 1,
      providers: 1,
      median: 120,
      p95: 120,
      longest: null,
      formerMedian: null,
      target: null,
      over: null,
      // Not shorter than a minute, shorter than an hour.
      lengths: [0, 1, 0, 0, 0, 0, 0],
    })
    // A stay that still lasts counts as long as it has lasted.
    const stuck = statusOf('PROVISIONING_ERROR').id
    const before = all.states.find(({ statusId }) => statusId === stuck)
    server.clock.forward(10 * minute)
    const later = (await heat()).states.find(({ statusId }) => statusId === stuck)
    expect(before).toMatchObject({ current: 1, visits: 1, median: expect.any(Number) })
    expect(later?.median).toBe((before?.median ?? 0) + 600)
    expect(later?.p95).toBe(later?.median)
    expect(later?.longest).toBe(later?.median)
    expect(all.transitions.find(({ event }) => event === 'UPLOAD_REQUESTED')?.count).toBe(2)
    expect(all.choices.providers.map(({ instId }) => instId)).toEqual(['0001', '0003'])
    expect((await heat('?instId=0003')).submissions).toBe(1)
    expect((await heat('?regulatorCode=5016')).submissions).toBe(1)
    expect((await heat('?from=2030-01-01')).submissions).toBe(0)
    const others = await heat(`?except=${ashby}`)
    expect(others.submissions).toBe(1)
    expect(others.states.some(({ statusId }) => statusId === statusOf('SCHEMA_CHECK').id)).toBe(false)
  })

  it('lists the submissions behind a number', async () => {
    const status = statusOf('PROVISIONING_ERROR').id
    const { body } = await server.call(
      'bedel-analyst',
      'GET',
      `/inspection/23056/submissions?statusId=${status}`,
    )
    expect(body).toMatchObject({
      total: 1,
      submissions: [{ submissionId: cardigan, instId: '0003', statusId: status }],
    })
    const behind = async (query: string): Promise<string[]> => {
      const path = `/inspection/23056/submissions?${query}`
      const answer = await server.call<{ submissions: InspectedSubmission[] }>('bedel-analyst', 'GET', path)
      return answer.body.submissions.map(({ submissionId }) => submissionId).sort()
    }
    const both = [ashby, cardigan].sort()
    const [uploaded, provisioning] = [statusOf('UPLOADED').id, statusOf('PROVISIONING').id]
    expect(await behind(`visited=${uploaded}`)).toEqual(both)
    expect(await behind(`statusId=${uploaded}`)).toEqual([])
    expect(await behind('event=SUBMIT')).toEqual([ashby])
    expect(await behind(`event=PROVISIONING_STARTED&ways=${uploaded}-${provisioning}`)).toEqual(both)
    expect(await behind(`event=PROVISIONING_STARTED&ways=1-2,${provisioning}-${status}`)).toEqual([])
    // Cardigan waits in its error; Ashby passed provisioning after two minutes.
    const stays = await server.call<{ submissions: InspectedSubmission[] }>(
      'bedel-analyst',
      'GET',
      `/inspection/23056/submissions?visited=${provisioning}`,
    )
    expect(
      stays.body.submissions.map(({ submissionId, longestStay }) => [submissionId, longestStay]),
    ).toEqual([
      [ashby, 120],
      [cardigan, 0],
    ])
    // The clock of this test begins on 1 October 2024.
    expect(await behind('search=cardigan')).toEqual([cardigan])
    expect(await behind('search=0001')).toEqual([ashby])
    expect(await behind('search=0003.XML')).toEqual([cardigan])
    expect(await behind(`search=${ashby.slice(0, 9)}`)).toEqual([ashby])
    expect(await behind('search=thomas%20whitby')).toEqual([ashby])
    expect(await behind('search=%25')).toEqual([])
    expect(await behind('day=2024-10-01')).toEqual(both)
    expect(await behind('day=2024-10-01&event=SUBMIT')).toEqual([ashby])
    expect(await behind('day=2024-10-02')).toEqual([])
    expect(
      (
        await server.call<{ submissions: InspectedSubmission[] }>(
          'bedel-analyst',
          'GET',
          '/inspection/23056/submissions?day=2024-10-01',
        )
      ).body.submissions.map(({ firstOfDay }) => firstOfDay),
    ).toEqual([1, 1])
    await server.asOwner(`update collection set specification_id =
      (select id from specification where version = '22056_1.3.0') where reference = '23056'`)
    expect(await behind('specification=23056_1.0.0')).toEqual(both)
    expect(await behind('specification=22056_1.3.0')).toEqual([])
  })

  it('tells where submissions came to grief, and why last', async () => {
    const { body } = await server.call('bedel-analyst', 'GET', '/inspection/23056/failures')
    expect(body).toEqual({
      failures: [
        {
          statusId: statusOf('PROVISIONING_ERROR').id,
          current: 1,
          visits: 1,
          lastReason: 'input/output error',
          lastAt: expect.any(String),
          lastSubmissionId: cardigan,
          retries: 0,
        },
      ],
    })
  })

  it('is for the agency', async () => {
    for (const path of ['/inspection/23056/heat', '/inspection/23056/failures', '/inspection/conformance']) {
      expect((await server.call('ashby-signoff', 'GET', path)).status).toBe(403)
      expect((await server.call('ohe-analyst', 'GET', path)).status).toBe(403)
    }
    expect((await server.call('bedel-staff', 'GET', '/inspection/99056/heat')).status).toBe(404)
  })

  it('finds no deviation in what the server decided, and names each one that was made', async () => {
    const check = async () =>
      (await server.call<ReplayedPart>('bedel-staff', 'GET', '/inspection/conformance')).body
    expect(await check()).toMatchObject({ submissions: 2, deviations: [], next: null, total: 2 })
    const part = async (query: string) =>
      (await server.call<ReplayedPart>('bedel-staff', 'GET', `/inspection/conformance?limit=1${query}`)).body
    const first = await part('')
    expect(first).toMatchObject({ submissions: 1, total: 2, next: [ashby, cardigan].sort()[0] })
    const second = await part(`&after=${first.next}`)
    expect(second.events + first.events).toBe((await check()).events)
    const end = second.next === null ? second : await part(`&after=${second.next}`)
    expect(end.next).toBeNull()
    await server.asOwner(`
      update submission_event set to_status_id = ${statusOf('SIGNED_OFF').id}
        where submission_id = '${ashby}' and event = 'SUBMIT';
      update submission_event set facts = jsonb_set(facts, '{uploadUnderWay}', 'true')
        where submission_id = '${cardigan}' and event = 'UPLOAD_REQUESTED'`)
    const { deviations } = await check()
    expect(
      deviations.filter(({ submissionId }) => submissionId === ashby).map(({ reason }) => reason),
    ).toEqual([
      'The chart leads to "Awaiting Bedel approval", but the history goes to "Signed off".',
      'The submission is at "Awaiting Bedel approval", but its history ends at "Signed off".',
    ])
    const [refused] = deviations.filter(({ submissionId }) => submissionId === cardigan)
    expect(refused?.reason).toMatch(/^The chart does not allow it: /)
  })

  it('counts the stay of a submission that another has replaced until then', async () => {
    const id = randomUUID()
    await begin(id, '0002', 'brackley-signoff')
    server.clock.forward(10 * minute)
    await server.report(id, 'SUPERSEDED')
    server.clock.forward(20 * minute)
    const { body } = await server.call<Heat>('bedel-analyst', 'GET', '/inspection/23056/heat?instId=0002')
    const uploaded = statusOf('UPLOADED').id
    expect(body.states.find(({ statusId }) => statusId === uploaded)).toMatchObject({
      current: 0,
      visits: 1,
      median: 600,
      p95: 600,
      longest: null,
    })
    const listed = async (query: string): Promise<number> => {
      const path = `/inspection/23056/submissions?instId=0002&${query}`
      return (await server.call<{ total: number }>('bedel-analyst', 'GET', path)).body.total
    }
    // It is nowhere now, was there, and another that is under way counts though it is not the latest yet.
    expect([await listed(`statusId=${uploaded}`), await listed(`visited=${uploaded}`)]).toEqual([0, 1])
    await server.asOwner(
      `delete from submission_event where submission_id = '${id}' and event = 'SUPERSEDED'`,
    )
    expect(await listed(`statusId=${uploaded}`)).toBe(1)
  })

  it('counts the failures that still stand, without those that another submission has replaced', async () => {
    await server.report(cardigan, 'SUPERSEDED')
    const { body } = await server.call('bedel-analyst', 'GET', '/inspection/23056/failures')
    expect(body).toMatchObject({ failures: [{ current: 0, visits: 1 }] })
  })

  it('takes the days of its filters as days in London', async () => {
    const heat = async (query: string): Promise<number> =>
      (await server.call<Heat>('bedel-analyst', 'GET', `/inspection/23056/heat?instId=0001&${query}`)).body
        .submissions
    // Half past midnight of the 2nd in London, in summer.
    await server.asOwner(`update submission set created_utc = '2024-07-01T23:30:00Z' where id = '${ashby}'`)
    const [first, second] = ['2024-07-01', '2024-07-02']
    expect(await heat(`from=${second}&to=${second}`)).toBe(1)
    expect(await heat(`from=${first}&to=${first}`)).toBe(0)
  })
})
