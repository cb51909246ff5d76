import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { uploadBody } from './support/gestures.ts'
import { lifecycleScene } from './support/lifecycleScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* Who decides about a submission: four eyes, the notes of who decides, and who is told of people (decisions §12). */

describe('a decision over HTTP', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())
  const { moveTo } = lifecycleScene(() => server)

  /** A call of update-state as a user, with the status that is expected after it. */
  const update = (user: string, id: string, action: string, to: StatusName) =>
    server.call<{ detail: string; facts: { uploaderId?: string; submitterId?: string } }>(
      user,
      'POST',
      `/submissions/update-state/${id}`,
      { body: { action, statusId: statusOf(to).id, termsAccepted: true } },
    )

  it('succeeds again for the same person, as after a lost answer, and changes nothing', async () => {
    await server.forget()
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
    const marks = () =>
      server.look(
        `select (select json_agg(event order by sequence) from submission_event where submission_id = '${id}') as events,
          (select count(*)::int from audit_line) as lines, (select count(*)::int from notice) as notices`,
      )
    const path = `/submissions/update-state/${id}`
    const update = (user: string, body: object) => [user, path, body] as const
    const to = (action: string, status: StatusName) => ({
      action,
      statusId: statusOf(status).id,
      termsAccepted: true,
    })
    const unreturned = { note: 'The form came by post.' }
    const signOff = ['bedel-staff', `/submissions/${id}/signoff`, unreturned] as const
    for (const [user, at, body] of [
      update('brackley-signoff', to('submit', 'ANALYST_APPROVAL')),
      // Another person approves at the next level (decisions §15).
      update('bedel-analyst', to('approve', 'AGENCY_APPROVAL')),
      update('bedel-staff', to('approve', 'SC_APPROVAL')),
      update('ohe-analyst', to('approve', 'APPROVED')),
      update('brackley-signoff', to('Provider sign-off', 'PROVIDER_SIGNOFF')),
      signOff,
    ]) {
      const first = await server.call<{ status: { code: string } }>(user, 'POST', at, { body })
      const before = await marks()
      const again = await server.call<{ status: { code: string } }>(user, 'POST', at, { body })
      expect([first.status, again.status, again.body.status]).toEqual([200, 200, first.body.status])
      expect(await marks()).toEqual(before)
    }
    // Another person's act, or the same one in other words, is no repetition.
    expect(
      (await server.call('bedel-analyst', 'POST', `/submissions/${id}/signoff`, { body: unreturned })).status,
    ).toBe(409)
    const other = randomUUID()
    await server.place({ id: other, instId: '0001' }, 'ANALYST_APPROVAL')
    const decline = async (note: string) =>
      (
        await server.call('bedel-analyst', 'POST', `/submissions/update-state/${other}`, {
          body: { action: 'decline', statusId: statusOf('RESUBMISSION_REQUIRED').id, note },
        })
      ).status
    expect([await decline('Late.'), await decline('Late.'), await decline('Wrong.')]).toEqual([200, 200, 409])
    // A second re-processing may be meant as one, so it gets the chart's answer: a later submission has taken the place of this one.
    const reprocess = async () =>
      (
        await server.call('bedel-admin', 'POST', '/collections/23056/reprocess', {
          body: { instIds: ['0001'], submissionUuid: other, withSubmitted: true },
        })
      ).status
    expect([await reprocess(), await reprocess()]).toEqual([202, 409])
  })

  it('gives its creator the same nil return again, and refuses anybody else', async () => {
    await server.forget()
    const create = (user: string) =>
      server.call<{ uuid: string }>(user, 'POST', '/submissions/create-nil-submission', {
        body: { collectionId: 'c23056', instId: '0002' },
      })
    const [one, other] = [await create('bedel-staff'), await create('bedel-staff')]
    expect([one.status, other.status, other.body.uuid]).toEqual([200, 200, one.body.uuid])
    expect((await create('bedel-admin')).status).toBe(409)
  })

  it('lets nobody approve or sign off what they submitted, with a reason and an audit line', async () => {
    await server.forget()
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
    const refusals = () =>
      server.look<{ lines: unknown }>(
        `select jsonb_agg(jsonb_build_array(actor_id, action, status, reason) order by id) as lines
          from audit_line where outcome = 'refused'`,
      )
    const sentence = (what: string) => `You uploaded or submitted this file, so someone else must ${what}.`

    const submitted = await update('bedel-admin', id, 'submit', 'ANALYST_APPROVAL')
    expect(submitted.status).toBe(200)
    const alone = await update('bedel-admin', id, 'approve', 'AGENCY_APPROVAL')
    expect([alone.status, alone.body.detail]).toEqual([403, sentence('approve it')])
    expect((await update('bedel-analyst', id, 'approve', 'AGENCY_APPROVAL')).status).toBe(200)
    expect((await update('bedel-admin', id, 'approve', 'SC_APPROVAL')).status).toBe(403)
    expect((await update('bedel-staff', id, 'approve', 'SC_APPROVAL')).status).toBe(200)
    expect((await update('ohe-analyst', id, 'approve', 'APPROVED')).status).toBe(200)
    const requested = await update('brackley-signoff', id, 'Provider sign-off', 'PROVIDER_SIGNOFF')
    expect(requested.status).toBe(200)
    const signedOff = (user: string) =>
      server.call<{ detail: string }>(user, 'POST', `/submissions/${id}/signoff`, {
        body: { note: 'The form came by post.' },
      })
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
    expect([mute.status, mute.body.detail]).toEqual([409, 'Enter a note that tells the provider why.'])
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
})
