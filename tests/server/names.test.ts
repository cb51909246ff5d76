import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import type { ActivityLogEntry } from '../../src/domain/wire/collections.ts'
import type { SubmissionHistory } from '../../src/domain/wire/inspection.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/**
 * Providers read the organisation, not the person, for acts of others; agency staff read both (decisions §12). Every answer
 * that names who acted is asked as each kind of reader.
 */
describe('who acted', () => {
  let server: ProcessingServer
  const approved = randomUUID()
  const uploaded = randomUUID()

  const act = async (id: string, status: StatusName, event: LifecycleEvent): Promise<void> => {
    await server.asOwner(`update submission set status_id = ${statusOf(status).id} where id = '${id}'`)
    const decided = await server.lifecycle.decide(id, event)
    expect(decided).toMatchObject({ ok: true })
  }

  beforeAll(async () => {
    server = await startProcessingServer()
    await server.place({ id: approved, instId: '0001' }, 'SC_APPROVAL')
    await act(approved, 'SC_APPROVAL', { type: 'APPROVE', actor: server.actor('ohe-analyst') })
    await act(approved, 'AGENCY_APPROVAL', {
      type: 'APPROVE',
      actor: server.actor('bedel-admin'),
    })
    await act(approved, 'APPROVED', {
      type: 'REQUEST_SIGN_OFF',
      actor: server.actor('ashby-signoff'),
      termsAccepted: true,
    })
    await server.upload('bedel-admin', { submissionId: uploaded, instId: '0001', content: '<a/>' })
  })
  afterAll(() => server.stop())

  const entriesFor = async (user: string, id: string): Promise<string[]> => {
    const { body } = await server.call<{ activityLogs: ActivityLogEntry[] }>(
      user,
      'GET',
      `/collections/activity-log-entries?submissionUuid=${id}`,
    )
    return body.activityLogs.map(({ username }) => username).reverse()
  }

  it('stands in the activity log as the organisation, to colleagues as the person, to the agency as both', async () => {
    expect(await entriesFor('ashby-submitter', approved)).toEqual([
      'Office for Higher Education',
      'Bedel',
      'Thomas Whitby',
    ])
    expect(await entriesFor('ohe-analyst', approved)).toEqual(['Marcus Bell', 'Bedel', 'University of Ashby'])
    expect(await entriesFor('bedel-staff', approved)).toEqual([
      'Marcus Bell (Office for Higher Education)',
      'Ruth Calloway (Bedel)',
      'Thomas Whitby (University of Ashby)',
    ])
  })

  it('is the same in the log of a provider, and of what the store reports for the uploader', async () => {
    const { body } = await server.call<{ activityLogs: ActivityLogEntry[] }>(
      'ashby-submitter',
      'GET',
      '/providers/0001/activity-log?collectionReference=23056',
    )
    const own = body.activityLogs.filter(({ submissionUuid }) => submissionUuid === uploaded)
    expect(own.map(({ type, username }) => [type.id, username])).toEqual([
      [2, 'Bedel'],
      [1, 'Bedel'],
    ])
    expect(JSON.stringify(body)).not.toMatch(/Ruth Calloway|Marcus Bell/)
  })

  it('is the same of who uploaded a file', async () => {
    const uploader = async (user: string): Promise<string> =>
      (await server.call<SubmissionWire>(user, 'GET', `/submissions/${uploaded}`)).body.uploadedBy
    expect(await uploader('ashby-submitter')).toBe('Bedel')
    expect(await uploader('bedel-staff')).toBe('Ruth Calloway (Bedel)')
  })

  it('is the same in the history of a submission', async () => {
    const actors = async (user: string) =>
      (
        await server.call<SubmissionHistory>(user, 'GET', `/submissions/${approved}/lifecycle`)
      ).body.events.flatMap(({ actor }) => (actor.kind === 'user' ? [actor.name] : []))
    expect(await actors('ashby-submitter')).toEqual(['Office for Higher Education', 'Bedel', 'Thomas Whitby'])
    expect(await actors('bedel-staff')).toEqual(['Marcus Bell', 'Ruth Calloway', 'Thomas Whitby'])
  })

  it('is nobody by name where it is not known for whom', async () => {
    await server.asOwner('update activity_log set organisation_id = null')
    expect(await entriesFor('ashby-submitter', approved)).toEqual(Array(3).fill('Not recorded'))
    expect(await entriesFor('bedel-staff', approved)).toEqual([
      'Marcus Bell',
      'Ruth Calloway',
      'Thomas Whitby',
    ])
  })
})
