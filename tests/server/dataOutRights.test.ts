import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../server/identity/demonstration.ts'
import { deliveryContent } from '../support/deliveryContent.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Who may call what of the data that goes out (specification 1 §6; decisions §13), role by role. What is expected stands here in
 * words of its own: whoever is not named is refused with 403, and the audit says so.
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
}, 120_000)
afterAll(() => server.stop())

const agency = ['bedel-admin', 'bedel-analyst', 'bedel-staff', 'bedel-special', 'bedel-pii', 'bedel-anon']
const analystsOfRegulators = ['ohe-analyst', 'fcw-analyst', 'ttb-analyst']
const admin = ['bedel-admin']
const pseudonymised = ['bedel-anon']
const deliveryReaders = [...agency, 'ohe-delivery']
const outputs = ['bedel-admin', 'bedel-special', 'bedel-pii', ...analystsOfRegulators]
/** Of a primary regulator everybody follows collections: figures, and no record. */
const monitoring = [...agency, ...analystsOfRegulators, 'ohe-delivery']

const none = randomUUID()
const content = { ...deliveryContent, files: [{ file: 'StudentEngagement', columns: [] }] }
const of = { customerId: '5016', collectionReference: '23056', content }
const details = { name: 'Rights', schedule: 'ON_REQUEST', ...of }

interface Allowed {
  call: string
  body?: object
  who: readonly string[]
  /** What those are answered: of what is not there, that it is not there. */
  status: number
}

const calls: readonly Allowed[] = [
  // Who resets what has failed (decisions §13) sees where each stands.
  { call: 'GET /submissions/get-dps-submissions', who: [...pseudonymised, ...admin], status: 200 },
  { call: `POST /submissions/run-dps-task/${none}`, who: pseudonymised, status: 404 },
  { call: `POST /submissions/cancel-dps-task/${none}`, who: pseudonymised, status: 404 },
  { call: `GET /files/dps/url/xml/${none}`, who: pseudonymised, status: 404 },
  { call: `POST /submissions/reset-dps-task/${none}`, who: admin, status: 404 },
  { call: 'GET /delivery-configurations', who: agency, status: 200 },
  { call: 'GET /delivery-configurations/options', who: agency, status: 200 },
  { call: `GET /delivery-configurations/${none}`, who: agency, status: 404 },
  { call: 'POST /delivery-configurations', body: { id: none, ...details }, who: admin, status: 200 },
  { call: `PUT /delivery-configurations/${randomUUID()}`, body: details, who: admin, status: 404 },
  {
    call: `PATCH /delivery-configurations/${randomUUID()}/state`,
    body: { state: 'ENABLED' },
    who: admin,
    status: 404,
  },
  { call: `DELETE /delivery-configurations/${randomUUID()}`, who: admin, status: 404 },
  {
    call: 'POST /delivery-configurations/preview',
    body: { ...of, file: 'StudentEngagement' },
    who: admin,
    status: 200,
  },
  {
    call: `POST /delivery-configurations/${randomUUID()}/deliveries`,
    body: { id: none },
    who: admin,
    status: 404,
  },
  { call: 'GET /deliveries', who: deliveryReaders, status: 200 },
  { call: `GET /deliveries/${none}`, who: deliveryReaders, status: 404 },
  { call: `POST /deliveries/${none}/cancel`, who: admin, status: 404 },
  { call: `POST /deliveries/${none}/download-request`, who: ['ohe-delivery'], status: 404 },
  { call: 'GET /deliveries/downloads-log', who: agency, status: 200 },
  { call: 'GET /collection-reports/iris/reprocess-files', who: outputs, status: 200 },
  {
    call: 'POST /collection-reports/iris/reprocess-files',
    body: { id: none, files: [{ submissionUuid: none, fileCode: '1' }] },
    who: outputs,
    status: 404,
  },
  { call: 'GET /collections/23056/sector', who: monitoring, status: 200 },
  { call: 'GET /collections/99999/sector', who: monitoring, status: 404 },
  { call: 'GET /collections/23056/sector/reports/NONE', who: monitoring, status: 404 },
]

const refusals = async (): Promise<number> =>
  (
    await server.look<{ count: number }>(
      `select count(*)::int as count from audit_line where outcome = 'refused' and status = 403`,
    )
  ).count

describe('each call', () => {
  // The machine of a supplier chooses an organisation first; its rights are those of a submitter.
  const people = users.map(({ id }) => id).filter(id => id !== 'supplier')

  it.each(calls)('$call', async ({ call, body, who, status }) => {
    const [method = '', path = ''] = call.split(' ')
    expect(who.filter(id => !people.includes(id))).toEqual([])
    for (const id of people) {
      const before = await refusals()
      const answer = await server.call(id, method, path, body ? { body } : {})
      const expected = who.includes(id) ? status : 403
      expect([id, answer.status, (await refusals()) - before]).toEqual([
        id,
        expected,
        expected === 403 ? 1 : 0,
      ])
    }
  })

  it('is refused with a line that says who, what and why', async () => {
    await server.call('ohe-delivery', 'GET', '/deliveries/downloads-log?search=x')
    expect(
      await server.look(`select actor_id, actor_organisation, action, subject, reason from audit_line
        where outcome = 'refused' order by id desc limit 1`),
    ).toEqual({
      actor_id: 'ohe-delivery',
      actor_organisation: '5016',
      action: 'GET /deliveries/downloads-log',
      subject: '/api/deliveries/downloads-log',
      reason: 'You do not have a valid role for this.',
    })
  })
})
