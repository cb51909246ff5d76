import { afterEach, expect, it, vi } from 'vitest'
import { type ProblemError, problem } from '../domain/problem.ts'
import { listOrganisations } from '../domain/wire/identity.ts'
import { signOffSubmission } from '../domain/wire/submissions.ts'
import { message } from '../messages/message.ts'
import { createApi } from './api.ts'

const answer = { organisations: [], streams: [], records: [], liveSequence: 3, unreadNotices: 0 }

const answers = (...statuses: number[]) => {
  const bearers: (string | null)[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    bearers.push(request.headers.get('authorization'))
    const status = statuses.shift() ?? 500
    return Response.json(status === 200 ? answer : {}, { status })
  })
  return bearers
}
const apiOf = (renewed?: (token: string) => Promise<string | undefined>) =>
  createApi({
    base: 'https://portal.example/api',
    token: () => 'old',
    language: 'en',
    ...(renewed ? { renewed } : {}),
  })

afterEach(() => {
  vi.unstubAllGlobals()
})

it('asks again what failed with 401, once, by the renewed token', async () => {
  const bearers = answers(401, 200)
  const renewed = vi.fn(async () => 'new')
  const found = await apiOf(renewed).call(listOrganisations)
  expect(found).toEqual({ ok: true, value: answer })
  expect(bearers).toEqual(['Bearer old', 'Bearer new'])
  expect(renewed).toHaveBeenCalledExactlyOnceWith('old')
})

it('does not go round for ever when the renewed token is refused as well', async () => {
  const bearers = answers(401, 401, 401)
  const found = await apiOf(async () => 'new').call(listOrganisations)
  expect(found).toMatchObject({ ok: false, problem: { kind: 'unauthorised' } })
  expect(bearers).toHaveLength(2)
})

it('says that nobody is signed in when the session ends instead', async () => {
  const bearers = answers(401, 200)
  const found = await apiOf(async () => undefined).call(listOrganisations)
  expect(found).toMatchObject({ ok: false, problem: { kind: 'unauthorised' } })
  expect(bearers).toHaveLength(1)
})

it('says of a change without a reliable answer that it may have been made, and of nothing else', async () => {
  const problemOf = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('It was answered.'),
      (error: ProblemError) => error.problem,
    )
  const signOff = () => problemOf(apiOf().call(signOffSubmission, { path: { id: 'x' } }))
  answers(503)
  expect(await signOff()).toMatchObject({ kind: 'unavailable', mayBeDone: true })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await signOff()).toMatchObject({
    kind: 'network',
    mayBeDone: true,
    reason: message('problems', 'noAnswer'),
  })
  vi.useFakeTimers()
  const read = problemOf(apiOf().call(listOrganisations))
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect(await read).toEqual(problem('network', message('problems', 'checkConnection')))
})
