import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbookType } from '../../src/domain/wire/call.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { sheetsIn } from './support/workbooks.ts'

/* The monitoring table as a file, as it is filtered (specification 2 §2.5). */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
  await server.place({ id: randomUUID(), instId: '0001' }, 'SC_APPROVAL')
  await server.call('bedel-admin', 'PATCH', '/collections/23056', {
    body: { submissionDeadline: '2026-12-24' },
  })
})
afterAll(() => server.stop())

const ask = (user: string, accept: string, instIds = ['0003', '0001']) =>
  server.call<string>(user, 'POST', '/collections/23056/submissions/export', { body: { instIds }, accept })

describe('the monitoring table as a file', () => {
  it('has the rows that are asked for, in their order', async () => {
    const { status, body, headers } = await ask('bedel-staff', 'text/csv')
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('monitoring.23056.csv'),
    ])
    const [head, ...rows] = body.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe(
      'ID,Provider,Submission state,Progress (Current/Next step),Days in state,Days to deadline,Last submission (UTC),Student count,Open issues,Awaiting action,Silent for,Last reminded (UTC)',
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^0003,Cardigan Bay University,Not started,/)
    expect(rows[1]).toMatch(
      /^0001,University of Ashby,Awaiting SC approval,[^,]+,,-?\d+,.*,Statutory customer,,$/,
    )
  })

  it('tells for how many days a submission has stood at its state', async () => {
    const content = Buffer.from('<DataFutures/>')
    await server.upload('brackley-submitter', { submissionId: randomUUID(), instId: '0002', content })
    server.clock.forward(3 * 86_400_000)
    const { body } = await ask('bedel-staff', 'text/csv', ['0002'])
    expect(body).toMatch(/0002,Brackley Institute of Arts,Uploaded,[^,]+,3,.*,System,,\r\n/)
  })

  it('says of a nil return that was taken back that it was one, as the table does', async () => {
    const made = await server.call<{ uuid: string }>(
      'bedel-staff',
      'POST',
      '/submissions/create-nil-submission',
      { body: { collectionId: 'c23056', instId: '0004' } },
    )
    await server.place({ id: made.body.uuid, instId: '0004' }, 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT')
    const { body } = await ask('bedel-staff', 'text/csv', ['0004'])
    expect(body).toContain(',Resubmission required - historic amendment (Nil return),')
  })

  it('is a workbook too', async () => {
    const token = await server.tokenOf('bedel-staff')
    const answer = await fetch(`${server.origin}/api/collections/23056/submissions/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, accept: workbookType, 'content-type': 'application/json' },
      body: JSON.stringify({ instIds: ['0001'] }),
    })
    expect(answer.headers.get('content-type')).toBe(workbookType)
    const sheets = [...(await sheetsIn(Buffer.from(await answer.arrayBuffer())))]
    expect(JSON.stringify(sheets)).toContain('University of Ashby')
  })

  it('has only what the caller sees, and is none where a provider is named that they do not', async () => {
    // Cardigan is in Wales.
    const refused = await ask('ohe-analyst', 'text/csv')
    expect(refused.status).toBe(404)
    expect(JSON.stringify(refused.body)).not.toContain('Cardigan')
    expect((await ask('ohe-analyst', 'text/csv', ['0001'])).body).toContain('University of Ashby')
    expect((await ask('ashby-signoff', 'text/csv')).status).toBe(403)
  })
})
