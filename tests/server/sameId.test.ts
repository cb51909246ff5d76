import { randomUUID, type UUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedOutput } from '../../src/domain/wire/additionalReports.ts'
import { deliveryScene, details, startDeliveryServer } from './support/deliveryScene.ts'
import { jobBody } from './support/jobScene.ts'
import type { ProcessingServer } from './support/processingServer.ts'

/*
 * Who asks for something chooses its id, so that an answer that was lost can be asked for again ("one submission per request id",
 * faults 11). Two requests that arrive at once are answered as two that arrive one after the other: the same request by the same
 * answer, another one by a refusal. Each pair is sent many times over, for what it finds depends on the moment.
 */

let server: ProcessingServer
/** Configurations by which deliveries are made, and the specification and an output that jobs are about. */
let configurations: [UUID, UUID]
let specification: number
let output: ListedOutput

const { create, setState, ask } = deliveryScene(() => server)
const post = (path: string, body: unknown, user = 'bedel-admin') =>
  server.call<{ detail?: string }>(user, 'POST', path, { body })

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
const impact = (id: UUID) =>
  post(`/specifications/${specification}/impacts`, { id, collectionReference: '23056' })
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
const configuration = (id: UUID) => create(details({ name: 'Asked for twice' }), id)

/** Ends what has come of an id, so that the next one finds the same as this one. */
const end = async (id: UUID): Promise<void> => {
  await post(`/jobs/${id}/cancel`, undefined)
  await post(`/deliveries/${id}/cancel`, undefined)
  for (const instId of Object.keys(uploaders))
    await post('/files/cancel-upload', uploadBody(id, instId), uploaders[instId])
}

type Request = (id: UUID) => Promise<{ status: number; body: { detail?: string } }>

/** What two requests are answered that are sent at once under a new id, many times over: each pair of statuses once. */
const pairsOf = async (one: Request, other: Request): Promise<string[]> => {
  const pairs = new Set<string>()
  for (let count = 0; count < 12; count += 1) {
    const id = randomUUID()
    const answers = await Promise.all([one(id), other(id)])
    pairs.add(
      answers
        .map(({ status }) => status)
        .sort()
        .join(' '),
    )
    await end(id)
  }
  return [...pairs]
}

describe('two requests at once under one id', () => {
  it.each<[string, Request, string]>([
    ['a bulk decision', bulk, '202 202'],
    ['what a specification would change', impact, '202 202'],
    ['outputs that are made again', outputs, '202 202'],
    ['a delivery', delivery, '202 202'],
    ['a configuration of deliveries', configuration, '200 200'],
    ['an upload', upload, '200 200'],
    ['an upload in parts', partUpload, '200 200'],
  ])('find the same, where they are the same: %s', async (_, request, expected) => {
    expect(await pairsOf(request, request)).toEqual([expected])
  })

  it.each<[string, Request, Request, string]>([
    ['bulk decisions about other providers', bulk, id => bulk(id, '0002'), '202 409'],
    ['a bulk decision and what a specification would change', bulk, impact, '202 409'],
    ['other outputs', outputs, id => outputs(id, '2'), '202 409'],
    ['deliveries by two configurations', delivery, id => delivery(id, 1), '202 409'],
    ['a delivery and a bulk decision', delivery, bulk, '202 409'],
    ['a file and a bulk decision', upload, bulk, '202 409|200 409'],
    ['a file and a delivery', upload, delivery, '202 409|200 409'],
    ['files of two sizes in parts', partUpload, id => partUpload(id, 2000), '200 409'],
    // Of the second provider nothing is told of the first one's submission.
    ['files of two providers', upload, id => upload(id, '0002'), '200 404'],
  ])('get one granted and one refused, where they are not: %s', async (_, one, other, expected) => {
    const allowed = expected.split('|').map(pair => pair.split(' ').sort().join(' '))
    for (const pair of await pairsOf(one, other)) expect(allowed).toContain(pair)
  })
})
