import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemDocument } from '../../src/domain/wire/common.ts'
import { generateSample } from '../../src/sample/index.ts'
import { oddRuleset } from './support/oddRulesets.ts'
import { anyFile, anyOther, type Grants } from './support/otherRequests.ts'
import type { PartGrant } from './support/partUpload.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { guestSchema, publisher, schemaForm } from './support/published.ts'
import { anyCall, type Known, operations, type Sent, send, withOddHeads } from './support/requests.ts'
import type { SignedPost } from './support/sendForm.ts'

/**
 * Whatever is sent to a call, the server does not fail: no answer is 5xx, and each that is no success is a problem
 * document. BEDEL_FUZZ says how many requests (`npm run fuzz`: 20,000), BEDEL_SEED sends the same again.
 */
const requestCount = Number(process.env.BEDEL_FUZZ ?? 500)
const seed = process.env.BEDEL_SEED === undefined ? {} : { seed: Number(process.env.BEDEL_SEED) }
/** Requests that are sent at once: some meet each other. */
const together = 10

let server: ProcessingServer
/** What the server says of its own faults. */
const logged: string[] = []
let known: Known
let requests: fc.Arbitrary<Sent>
beforeAll(async () => {
  server = await startProcessingServer({ worker: true, faults: logged })
  const [processed, approved, ovt] = [randomUUID(), randomUUID(), randomUUID()]
  const content = Buffer.concat([
    ...generateSample({ provider: '0001', students: 40, faults: 'rules', collection: '23056' }),
  ])
  await server.upload('ashby-submitter', { submissionId: processed, instId: '0001', content })
  await server.reaches(processed, 'QUALITY_PROCESSING_COMPLETE')
  await server.place({ id: approved, instId: '0002' }, 'APPROVED')
  await server.place({ id: ovt, instId: '0003', mode: 'ovt' }, 'QUALITY_PROCESSING_COMPLETE')
  const { fileHash } = await server.look<{ fileHash: string }>(
    `select file_hash as "fileHash" from submission where id = '${processed}'`,
  )
  const rules = await server.call<{ validations: { Code: string; RegulatorCode: string }[] }>(
    'bedel-staff',
    'GET',
    `/submissions/${processed}/validations?limit=-1`,
  )
  const [rule] = rules.body.validations
  const raised = await server.call<{ id: string }>(
    'ashby-signoff',
    'POST',
    `/submissions/${processed}/issues`,
    {
      body: { validationCode: rule?.Code, regulatorCode: rule?.RegulatorCode },
    },
  )
  const ids = [processed, processed, approved, ovt, randomUUID()]
  const institutions = ['0001', '0001', '0002', '0003', '9999', 'bedel']
  const references = ['23056', '23056', '22056', '25056', '99999']
  known = {
    ...Object.fromEntries(
      [
        'uuid',
        'submissionId',
        'submissionUuid',
        'currentSubmissionId',
        'previousId',
        'previousSubmissionId',
      ].map(name => [name, ids]),
    ),
    id: [...ids, fileHash, raised.body.id, raised.body.id],
    after: ids,
    ...Object.fromEntries(
      ['instId', 'instIds', 'providerId', 'institutionId'].map(name => [name, institutions]),
    ),
    reference: references,
    collectionReference: references,
    collectionId: references.map(reference => `c${reference}`),
    validationCode: rules.body.validations.map(({ Code }) => Code),
    regulatorCode: ['5016', '5101'],
    validationId: rules.body.validations.map(({ Code }) => Code),
    reportCode: ['SEN1', 'SEN3', 'FTE1', 'FREQCOUNT', 'X'],
    cellId: ['*~*', '1~1', '1', '*~1'],
    key: [`0001/${processed}/file.xml`, `0002/${approved}/file.xml`],
    code: ['5016', '5002', '5101'],
  }
  // Rulesets are for this schema: what they hold is looked at.
  await publisher(server).schema(schemaForm(guestSchema('26900_1_0_0')))
  const others = await anyOther(await grantsFor(`0001/${processed}/file.xml`))
  // Those beside the calls are few, and take more that is odd.
  requests = withOddHeads(
    fc.oneof(
      ...anyCall(known, users, await anyFile()).map(arbitrary => ({ weight: 1, arbitrary })),
      ...others.map(arbitrary => ({ weight: 4, arbitrary })),
    ),
  )
})

/** Signatures and tickets with which the addresses beside the calls are asked. */
const grantsFor = async (key: string): Promise<Grants> => {
  const ask = async <T>(user: string, path: string, body: unknown): Promise<T> => {
    const answer = await server.call<T>(user, 'POST', path, { body })
    expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body])
    return answer.body
  }
  const of = (instId: string) => ({
    submissionUuid: randomUUID(),
    fileName: 'file.xml',
    collectionId: 'c23056',
    instId,
    fileSize: 10,
  })
  const { url } = await ask<{ url: string }>('ashby-signoff', '/files/downloadRequest', { key })
  const ticketsOf = async () =>
    (await ask<{ token: string }>('ashby-signoff', '/token/live-ticket', { instId: '0001' })).token
  return {
    upload: await ask<SignedPost>('dunmore-signoff', '/files/uploadRequest', of('0004')),
    part: await ask<PartGrant>('cardigan-signoff', '/files/partUploadRequest', of('0003')),
    downloads: [url],
    tickets: [await ticketsOf(), await ticketsOf()],
  }
}
afterAll(() => server.stop())

/** Who may do most, most often. */
const users = [
  'bedel-admin',
  'bedel-admin',
  'bedel-admin',
  'ashby-signoff',
  'ashby-signoff',
  'ashby-guest',
  'ashby-ovt',
  'ohe-analyst',
  'ttb-analyst',
]

const isProblem = (text: string, status: number): boolean => {
  const parsed = problemDocument.safeParse(JSON.parse(text))
  return parsed.success && parsed.data.status === status
}

/** What is wrong with the answer to a request; undefined for one that is as it should be. */
const answers = new Map<number, number>()
const faultOf = async (sent: Sent): Promise<string | undefined> => {
  const { user } = sent
  const token = user === undefined ? undefined : user === 'nobody' ? 'a.b.c' : await server.tokenOf(user)
  const { status, type, text } = await send(server.origin, sent, token)
  answers.set(status, (answers.get(status) ?? 0) + 1)
  if (status >= 500)
    return `${sent.method} ${sent.path} ${sent.body ?? ''}: ${status} ${text} ${logged.at(-1) ?? ''}`
  // The identity provider speaks OAuth.
  if (status < 400 || sent.method === 'HEAD' || sent.path.startsWith('/oidc')) return undefined
  return type.startsWith('application/problem+json') && isProblem(text, status)
    ? undefined
    : `${sent.method} ${sent.path}: ${status} is no problem document: ${type} ${text}`
}

it(
  `answers ${requestCount} requests to ${operations().length} calls, and to the addresses beside them, without a fault of its own`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: together, maxLength: together }), async all => {
        const faults = (await Promise.all(all.map(faultOf))).filter(fault => fault !== undefined)
        expect(faults).toEqual([])
      }),
      { ...seed, numRuns: Math.ceil(requestCount / together), endOnFailure: false },
    )
    // Much of it gets as far as what the call does: what stops at the door says nothing. About an eighth does; the requests are
    // others in each run, so half of that is asked for.
    const taken = [...answers].filter(([status]) => status < 400 || status === 409).map(([, count]) => count)
    expect(taken.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(requestCount / 16)
  },
  requestCount * 100,
)

/** Each starts a process of its own, so they are fewer. */
const rulesetCount = Math.ceil(requestCount / 100)

it(
  `takes or refuses ${rulesetCount} zips of rulesets that are odd within, each refusal with file and line`,
  async () => {
    const publish = publisher(server)
    await fc.assert(
      fc.asyncProperty(oddRuleset, async zip => {
        const { status, body } = await publish.ruleset(
          new Blob([new Uint8Array(zip)], { type: 'application/zip' }),
        )
        if (status === 200 || status === 409) return
        expect([status, logged.at(-1)]).toEqual([422, undefined])
        expect(body.faults).not.toEqual([])
        for (const { file, line, message } of body.faults ?? [])
          expect([file !== '', line > 0, message !== '']).toEqual([true, true, true])
      }),
      { ...seed, numRuns: rulesetCount, endOnFailure: true },
    )
  },
  rulesetCount * 30_000,
)
