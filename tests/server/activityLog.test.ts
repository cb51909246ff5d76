import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* The activity log, narrowed by person and kind, and as a file. */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
  const content = Buffer.from('<DataFutures/>')
  await server.upload('ashby-submitter', { submissionId: randomUUID(), instId: '0001', content })
  await server.upload('brackley-submitter', { submissionId: randomUUID(), instId: '0002', content })
})
afterAll(() => server.stop())

type Log = {
  activityLogs: {
    username: string
    instId: string
    type: { id: number }
    change?: { from: { name: string }; to: { name: string } }
  }[]
}
const log = async (query: string, user = 'bedel-staff') =>
  server.call<Log>(user, 'GET', `/collections/activity-log?collectionReference=23056${query}`)

it('is narrowed by a part of the name and by the kind', async () => {
  const all = (await log('&limit=-1')).body.activityLogs
  expect(new Set(all.map(({ instId }) => instId))).toEqual(new Set(['0001', '0002']))
  const [person = ''] = all
    .filter(({ instId }) => instId === '0001')
    .map(({ username }) => username.split(' ')[0])
  const own = (await log(`&person=${encodeURIComponent(person.toUpperCase())}`)).body.activityLogs
  expect(new Set(own.map(({ instId }) => instId))).toEqual(new Set(['0001']))
  const uploaded = (await log('&activityLogTypeId=2')).body.activityLogs
  expect(uploaded.map(({ type }) => type.id)).toEqual([2, 2])
  expect(uploaded.map(({ change }) => [change?.from.name, change?.to.name])).toEqual([
    ['Uploading', 'Uploaded'],
    ['Uploading', 'Uploaded'],
  ])
  expect((await log('&person=nobody')).body.activityLogs).toEqual([])
  expect((await log('', 'ashby-signoff')).status).toBe(403)
})

it('is a file with seconds and the statuses before and after', async () => {
  const { body, headers } = await server.call<string>(
    'bedel-staff',
    'GET',
    '/collections/activity-log?collectionReference=23056&activityLogTypeId=2',
    { accept: 'text/csv' },
  )
  expect(headers.get('content-disposition')).toContain('activity.23056.csv')
  const [head, ...lines] = body.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('Date (UTC),Provider,File name,User,Activity,State before,State after')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,University of Ashby,file\.xml,.*,Uploading,Uploaded$/)
})
