import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayCall } from '../../server/http/route.ts'
import { inEnglish } from '../../server/messages.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type StatusName, statuses, statusOf } from '../../src/domain/status.ts'
import { explain, step, type UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { births, type Gesture, gestures, people, uploadBody } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

describe('the lifecycle over HTTP', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  interface Marks {
    written: string
    refusals: number
  }
  const marks = (): Promise<Marks> =>
    server.look(`select
        concat_ws('/', (select count(*) from submission_event), (select count(*) from pgboss.job where data ? 'submissionId'),
          (select sum(version) from submission), (select count(*) from activity_log), (select count(*) from live_message),
          (select count(*) from audit_line where outcome = 'done')) as written,
        (select count(*)::int from audit_line where outcome = 'refused') as refusals`)

  /** Only one submission of Ashby, at this status. */
  const stand = async (status: StatusName): Promise<string> => {
    const id = randomUUID()
    await server.inSystem(tx =>
      sql`update submission set is_latest = false, status_id = ${statusOf('UPLOAD_ERROR').id}
        where is_latest or status_id <> ${statusOf('UPLOAD_ERROR').id}`.execute(tx),
    )
    await server.place({ id, instId: '0001' }, status)
    return id
  }

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
      let strangers = statusOf(status).id
      let before = await marks()
      for (const [type, gesture] of Object.entries(gestures) as [UserEventType, Gesture][])
        for (const person of people) {
          const actor = server.actor(person)
          const expectation = await expected(id, type, actor)
          // Whoever has no right at all is asked for at every third status.
          if (isStranger(expectation)) strangers += 1
          if (isStranger(expectation) && !isExhaustive && strangers % 3 !== 0) continue
          const { method, path, body } = gesture.make(id, statusOf(expectation.target ?? 'UNKNOWN').id)
          const answer = await server.call<{ detail?: string }>(person, method, path, { body })
          const after = await marks()
          const isGranted = answer.status < 300
          const say = (what: string) => wrong.push(`${type} by ${person}: ${what}`)
          if (isGranted ? expectation.status !== 200 : answer.status !== expectation.status)
            say(`${answer.status} ${answer.body.detail ?? ''} instead of ${expectation.status}`)
          if (!isGranted && before.written !== after.written) say('something was written')
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
            if (before.written === after.written) say('nothing was written')
            id = await stand(status)
          }
          before = isGranted ? await marks() : after
        }
      await server.setCollection('Open')
      expect(wrong).toEqual([])
    },
  )

  it('lets exactly one of several decisions at once win', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'ANALYST_APPROVAL')
    const approve = () =>
      server.call('bedel-analyst', 'POST', `/submissions/update-state/${id}`, {
        body: { action: 'approve', statusId: statusOf('AGENCY_APPROVAL').id },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, approve))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const history = await server.call<{ events: { event: string }[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${id}/lifecycle`,
    )
    expect(history.body.events.map(({ event }) => event)).toEqual(['APPROVE'])
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
        'Somebody else began this upload. Only they can go on with it; cancel it to send the file yourself.',
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
      'A new file is being uploaded that would take the place of this submission. Wait until the upload ends.',
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

  /** A call of update-state as a user, with the status that is expected after it. */
  const update = (user: string, id: string, action: string, to: StatusName) =>
    server.call<{ detail: string; facts: { uploaderId?: string; submitterId?: string } }>(
      user,
      'POST',
      `/submissions/update-state/${id}`,
      { body: { action, statusId: statusOf(to).id, termsAccepted: true } },
    )

  /** Past the checks of the file, which no worker makes here. */
  const moveTo = (id: string, status: StatusName) =>
    server.inSystem(tx =>
      sql`update submission set status_id = ${statusOf(status).id} where id = ${id}::uuid`.execute(tx),
    )

  it('lets nobody approve or sign off what they submitted, with a reason and an audit line', async () => {
    await server.forget()
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
    const refusals = () =>
      server.look<{ lines: unknown }>(
        `select jsonb_agg(jsonb_build_array(actor_id, action, status, reason) order by id) as lines
          from audit_line where outcome = 'refused'`,
      )
    const sentence = (what: string) =>
      `You uploaded or submitted this file, so another person has to ${what}.`

    const submitted = await update('bedel-admin', id, 'submit', 'ANALYST_APPROVAL')
    expect(submitted.status).toBe(200)
    const alone = await update('bedel-admin', id, 'approve', 'AGENCY_APPROVAL')
    expect([alone.status, alone.body.detail]).toEqual([403, sentence('approve it')])
    expect((await update('bedel-analyst', id, 'approve', 'AGENCY_APPROVAL')).status).toBe(200)
    expect((await update('bedel-admin', id, 'approve', 'SC_APPROVAL')).status).toBe(403)
    expect((await update('bedel-analyst', id, 'approve', 'SC_APPROVAL')).status).toBe(200)
    expect((await update('ohe-analyst', id, 'approve', 'APPROVED')).status).toBe(200)
    const requested = await update('brackley-signoff', id, 'Provider sign-off', 'PROVIDER_SIGNOFF')
    expect(requested.status).toBe(200)
    const signedOff = (user: string) =>
      server.call<{ detail: string }>(user, 'POST', `/submissions/${id}/signoff`)
    const refused = await signedOff('bedel-admin')
    expect([refused.status, refused.body.detail]).toEqual([403, sentence('sign it off')])
    expect((await refusals()).lines).toEqual([
      ['bedel-admin', 'APPROVE', 403, sentence('approve it')],
      ['bedel-admin', 'APPROVE', 403, sentence('approve it')],
      ['bedel-admin', 'SIGN_OFF', 403, sentence('sign it off')],
    ])
    expect((await signedOff('bedel-staff')).status).toBe(200)
  })

  it('refuses an approval by the provider and by another regulator, and takes that of 5016 (faults 26)', async () => {
    await server.forget()
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'SC_APPROVAL')
    const approve = async (user: string) => (await update(user, id, 'approve', 'APPROVED')).status
    for (const user of [
      'brackley-signoff',
      'brackley-submitter',
      'bedel-admin',
      'bedel-staff',
      'ohe-delivery',
    ])
      expect([user, await approve(user)]).toEqual([user, 403])
    // A regulator that does not see the provider is told no more than of a submission that there is not.
    expect(await approve('fcw-analyst')).toBe(404)
    const { lines } = await server.look<{ lines: unknown }>(
      `select jsonb_agg(jsonb_build_array(actor_id, status) order by id) as lines from audit_line
        where outcome = 'refused' and subject like '%${id}%'`,
    )
    expect(lines).toEqual([
      ['brackley-signoff', 403],
      ['brackley-submitter', 403],
      ['bedel-admin', 403],
      ['bedel-staff', 403],
      ['ohe-delivery', 403],
    ])
    expect(await approve('ohe-analyst')).toBe(200)
  })

  it('gives the notes of who decides to the provider, and lets nobody decline without one (decisions §12)', async () => {
    await server.forget()
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'ANALYST_APPROVAL')
    const decide = (user: string, action: string, to: StatusName, note: string) =>
      server.call<{ detail: string }>(user, 'POST', `/submissions/update-state/${id}`, {
        body: { action, statusId: statusOf(to).id, note },
      })
    expect((await decide('bedel-analyst', 'approve', 'AGENCY_APPROVAL', ' Mind the fees. ')).status).toBe(200)
    const mute = await decide('bedel-staff', 'decline', 'RESUBMISSION_REQUIRED', '   ')
    expect([mute.status, mute.body.detail]).toEqual([409, 'Write a note that tells the provider why.'])
    expect((await decide('bedel-staff', 'decline', 'RESUBMISSION_REQUIRED', 'x'.repeat(2001))).status).toBe(
      422,
    )
    const declined = await decide('bedel-staff', 'decline', 'RESUBMISSION_REQUIRED', 'Mend the dates.')
    expect(declined.status).toBe(200)
    const notesFor = async (user: string) => {
      const path = `/submissions/${id}/lifecycle`
      const { body } = await server.call<{ events: { event: string; note?: string }[] }>(user, 'GET', path)
      return body.events?.flatMap(({ event, note }) => (note === undefined ? [] : [`${event}: ${note}`]))
    }
    const notes = ['APPROVE: Mind the fees.', 'DECLINE: Mend the dates.']
    for (const user of ['brackley-signoff', 'bedel-analyst', 'ohe-analyst'])
      expect(await notesFor(user)).toEqual(notes)
    // Who sees only some rules reads no note, and another provider not even the history.
    expect(await notesFor('ttb-analyst')).toEqual([])
    expect(await notesFor('ashby-signoff')).toBeUndefined()
  })

  it('gives the note with which an approved submission is taken back', async () => {
    await server.forget()
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'APPROVED')
    const back = await server.call('bedel-staff', 'POST', `/submissions/${id}/request-resubmission/`, {
      body: { note: 'The regulator has asked.' },
    })
    expect(back.status).toBe(200)
    const { body } = await server.call<{ events: { note?: string }[] }>(
      'brackley-submitter',
      'GET',
      `/submissions/${id}/lifecycle`,
    )
    expect(body.events.at(-1)?.note).toBe('The regulator has asked.')
  })

  it('keeps the uploader of a file, also with its copies, and the submitter of each submission only', async () => {
    await server.forget()
    const id = randomUUID()
    await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(id) })
    await server.report(id, 'FILE_STORED')
    await moveTo(id, 'QUALITY_PROCESSING_COMPLETE')
    await update('ashby-signoff', id, 'submit', 'AGENCY_APPROVAL')
    const persons = async (of: string) => {
      const { facts } = (await server.lifecycle.factsOf(of))!
      return [facts.uploaderId, facts.submitterId]
    }
    expect(await persons(id)).toEqual(['ashby-submitter', 'ashby-signoff'])
    await server.call('bedel-admin', 'POST', '/collections/23056/reprocess', {
      body: { instIds: ['0001'], withSubmitted: true },
    })
    const { copy } = await server.look<{ copy: string }>(
      `select id as copy from submission where copied_from = '${id}'`,
    )
    expect(await persons(copy)).toEqual(['ashby-submitter', undefined])
  })

  it('tells nobody but themselves who uploaded and who submitted', async () => {
    await server.forget()
    const id = randomUUID()
    await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(id) })
    await server.report(id, 'FILE_STORED')
    await moveTo(id, 'QUALITY_PROCESSING_COMPLETE')
    await update('bedel-admin', id, 'submit', 'AGENCY_APPROVAL')
    const named = async (user: string) => {
      const { body } = await server.call<{ facts: { uploaderId?: string; submitterId?: string } }>(
        user,
        'GET',
        `/submissions/${id}`,
      )
      return [body.facts.uploaderId, body.facts.submitterId]
    }
    expect(await named('ashby-submitter')).toEqual(['ashby-submitter', undefined])
    expect(await named('bedel-admin')).toEqual([undefined, 'bedel-admin'])
    expect(await named('ashby-signoff')).toEqual([undefined, undefined])
    const inLists = await Promise.all(
      ['/submissions?collectionId=c23056&instId=0001', `/submissions/${id}/lifecycle`].map(async path =>
        JSON.stringify((await server.call('ashby-signoff', 'GET', path)).body),
      ),
    )
    for (const text of inLists) {
      expect(text).not.toContain('bedel-admin')
      expect(text).not.toContain('ashby-submitter')
    }
    const events = await server.call<{ events: { facts: object }[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${id}/lifecycle`,
    )
    // The agency reads people (decisions §12): with them any moment can be decided again.
    expect(events.body.events.at(-1)?.facts).toMatchObject({ uploaderId: 'ashby-submitter' })
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

  it('ends an upload whose time has run out, and confirms one whose file had arrived', async () => {
    await stand('QUALITY_PROCESSING_COMPLETE')
    const [late, arrived] = [randomUUID(), randomUUID()]
    await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(late) })
    server.clock.forward(3_601_000)
    await server.processing.deadlines.tick()
    const body = (await server.call('ashby-submitter', 'GET', `/submissions/${late}`)).body
    expect(body).toMatchObject({
      status: { code: 'UPLOAD_ERROR' },
      failureReason: 'The time for the upload ran out before the file had arrived.',
    })
    await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(arrived) })
    const { Readable } = await import('node:stream')
    await server.storage.put(`0001/${arrived}/file.xml`, Readable.from(['<DataFutures/>']))
    server.clock.forward(3_601_000)
    await server.processing.deadlines.tick()
    expect(await server.statusOfSubmission(arrived)).toBe('UPLOADED')
  })
})
