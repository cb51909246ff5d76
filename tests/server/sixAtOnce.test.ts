import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { allCalls, type ChangingCall } from '../../server/http/openapi.ts'
import type { Call } from '../../src/domain/wire/call.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ChangingSample, changingCalls } from './support/changingCalls.ts'
import type { Prepared } from './support/changingScene.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { createRestore } from './support/restore.ts'

/*
 * Every PUT, POST, PATCH and DELETE of the API, six times at once: with equal bodies, and with different ones. None is answered 5xx,
 * and what they leave behind is what one of them leaves: no second row, job, mail or message.
 */

const atOnce = 6

let server: ProcessingServer
let samples: Record<ChangingCall, ChangingSample>
let base: Awaited<ReturnType<typeof createRestore>>
const tokens = new Map<string, Promise<string>>()
const faults: string[] = []
const answered = new Map<number, number>()

beforeAll(async () => {
  server = await startProcessingServer({ worker: true, visitedAt: await freePort(), faults })
  const [id, ovtId] = [randomUUID(), randomUUID()]
  const record = Buffer.concat([
    ...generateSample({ provider: '0001', students: 40, faults: 'rules', collection: '23056' }),
  ])
  await server.setCollection('Open')
  await server.upload('ashby-signoff', { submissionId: id, instId: '0001', content: record })
  await server.upload('ashby-ovt', {
    submissionId: ovtId,
    instId: '0001',
    content: record,
    isOvt: true,
  })
  await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
  await server.reaches(ovtId, 'QUALITY_PROCESSING_COMPLETE')
  const { fileHash } = await server.look<{ fileHash: string }>(
    `select file_hash as "fileHash" from submission where id = '${id}'`,
  )
  base = await createRestore(server)
  samples = changingCalls(server, { id, ovtId, fileHash })
}, 180_000)
afterAll(() => server.stop())

const tokenOf = (user: string): Promise<string> => {
  const token = tokens.get(user) ?? server.tokenOf(user)
  tokens.set(user, token)
  return token
}

interface Answer {
  status: number
  text: string
}

const send = async (call: Call, user: string, prepared: Prepared, turn: number): Promise<Answer> => {
  const { params = {}, query = '', body, file } = prepared
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? expect.fail(`${name} of ${call.path}`)),
  )
  const answer = await fetch(`${server.origin}/api${path}${query}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${await tokenOf(user)}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body(turn)) } : file ? { body: file(turn) } : {}),
  })
  answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
  return { status: answer.status, text: await answer.text() }
}

const calls = allCalls().flatMap(({ name, call }) =>
  call.method === 'GET' ? [] : [{ name: name as ChangingCall, call }],
)

/** `npm test` takes a third of the calls, with those that had a fault before; BEDEL_EXHAUSTIVE all. */
const always: readonly ChangingCall[] = [
  'setMailSettings',
  'putCostCentres',
  'commentOnIssue',
  'returnSignedForm',
  'makeApiKey',
]
const sent = calls.filter(({ name }, at) => isExhaustive || at % 3 === 0 || always.includes(name))

const isGood = ({ status }: Answer): boolean => status < 300
/** The database as it was, and what the call is about. */
const preparedFor = async ({ user, prepare }: ChangingSample): Promise<Prepared> => {
  await base.restore()
  await tokenOf(user)
  return (await prepare?.()) ?? {}
}

describe('six requests at once', () => {
  it.each(sent)(
    'of $name leave what one leaves, and none is answered 5xx',
    async ({ name, call }) => {
      const sample = samples[name]
      const { user, equal = 'one', different } = sample

      const alone = await preparedFor(sample)
      const first = await base.count()
      const answer = await send(call, user, alone, 0)
      expect([answer.status, answer.text]).toEqual([expect.toSatisfy(code => code < 300), answer.text])
      const one = base.difference(first, await base.count())

      for (const [kind, outcome] of [
        ['equal', equal],
        ['different', different],
      ] as const) {
        if (!outcome) continue
        const prepared = await preparedFor(sample)
        const before = await base.count()
        const answers = await Promise.all(
          Array.from({ length: atOnce }, (_, turn) =>
            send(call, user, prepared, kind === 'equal' ? 0 : turn),
          ),
        )
        expect(
          answers.filter(({ status }) => status >= 500).map(({ text }) => `${text} ${faults.at(-1)}`),
        ).toEqual([])
        expect(answers.filter(isGood)).not.toEqual([])
        const left = base.difference(before, await base.count())
        const least = outcome === 'one' || 'some' in outcome ? 1 : atOnce
        const most = outcome === 'one' ? 1 : atOnce
        expect({ kind, left }).toEqual({
          kind,
          left: Object.fromEntries(
            Object.entries(one).map(([table, rows]) => [
              table,
              least === most
                ? rows * most
                : expect.toSatisfy((count: number) => count / rows >= least && count / rows <= most),
            ]),
          ),
        })
      }
    },
    60_000,
  )

  it('are of every call that is no GET', () => {
    expect(Object.keys(samples).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
    if (isExhaustive) expect(sent).toHaveLength(calls.length)
    expect([...answered.keys()].filter(status => status >= 500)).toEqual([])
  })
})
