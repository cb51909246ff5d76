import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QualityReport } from '../../src/domain/wire/quality.ts'
import { placeResults } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Two rules of the shipped ruleset whose codes differ in their version alone. */
const [first, second] = [1, 2].map(
  version => `QR.STUDENT.AwardingBodyRole.AWARDINGBODYID.001.V0${version}`,
) as [string, string]

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

const place = async (rules: Readonly<Record<string, number>>): Promise<string> => {
  const id = randomUUID()
  server.clock.forward(1000)
  await server.asOwner("update submission set is_latest = false where inst_id = '0001'")
  await server.place({ id, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
  for (const [code, failureCount] of Object.entries(rules))
    await placeResults(server, id, { code, failureCount, isOutside: failureCount > 5 })
  return id
}

const comparedWithLast = async (id: string) => {
  const path = `/submissions/${id}/validations?limit=-1&against=last`
  const { body } = await server.call<QualityReport>('ashby-submitter', 'GET', path)
  return Object.fromEntries(
    body.validations.map(({ Code, PrevFailureCount, FailureChange, Standing }) => [
      Code,
      [PrevFailureCount, FailureChange, Standing],
    ]),
  )
}

it('holds each of two rules that differ in their version alone against itself', async () => {
  await server.forget()
  await place({ [first]: 4, [second]: 9 })
  const both = await place({ [first]: 6, [second]: 9 })
  expect(await comparedWithLast(both)).toEqual({
    [first]: [4, 2, 'new'],
    [second]: [9, 0, 'unchanged'],
  })
  // Which of the two it was cannot be said.
  const one = await place({ [first.replace('V01', 'V03')]: 6 })
  expect(Object.values(await comparedWithLast(one))).toEqual([[null, null, null]])
})

it('holds a rule against its earlier version where there is one of each', async () => {
  await server.forget()
  await place({ [first]: 9 })
  const later = await place({ [second]: 9 })
  expect(await comparedWithLast(later)).toEqual({ [second]: [9, 0, 'unchanged'] })
})
