import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayCall } from '../../server/http/route.ts'
import { inEnglish } from '../../server/messages.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type StatusName, statuses, statusOf } from '../../src/domain/status.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { explain, step, type UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { births, type Gesture, gestures, people, uploadBody } from './support/gestures.ts'
import { lifecycleScene } from './support/lifecycleScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

describe('the lifecycle over HTTP', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  const { stand, moveTo } = lifecycleScene(() => server)

  interface Marks {
    /** What a decision writes, by name. Places in the queue are told two seconds after one that was granted. */
    written: Record<string, number>
    refusals: number
  }
  const marks = (): Promise<Marks> =>
    server.look(`select
        json_build_object('events', (select count(*) from submission_event),
          'jobs', (select count(*) from pgboss.job where data ? 'submissionId'),
          'versions', (select sum(version) from submission), 'activities', (select count(*) from activity_log),
          'messages', (select count(*) from live_message where payload ->> 'type' <> 'QUEUE_PLACE'),
          'lines', (select count(*) from audit_line where outcome = 'done')) as written,
        (select count(*)::int from audit_line where outcome = 'refused') as refusals`)
  /** What was written between two looks, in words; nothing where nothing was. */
  const writtenBetween = (one: Marks, other: Marks): string =>
    Object.entries(other.written)
      .filter(([name, count]) => count !== one.written[name])
      .map(([name, count]) => `${name} ${one.written[name]} to ${count}`)
      .join(', ')

  /** Facts of the submission that stands: a refusal writes nothing, which is looked at, and after a grant another stands. */
  let standing: { id: string; found: Awaited<ReturnType<typeof server.lifecycle.factsOf>> } | undefined
  const factsOf = async (id: string) => {
    if (standing?.id !== id) standing = { id, found: await server.lifecycle.factsOf(id) }
    return standing.found
  }

  /** What the chart says, as an answer of HTTP. */
  const expected = async (id: string, type: UserEventType, actor: UserPrincipal) => {
    const isForeign = actor.organisationType === 'provider' && actor.organisationId !== '0001'
    const isUnseen = isForeign || actor.organisationId === '5002'
    if (!mayCall(gestures[type].call, actor)) return { status: 403, isAudited: true }
    if (isUnseen) return { status: 404, isAudited: false }
    const found = await factsOf(id)
    if (!found) throw new Error('the submission is not placed')
    const at = births.includes(type) ? 'UNKNOWN' : found.submission.status
    const event = gestures[type].event(actor)
    const { refusal } = explain(at, found.facts, event)
    if (refusal)
      return {
        status: refusal.kind === 'forbidden' ? 403 : 409,
        isAudited: true,
        reason: inEnglish(refusal.reason),
      }
    return { status: 200, target: step(at, found.facts, event).status, isAudited: false }
  }

  /** Whether somebody is refused for what they are, not for how the submission stands: most of all answers, and alike. */
  const isStranger = ({ status }: { status: number }): boolean => status === 403 || status === 404

  /**
   * `npm test` tries each event at each status where it grants it to somebody, and one in so many of the other answers, others
   * at the next status; BEDEL_EXHAUSTIVE all.
   */
  const oneIn = isExhaustive
    ? { strangers: 1, refused: 1, granted: 1 }
    : { strangers: 24, refused: 8, granted: 8 }

  /** The walk over every status of the open collection, and over those that another state of it changes. */
  const walks = [
    ...statuses.map(({ name }) => [name, 'Open'] as const),
    ...(['Historic amendment', 'Closed'] as const).flatMap(state =>
      (
        [
          'UNKNOWN',
          'QUALITY_PROCESSING_COMPLETE',
          'APPROVED',
          'SIGNED_OFF',
          'HISTORY_DATA_PASSED',
          'NIL_RETURN',
        ] as const
      ).map(name => [name, state] as const),
    ),
  ]

  it.each(walks)(
    'answers everybody as the chart says at %s in a collection that is %s',
    async (status, state) => {
      await server.forget()
      await server.setCollection(state)
      let id = await stand(status)
      const wrong: string[] = []
      const { id: number } = statusOf(status)
      const counted = { strangers: number, refused: number, granted: number }
      const grantedBefore = new Set<UserEventType>()
      let before = await marks()
      for (const [type, gesture] of Object.entries(gestures) as [UserEventType, Gesture][])
        for (const person of people) {
          const actor = server.actor(person)
          const expectation = await expected(id, type, actor)
          const kind = isStranger(expectation)
            ? 'strangers'
            : expectation.status === 200
              ? 'granted'
              : 'refused'
          counted[kind] += 1
          const isFirst = kind === 'granted' && !grantedBefore.has(type)
          if (!isFirst && counted[kind] % oneIn[kind] !== 0) continue
          if (isFirst) grantedBefore.add(type)
          const { method, path, body } = gesture.make(id, statusOf(expectation.target ?? 'UNKNOWN').id)
          const answer = await server.call<{ detail?: string }>(person, method, path, { body })
          const after = await marks()
          const isGranted = answer.status < 300
          const say = (what: string) => wrong.push(`${type} by ${person}: ${what}`)
          if (isGranted ? expectation.status !== 200 : answer.status !== expectation.status)
            say(`${answer.status} ${answer.body.detail ?? ''} instead of ${expectation.status}`)
          const written = writtenBetween(before, after)
          if (!isGranted && written !== '') say(`was written: ${written}`)
          if (!isGranted && after.refusals - before.refusals !== (expectation.isAudited ? 1 : 0))
            say(`${after.refusals - before.refusals} audit lines of refusal`)
          if (
            expectation.reason &&
            answer.status === 409 &&
            !answer.body.detail?.includes(expectation.reason)
          )
            say(`"${answer.body.detail}" instead of "${expectation.reason}"`)
          if (isGranted) {
            if (!births.includes(type) && (await server.statusOfSubmission(id)) !== expectation.target)
              say(`led to ${await server.statusOfSubmission(id)} instead of ${expectation.target}`)
            if (written === '') say('nothing was written')
            id = await stand(status)
          }
          before = isGranted ? await marks() : after
        }
      await server.setCollection('Open')
      expect(wrong.join('\n')).toBe('')
    },
  )

  it('lets one person of several who decide at once win, however often each one asks', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'ANALYST_APPROVAL')
    const approve = (_: unknown, turn: number) =>
      server.call(
        turn % 2 === 0 ? 'bedel-analyst' : 'bedel-staff',
        'POST',
        `/submissions/update-state/${id}`,
        {
          body: { action: 'approve', statusId: statusOf('AGENCY_APPROVAL').id },
        },
      )
    const answers = await Promise.all(Array.from({ length: 8 }, approve))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(4).fill(409)])
    const history = await server.call<{ events: { event: string }[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${id}/lifecycle`,
    )
    expect(history.body.events.map(({ event }) => event)).toEqual(['APPROVE'])
  })

  it('tells approvers, and no provider, that one person gave both approvals of the agency (decisions §15)', async () => {
    await server.asOwner("update collection set approvers_differ = false where id = 'c23056'")
    const approvals = async (second: string) => {
      const id = randomUUID()
      await server.forget()
      await server.place({ id, instId: '0002' }, 'ANALYST_APPROVAL')
      const approve = (person: string, status: StatusName, note?: string) =>
        server.call(person, 'POST', `/submissions/update-state/${id}`, {
          body: { action: 'approve', statusId: statusOf(status).id, ...(note && { note }) },
        })
      expect((await approve('bedel-analyst', 'AGENCY_APPROVAL')).status).toBe(200)
      expect((await approve(second, 'SC_APPROVAL', 'Nobody else is here.')).status).toBe(200)
      const flagsFor = async (user: string) => {
        const path = `/submissions/${id}/lifecycle`
        const { body } = await server.call<{ events: { isSameApprover?: true }[] }>(user, 'GET', path)
        return body.events.map(({ isSameApprover }) => isSameApprover)
      }
      return [
        await flagsFor('bedel-staff'),
        await flagsFor('ohe-analyst'),
        await flagsFor('brackley-signoff'),
      ]
    }
    const none = [undefined, undefined]
    expect(await approvals('bedel-analyst')).toEqual([[undefined, true], [undefined, true], none])
    expect(await approvals('bedel-staff')).toEqual([none, none, none])
    await server.asOwner("update collection set approvers_differ = true where id = 'c23056'")
  })

  it('names the declined file that a later one is identical to, to provider and approvers', async () => {
    const [declined, again, other] = [randomUUID(), randomUUID(), randomUUID()]
    await server.forget()
    await server.place({ id: declined, instId: '0002' }, 'ANALYST_APPROVAL')
    const answer = await server.call('bedel-analyst', 'POST', `/submissions/update-state/${declined}`, {
      body: { action: 'decline', statusId: statusOf('RESUBMISSION_REQUIRED').id, note: 'Fees are missing.' },
    })
    expect(answer.status).toBe(200)
    server.clock.forward(60_000)
    for (const id of [again, other]) {
      await server.asOwner("update submission set is_latest = false where inst_id = '0002'")
      await server.place({ id, instId: '0002' }, 'ANALYST_APPROVAL')
    }
    await server.asOwner(`update submission set file_hash = repeat('ab', 32) where id in ('${declined}', '${again}');
      update submission set file_hash = repeat('cd', 32) where id = '${other}'`)
    const declinedBefore = async (user: string, id: string) =>
      (await server.call<SubmissionWire>(user, 'GET', `/submissions/${id}`)).body.declinedBefore?.submissionId
    for (const user of ['brackley-submitter', 'bedel-analyst', 'ohe-analyst'])
      expect([
        await declinedBefore(user, again),
        await declinedBefore(user, other),
        await declinedBefore(user, declined),
      ]).toEqual([declined, undefined, undefined])
  })

  it('refuses an approval that would lead elsewhere than its sender expects', async () => {
    const id = await stand('AGENCY_APPROVAL')
    const answer = await server.call<{ detail: string }>(
      'bedel-analyst',
      'POST',
      `/submissions/update-state/${id}`,
      {
        body: { action: 'approve', statusId: statusOf('APPROVED').id },
      },
    )
    expect(answer.status).toBe(409)
    expect(answer.body.detail).toContain('Awaiting SC approval')
  })

  it('starts one upload of several at once, and gives a repeated request the same submission', async () => {
    await stand('QUALITY_PROCESSING_COMPLETE')
    const ask = (submissionUuid: string) =>
      server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(submissionUuid) })
    const ids = Array.from({ length: 5 }, () => randomUUID())
    const answers = await Promise.all(ids.map(ask))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const winner = ids[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await ask(winner)).status).toBe(200)
    const history = await server.call<{ events: unknown[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${winner}/lifecycle`,
    )
    expect(history.body.events).toHaveLength(1)
  })

  it('lets nobody else go on with an upload, whose file would be taken for one of who began it', async () => {
    await server.forget()
    const id = randomUUID()
    const ask = (user: string) =>
      server.call<{ detail: string; fields?: object }>(user, 'POST', '/files/uploadRequest', {
        body: uploadBody(id),
      })
    expect((await ask('ashby-submitter')).status).toBe(200)
    const before = await marks()
    for (const other of ['bedel-admin', 'ashby-signoff']) {
      const { status, body } = await ask(other)
      expect([status, body.detail, body.fields]).toEqual([
        409,
        'Someone else started this upload, and only they can continue it. To send the file yourself, cancel it.',
        undefined,
      ])
    }
    const after = await marks()
    expect([after.written, after.refusals]).toEqual([before.written, before.refusals + 2])
    expect((await ask('ashby-submitter')).status).toBe(200)
  })

  it('supersedes the latest only when the new file is stored', async () => {
    const old = await stand('QUALITY_PROCESSING_COMPLETE')
    const fresh = randomUUID()
    const isLatest = async (id: string) =>
      (await server.call<{ isLatest: boolean }>('bedel-staff', 'GET', `/submissions/${id}`)).body.isLatest
    await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(fresh) })
    expect([await isLatest(old), await isLatest(fresh)]).toEqual([true, false])
    await server.report(fresh, 'FILE_STORED')
    expect([await isLatest(old), await isLatest(fresh)]).toEqual([false, true])
  })

  it('signs nothing off beside a file that is on its way, and lets none that arrives later undo a sign-off', async () => {
    const old = await stand('PROVIDER_SIGNOFF')
    const fresh = randomUUID()
    const { body: post } = await server.call<SignedPost>('ashby-submitter', 'POST', '/files/uploadRequest', {
      body: uploadBody(fresh),
    })
    const refused = await server.call<{ detail: string }>(
      'bedel-staff',
      'POST',
      `/submissions/${old}/signoff`,
    )
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'A new file that would replace this submission is being uploaded. Wait for the upload to finish.',
    ])
    // As a process of an earlier release does, which asks for no upload.
    await moveTo(old, 'SIGNED_OFF')
    const reason =
      'The submission was signed off while this file was being uploaded. Ask Bedel to request a resubmission before you upload it again.'
    const answer = await sendForm(server.origin, post, '<Student/>')
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([409, reason])
    const found = await server.call<{ status: { code: string }; failureReason: string; isLatest: boolean }>(
      'ashby-submitter',
      'GET',
      `/submissions/${fresh}`,
    )
    expect([found.body.status.code, found.body.failureReason, found.body.isLatest]).toEqual([
      'UPLOAD_ERROR',
      reason,
      false,
    ])
    expect(await server.statusOfSubmission(old)).toBe('SIGNED_OFF')
    expect((await server.lifecycle.factsOf(old))?.submission.isLatest).toBe(true)
  })

  it('makes a copy that starts at Provisioning when a submission is re-processed', async () => {
    const old = await stand('QUALITY_RULES_ERROR')
    expect(
      (
        await server.call('bedel-admin', 'POST', '/collections/23056/reprocess', {
          body: { instIds: ['0001'] },
        })
      ).status,
    ).toBe(202)
    const before = await server.call<{ copiedTo: string; isLatest: boolean; status: { code: string } }>(
      'bedel-staff',
      'GET',
      `/submissions/${old}`,
    )
    expect(before.body).toMatchObject({ isLatest: false, status: { code: 'QUALITY_RULES_ERROR' } })
    const copy = await server.call('bedel-staff', 'GET', `/submissions/${before.body.copiedTo}`)
    expect(copy.body).toMatchObject({ copiedFrom: old, isLatest: true, status: { code: 'PROVISIONING' } })
  })

  it('keeps the specification with which its processing has begun; a copy keeps that of its own beginning', async () => {
    const [first, second] = ['23056_1.0.0', '22056_1.3.0']
    const give = (version: string) =>
      server.asOwner(`update collection set specification_id =
        (select id from specification where version = '${version}') where id = 'c23056'`)
    const specificationOf = async (id: string) =>
      (await server.call<{ specification: string }>('bedel-staff', 'GET', `/submissions/${id}`)).body
        .specification
    const old = await stand('UPLOADED')
    await server.report(old, 'PROVISIONING_STARTED')
    await give(second)
    expect(await specificationOf(old)).toBe(first)
    await server.call('bedel-admin', 'POST', '/collections/23056/reprocess', { body: { instIds: ['0001'] } })
    const { body } = await server.call<{ copiedTo: string }>('bedel-staff', 'GET', `/submissions/${old}`)
    await give(first)
    expect([await specificationOf(old), await specificationOf(body.copiedTo)]).toEqual([first, second])
  })

  it('ends an upload whose time has run out, and confirms one whose file had arrived', async () => {
    await stand('QUALITY_PROCESSING_COMPLETE')
    const [late, arrived] = [randomUUID(), randomUUID()]
    await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(late) })
    server.clock.forward(3_601_000)
    await server.processing.deadlines.tick()
    const body = (await server.call('ashby-submitter', 'GET', `/submissions/${late}`)).body
    expect(body).toMatchObject({
      status: { code: 'UPLOAD_ERROR' },
      failureReason: 'The upload timed out before the file arrived.',
    })
    await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(arrived) })
    const { Readable } = await import('node:stream')
    await server.storage.put(`0001/${arrived}/file.xml`, Readable.from(['<DataFutures/>']))
    server.clock.forward(3_601_000)
    await server.processing.deadlines.tick()
    expect(await server.statusOfSubmission(arrived)).toBe('UPLOADED')
  })
})
