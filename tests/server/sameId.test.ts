import { randomUUID, type UUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { ListedOutput } from '../../src/domain/wire/additionalReports.ts'
import type { JobWire } from '../../src/domain/wire/jobs.ts'
import type { RulesetWire } from '../../src/domain/wire/specifications.ts'
import type { Answer } from './support/calls.ts'
import { deliveryScene, details, startDeliveryServer } from './support/deliveryScene.ts'
import { jobBody } from './support/jobScene.ts'
import type { ProcessingServer } from './support/processingServer.ts'

/*
 * Who asks for something chooses its id, so that an answer that was lost can be asked for again ("one submission per request id",
 * faults 11; "nothing lost, nothing doubled"). The same request is answered by the same answer, whether it comes at the same moment
 * or long after, and another one under the id by a refusal. Each pair that comes at once is sent many times over, for what it finds
 * depends on the moment.
 */

let server: ProcessingServer
/** Configurations by which deliveries are made, and the specification and an output that jobs are about. */
let configurations: [UUID, UUID]
let specification: number
let output: ListedOutput

const { create, setState, ask } = deliveryScene(() => server)
const post = (path: string, body: unknown, user: string | UserPrincipal = 'bedel-admin') =>
  server.call<{ detail?: string; name?: string }>(user, 'POST', path, { body })

beforeAll(async () => {
  server = await startDeliveryServer()
  await server.place({ id: randomUUID(), instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
  configurations = [randomUUID(), randomUUID()]
  for (const id of configurations) {
    await create(details(), id)
    await setState(id, 'ENABLED')
  }
  ;({ id: specification } = await server.look<{ id: number }>(
    `select p.id from specification p join collection c on c.specification_id = p.id where c.reference = '23056'`,
  ))
  const { body } = await server.call<{ files: ListedOutput[] }>(
    'bedel-admin',
    'GET',
    '/collection-reports/iris/reprocess-files',
  )
  output = body.files[0]!
}, 120_000)
afterAll(() => server.stop())

/** No row of this job is taken: the collection is open. */
const bulk = (id: UUID, instId = '0001') =>
  post('/jobs', jobBody([instId], { id, kind: 'HISTORIC_AMENDMENT' }))
const impact = (id: UUID, of = specification) =>
  post(`/specifications/${of}/impacts`, { id, collectionReference: '23056' })
const outputs = (id: UUID, fileCode = output.fileCode) =>
  post('/collection-reports/iris/reprocess-files', {
    id,
    files: [{ submissionUuid: output.submissionUuid, fileCode }],
  })
const delivery = (id: UUID, configuration: 0 | 1 = 0) => ask(configurations[configuration], id)
const uploaders: Record<string, string> = { '0001': 'ashby-submitter', '0002': 'brackley-submitter' }
const uploadBody = (id: UUID, instId: string) => ({
  submissionUuid: id,
  fileName: 'file.xml',
  collectionId: 'c23056',
  instId,
  fileSize: 1000,
})
const upload = (id: UUID, instId = '0001') =>
  post('/files/uploadRequest', uploadBody(id, instId), uploaders[instId])
const partUpload = (id: UUID, fileSize = 1000) =>
  post('/files/partUploadRequest', { ...uploadBody(id, '0001'), fileSize }, uploaders['0001'])
const configuration = (id: UUID, over: Parameters<typeof details>[0] = {}, user?: UserPrincipal) =>
  post('/delivery-configurations', { ...details({ name: 'Requested twice', ...over }), id }, user)
const otherAdministrator = (): UserPrincipal => ({ ...server.actor('bedel-admin'), userId: 'second-admin' })
const deliveryOfOther = (id: UUID) =>
  post(`/delivery-configurations/${configurations[0]}/deliveries`, { id }, otherAdministrator())

/** Ends what has come of an id: a job of another request has to begin where this one did. */
const end = async (id: UUID): Promise<void> => {
  await post(`/jobs/${id}/cancel`, undefined)
  await post(`/deliveries/${id}/cancel`, undefined)
  for (const instId of Object.keys(uploaders))
    await post('/files/cancel-upload', uploadBody(id, instId), uploaders[instId])
}

type Request = (id: UUID) => Promise<Answer<{ detail?: string }>>

const saidBy = ({ status, headers, body }: Answer) => ({ status, location: headers.get('location'), body })
const jobOf = async (id: UUID) => (await server.call<JobWire>('bedel-admin', 'GET', `/jobs/${id}`)).body

const beginnings = ['JOB_REQUEST', 'DELIVERY_REQUEST', 'DELIVERY_CONFIGURATION_CREATE', 'UPLOAD_REQUESTED']
/** How much there is under an id, and how often the audit says that it was asked for. */
const madeUnder = (id: UUID) =>
  server.look(`select (select count(*) from job where id = '${id}')::int
      + (select count(*) from delivery where id = '${id}')::int
      + (select count(*) from delivery_configuration where id = '${id}')::int
      + (select count(*) from submission where id = '${id}')::int as rows,
    (select count(*) from audit_line where subject = '${id}' and outcome = 'done'
      and action in (${beginnings.map(action => `'${action}'`).join(', ')}))::int as requests`)
const one = { rows: 1, requests: 1 }

/** Sends two requests at once under a new id, many times over, and looks at what they are answered. */
const eachPair = async (
  first: Request,
  second: Request,
  look: (answers: readonly Answer[], id: UUID) => void,
): Promise<void> => {
  for (let count = 0; count < 12; count += 1) {
    const id = randomUUID()
    look(await Promise.all([first(id), second(id)]), id)
    expect(await madeUnder(id)).toEqual(one)
    await end(id)
  }
}

describe('two requests at once under one id', () => {
  it.each<[string, Request, number]>([
    ['a bulk decision', bulk, 202],
    ['what a specification would change', impact, 202],
    ['outputs that are made again', outputs, 202],
    ['a delivery', delivery, 202],
    ['a configuration of deliveries', configuration, 200],
    ['an upload', upload, 200],
    ['an upload in parts', partUpload, 200],
  ])('find the same, where they are the same: %s', async (_, request, status) => {
    await eachPair(request, request, (answers, id) => {
      const [first, second] = answers.map(saidBy)
      expect(first).toMatchObject({ status, location: status === 202 ? `/jobs/${id}` : null })
      expect(second).toEqual(first)
    })
  })

  it.each<[string, Request, Request, string]>([
    ['bulk decisions about other providers', bulk, id => bulk(id, '0002'), '202 409'],
    ['a bulk decision and what a specification would change', bulk, impact, '202 409'],
    ['other outputs', outputs, id => outputs(id, '2'), '202 409'],
    ['deliveries by two configurations', delivery, id => delivery(id, 1), '202 409'],
    ['deliveries of two people', delivery, deliveryOfOther, '202 409'],
    ['a delivery and a bulk decision', delivery, bulk, '202 409'],
    ['configurations of two names', configuration, id => configuration(id, { name: 'Other' }), '200 409'],
    [
      'configurations of two files',
      configuration,
      id => configuration(id, { of: { files: [{ file: 'StudentEngagement', columns: [] }] } }),
      '200 409',
    ],
    [
      'configurations of two people',
      configuration,
      id => configuration(id, {}, otherAdministrator()),
      '200 409',
    ],
    ['a file and a bulk decision', upload, bulk, '202 409|200 409'],
    ['a file and a delivery', upload, delivery, '202 409|200 409'],
    ['files of two sizes in parts', partUpload, id => partUpload(id, 2000), '200 409'],
    // Of the second provider nothing is told of the first one's submission.
    ['files of two providers', upload, id => upload(id, '0002'), '200 404'],
  ])('get one granted and one refused, where they are not: %s', async (_, first, second, expected) => {
    await eachPair(first, second, answers => {
      const statuses = answers.map(({ status }) => status).sort((low, high) => low - high)
      expect(expected.split('|')).toContain(statuses.join(' '))
    })
  })
})

describe('two tabs that send two files under one id', () => {
  it('get one granted, and one told which file is on its way and what to do', async () => {
    const id = randomUUID()
    const send = (fileName: string) =>
      post('/files/uploadRequest', { ...uploadBody(id, '0001'), fileName }, uploaders['0001'])
    expect((await send('first.xml')).status).toBe(200)
    const { status, body } = await send('second.xml')
    expect([status, body.detail]).toEqual([
      409,
      'first.xml is already being uploaded for this submission, probably in another tab. Wait for it to finish, or cancel it there. Then upload your file.',
    ])
    await end(id)
  })
})

describe('the same request after its answer was lost', () => {
  it.each<[string, Request, Request]>([
    ['a bulk decision', bulk, id => bulk(id, '0002')],
    ['what a specification would change', impact, bulk],
    ['outputs that are made again', outputs, id => outputs(id, '2')],
    ['a delivery', delivery, id => delivery(id, 1)],
    ['a delivery of one person', delivery, deliveryOfOther],
  ])('finds the job that has ended by then, and another request does not: %s', async (_, request, other) => {
    const id = randomUUID()
    const first = saidBy(await request(id))
    expect(first).toMatchObject({ status: 202, location: `/jobs/${id}` })
    await end(id)
    const ended = await jobOf(id)
    expect(ended.endedUtc).not.toBeNull()
    expect(saidBy(await request(id))).toEqual(first)
    expect((await other(id)).status).toBe(409)
    expect(await jobOf(id)).toEqual(ended)
    expect(await madeUnder(id)).toEqual(one)
  })

  it.each<[string, Request]>([
    ['an upload', upload],
    ['an upload in parts', partUpload],
  ])('goes on with what is under way, not with what has ended: %s', async (_, request) => {
    const id = randomUUID()
    const first = saidBy(await request(id))
    expect(saidBy(await request(id))).toEqual(first)
    await end(id)
    expect((await request(id)).status).toBe(409)
    expect(await madeUnder(id)).toEqual(one)
  })

  it('finds a configuration as it is by then, and none that was deleted', async () => {
    const id = randomUUID()
    const path = `/delivery-configurations/${id}`
    const first = saidBy(await configuration(id))
    expect(saidBy(await configuration(id))).toEqual(first)
    const changed = await server.call('bedel-admin', 'PUT', path, { body: details({ name: 'Changed' }) })
    expect(saidBy(await configuration(id))).toEqual(saidBy(changed))
    expect((await configuration(id, { name: 'Changed' })).status).toBe(409)
    await server.call('bedel-admin', 'DELETE', path)
    expect((await configuration(id)).status).toBe(410)
    expect((await configuration(id, { name: 'Other' })).status).toBe(409)
    expect(await madeUnder(id)).toEqual(one)
  })
})

describe('the same request, when what it names has gone', () => {
  it('finds the job about a specification that was deleted', async () => {
    const { body } = await server.call<{ rulesets: RulesetWire[] }>(
      'bedel-admin',
      'GET',
      '/specifications/rulesets',
    )
    const ruleset = body.rulesets.find(({ version }) => version === '23056_1.0.0')!
    const made = await server.call<{ id: number }>('bedel-admin', 'POST', '/specifications', {
      body: { schemaId: ruleset.schema.id, rulesetId: ruleset.id, versionIncrement: 'minor' },
    })
    const draft = made.body.id
    const id = randomUUID()
    const first = saidBy(await impact(id, draft))
    expect(first.status).toBe(202)
    await end(id)
    expect((await server.call('bedel-admin', 'DELETE', `/specifications/${draft}`)).status).toBe(204)
    expect(saidBy(await impact(id, draft))).toEqual(first)
    expect((await impact(randomUUID(), draft)).status).toBe(404)
  })

  it('finds the job about outputs that are there no more', async () => {
    const id = randomUUID()
    const first = saidBy(await outputs(id))
    expect(first.status).toBe(202)
    await end(id)
    const rename = (from: string, to: string) =>
      server.asOwner(`update report set code = '${to}' where code = '${from}'`)
    await rename('IRIS', 'GONE')
    onTestFinished(() => rename('GONE', 'IRIS'))
    expect(saidBy(await outputs(id))).toEqual(first)
    expect((await outputs(id, '2')).status).toBe(409)
    expect((await outputs(randomUUID())).status).toBe(404)
  })

  it('finds the delivery by a configuration that was deleted', async () => {
    const [by, id] = [randomUUID(), randomUUID()]
    await create(details(), by)
    await setState(by, 'ENABLED')
    const first = saidBy(await ask(by, id))
    expect(first.status).toBe(202)
    await end(id)
    await server.call('bedel-admin', 'DELETE', `/delivery-configurations/${by}`)
    expect(saidBy(await ask(by, id))).toEqual(first)
    expect((await ask(by)).status).toBe(410)
  })

  it('finds the configuration of fields that the collection has no more', async () => {
    const id = randomUUID()
    const first = saidBy(await configuration(id))
    expect(first.status).toBe(200)
    const specify = (of: number | null) =>
      server.asOwner(`update collection set specification_id = ${of} where reference = '23056'`)
    await specify(null)
    onTestFinished(() => specify(specification))
    // All but the record, which comes with the specification.
    expect(saidBy(await configuration(id))).toMatchObject({
      status: 200,
      body: { id, name: 'Requested twice', collectionReference: '23056' },
    })
    expect((await configuration(randomUUID())).status).toBe(422)
  })
})
