import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { message } from '../../src/messages/message.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Text of the catalogue in the pseudo-language stands in brackets. */
const inBrackets = /^\[.+\]$/
const spoken = (value: unknown): unknown =>
  typeof value === 'string' && inBrackets.test(value) ? 'pseudo' : value

describe('the language of an answer is that of the request', () => {
  let server: ProcessingServer
  const approved = randomUUID()
  const failed = randomUUID()
  beforeAll(async () => {
    server = await startProcessingServer()
    await server.place({ id: approved, instId: '0001' }, 'APPROVED')
    await server.lifecycle.requestUpload({
      submissionId: failed,
      collectionId: 'c23056',
      instId: '0003',
      mode: 'live',
      fileName: 'cardigan.xml',
      objectKey: `0003/${failed}/file.xml`,
      expires: new Date(server.clock.now().getTime() + 60_000),
      actor: server.actor('cardigan-signoff'),
    })
    await server.lifecycle.decide(
      failed,
      { type: 'UPLOAD_EXPIRED', actor: systemPrincipal },
      { change: { failureReason: message('server', 'upload.expired') } },
    )
  })
  afterAll(() => server.stop())

  /** The same call in English and in the pseudo-language. */
  const ask = async (path: string, user = 'bedel-staff') => {
    const [english, pseudo] = await Promise.all(
      ['en-GB', 'en-XA'].map(async language => (await server.call(user, 'GET', path, { language })).body),
    )
    return { english, pseudo } as Record<'english' | 'pseudo', never>
  }

  it('for statuses with their steps and parties; ids and codes are the same', async () => {
    const { english, pseudo } = await ask('/submissions/states')
    const states = (answer: { states: Record<string, unknown>[] }) => answer.states
    expect(states(english)[1]).toEqual({
      id: 1,
      name: 'Uploading',
      code: 'UPLOADING',
      step: 'Upload',
      awaitingParty: { id: 1, name: 'Provider' },
    })
    expect(states(pseudo).map(state => [spoken(state.name), spoken(state.step)])).toEqual(
      states(english).map(() => ['pseudo', 'pseudo']),
    )
    expect(states(pseudo).map(({ id, code }) => [id, code])).toEqual(
      states(english).map(({ id, code }) => [id, code]),
    )
  })

  it('for a submission: its status, and why it failed', async () => {
    const { english, pseudo } = await ask(`/submissions/${failed}`)
    expect(english).toMatchObject({
      status: { id: 3, code: 'UPLOAD_ERROR', name: 'Upload error' },
      failureReason: 'The upload timed out before the file arrived.',
    })
    expect(pseudo).toMatchObject({
      status: { id: 3, code: 'UPLOAD_ERROR', name: expect.stringMatching(inBrackets) },
      failureReason: expect.stringMatching(inBrackets),
    })
  })

  it('for collections, rows of the monitoring page, the step summary and the activity log', async () => {
    const collection = await ask('/collections/23056')
    expect(collection.english).toMatchObject({ state: { id: 3, name: 'Open' } })
    expect(collection.pseudo).toMatchObject({ state: { id: 3, name: expect.stringMatching(inBrackets) } })

    const { pseudo: monitored } = await ask('/collections/23056/submissions')
    const rows = (monitored as { submissions: { awaitingParty: unknown; latestSubmission: unknown }[] })
      .submissions
    expect(rows.filter(({ latestSubmission }) => latestSubmission !== null)).not.toEqual([])
    for (const { awaitingParty, latestSubmission } of rows) {
      expect(awaitingParty).toMatchObject({ name: expect.stringMatching(inBrackets) })
      if (latestSubmission)
        expect(latestSubmission).toMatchObject({ status: { name: expect.stringMatching(inBrackets) } })
    }

    const summary = await ask('/collections/23056/step-summary')
    expect((summary.english as { steps: { name: string }[] }).steps.map(({ name }) => name)).toEqual([
      'Upload',
      'Processing',
      'Quality assurance',
      'Approval',
      'Sign off',
    ])
    expect((summary.english as { steps: { need: string }[] }).steps.map(({ need }) => need)).toEqual([
      'notStarted',
      'stopped',
      'blocked',
      'awaitsAgency',
      'toRecord',
    ])
    expect((summary.pseudo as { steps: { name: string }[] }).steps.map(({ name }) => spoken(name))).toEqual(
      Array(5).fill('pseudo'),
    )

    const log = await ask('/collections/activity-log?collectionReference=23056')
    const types = (answer: { activityLogs: { type: { name: string } }[] }) =>
      answer.activityLogs.map(({ type }) => type.name)
    expect(types(log.english)).toContain('Upload started')
    expect(types(log.pseudo).map(spoken)).toEqual(types(log.english).map(() => 'pseudo'))
  })

  it('for the guards in a history, the reason of a refusal, and faults in fields', async () => {
    const sentences = (answer: { events: { checks: { sentence: string }[] }[] }) =>
      answer.events.flatMap(({ checks }) => checks.map(({ sentence }) => sentence))
    const history = await ask(`/submissions/${failed}/lifecycle`)
    expect(sentences(history.english)).toContain('The provider is onboarded.')
    expect(sentences(history.pseudo).map(spoken)).toEqual(sentences(history.english).map(() => 'pseudo'))

    const refusal = await server.call('bedel-staff', 'POST', `/submissions/${approved}/signoff`, {
      language: 'en-XA',
    })
    expect(refusal.status).toBe(409)
    expect(refusal.headers.get('content-language')).toBe('en-XA')
    expect(refusal.body).toMatchObject({
      title: expect.stringMatching(inBrackets),
      detail: expect.stringMatching(inBrackets),
    })
  })
})
