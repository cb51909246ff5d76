import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limits } from '../../src/domain/limits.ts'
import type { NoteWire } from '../../src/domain/wire/notes.ts'
import { placeReports, placeWithRule, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Notes of a provider to those who approve its submission. */
let server: ProcessingServer
let submissionId = ''
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.forget()
  await server.asOwner('delete from provider_note')
  await server.setCollection('Open')
  submissionId = await placeWithRule(server, 'AGENCY_APPROVAL')
  await placeReports(server, submissionId, { SEN1: 0 })
})

type Answer = { notes: NoteWire[]; detail?: string }
const write = (user: string, text: string, subject = 'rule', code = ruleCode) =>
  server.call<Answer>(user, 'PUT', `/submissions/${submissionId}/notes`, { body: { subject, code, text } })
const read = async (user: string): Promise<NoteWire[]> =>
  (await server.call<Answer>(user, 'GET', `/submissions/${submissionId}/notes`)).body.notes
const texts = async (user: string) => (await read(user)).map(({ code, text }) => [code, text])

it('are written of rules and reports, inside tolerance too, and read by who approves', async () => {
  await write('ashby-submitter', ' Two campuses were merged. ')
  const written = await write('ashby-signoff', 'As last year.', 'report', 'SEN1')
  expect(written.body.notes).toMatchObject([
    {
      subject: 'rule',
      code: ruleCode,
      name: 'Check digit of the student identifier is wrong',
      regulatorCode: '5016',
      text: 'Two campuses were merged.',
      by: server.actor('ashby-submitter').name,
    },
    { subject: 'report', code: 'SEN1', name: 'Report SEN1', regulatorCode: '5016', text: 'As last year.' },
  ])
  for (const user of ['bedel-analyst', 'ohe-analyst', 'ashby-guest'])
    expect([user, (await read(user)).length]).toEqual([user, 2])
  expect((await read('ohe-analyst'))[0]?.by).toBe('University of Ashby')
  // The specialist regulator that the rule names reads of that rule, under its own name.
  expect((await read('ttb-analyst')).map(({ code, regulatorCode }) => [code, regulatorCode])).toEqual([
    [ruleCode, '5101'],
  ])
  const published = await server.look<{ named: string[][]; detail: object }>(`select
      json_agg(payload -> 'regulatorCodes' order by sequence) as named,
      (select detail from audit_line where action = 'WRITE_NOTE' order by id limit 1) as detail
    from live_message where payload ->> 'type' = 'NOTE' and inst_id = '0001'`)
  // The specialist regulator hears of the rule's alone.
  expect(published).toEqual({
    named: [['5016', '5101'], []],
    detail: { about: 'rule', code: ruleCode, removed: false },
  })
})

it('are changed, removed, and stay for the next upload', async () => {
  await write('ashby-submitter', 'First.')
  await write('ashby-signoff', 'Second.')
  expect(await texts('bedel-analyst')).toEqual([[ruleCode, 'Second.']])
  await server.asOwner(`update submission set is_latest = false where id = '${submissionId}'`)
  submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
  expect(await texts('bedel-analyst')).toEqual([[ruleCode, 'Second.']])
  await write('ashby-signoff', '')
  expect(await texts('bedel-analyst')).toEqual([])
})

it.each([
  ['a replaced submission', () => server.asOwner('update submission set is_latest = false')],
  ['a collection that is closed', () => server.setCollection('Closed')],
  ['a submission that is signed off', () => server.place({ id: submissionId, instId: '0001' }, 'SIGNED_OFF')],
])('are refused for %s, with a line of audit', async (_, change) => {
  await write('ashby-submitter', 'Before.')
  await change()
  expect((await write('ashby-submitter', 'After.')).status).toBe(409)
  expect(await texts('ashby-submitter')).toEqual([[ruleCode, 'Before.']])
  const { count } = await server.look<{ count: number }>(
    "select count(*)::int as count from audit_line where action = 'WRITE_NOTE' and outcome = 'refused'",
  )
  expect(count).toBe(1)
})

it('are the provider’s own, of what the submission has, and not without end', async () => {
  for (const user of ['ashby-guest', 'bedel-analyst', 'ohe-analyst'])
    expect([user, (await write(user, 'No.')).status]).toEqual([user, 403])
  expect((await write('brackley-signoff', 'No.')).status).toBe(404)
  expect((await write('ashby-submitter', 'No.', 'rule', 'QR.NONE')).status).toBe(404)
  expect((await write('ashby-submitter', 'No.', 'report', 'NONE')).status).toBe(404)
  expect((await write('ashby-submitter', 'x'.repeat(limits.issueText + 1))).status).toBe(422)
  expect(await read('ashby-submitter')).toEqual([])
})
