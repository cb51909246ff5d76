import { act, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { useSearchParams } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { getJob, isJobBehind, jobAfter } from '../../../src/domain/wire/jobs.ts'
import type { LiveMessage } from '../../../src/domain/wire/live.ts'
import { getSubmission } from '../../../src/domain/wire/submissions.ts'
import { useResource } from '../../../src/hooks/index.ts'
import { useSubmission } from '../../../src/hooks/submission.ts'
import { beginning, submission, submissionId } from '../submissions/fixtures.ts'
import { jobMessage } from '../support/jobMessage.ts'
import { look } from '../support/look.ts'
import { type Answer, analyst, aWhile, show } from '../support/services.tsx'

/* An actor keeps what is fetched: nothing is asked twice, and nothing that nobody wants. */

const everyPage = (instId: string): LiveMessage => ({
  type: 'PROVIDER',
  instId,
  sequence: 1,
  occurredAt: '2024-11-01T12:00:00Z',
  providers: ['0001'],
})

const path = `GET ${getSubmission.path}`
const newPath = 'GET /submissions/new/{collectionId}/{instId}'

it('asks each question once, and none again that is withdrawn', async () => {
  const asked = vi.fn<Answer>(() => submission('UPLOADED'))
  function Asking() {
    const [parameters] = useSearchParams()
    const id = parameters.get('id')
    const { data } = useResource(getSubmission, id === null ? undefined : { path: { id } })
    return <p>{data?.uuid ?? 'nothing'}</p>
  }
  const { router, tell } = await show(
    <StrictMode>
      <Asking />
    </StrictMode>,
    { at: '/?id=one', answers: { [path]: asked } },
  )
  const idsAsked = () => asked.mock.calls.map(([request]) => request.path?.id)
  await screen.findByText(submissionId)
  // Of the first question StrictMode drops the first answer.
  asked.mockClear()

  await act(() => router.navigate('/?id=two'))
  expect(idsAsked()).toEqual(['two'])
  await act(() => router.navigate('/?id=two&tab=1'))
  expect(idsAsked()).toEqual(['two'])
  await act(() => router.navigate('/'))
  await act(async () => tell(everyPage('bedel')))
  expect(idsAsked()).toEqual(['two'])
  expect(screen.getByText(submissionId)).toBeDefined()
  await act(() => router.navigate('/?id=two'))
  expect(idsAsked()).toEqual(['two', 'two'])
})

it('asks again by itself for what is away, when the page is in sight', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    look('visible')
  })
  const asked = vi.fn<Answer>(() => {
    if (asked.mock.calls.length === 1) throw new ProblemError(problem('unavailable', 'Not now.'))
    return submission('UPLOADED')
  })
  function Asking() {
    const { data, status } = useResource(getSubmission, { path: { id: submissionId } })
    return <p>{data?.uuid ?? status}</p>
  }
  await show(<Asking />, { answers: { [path]: asked } })
  expect(screen.getByText('failed')).toBeDefined()
  look('hidden')
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(asked).toHaveBeenCalledOnce()
  await act(async () => look('visible'))
  expect(screen.getByText(submissionId)).toBeDefined()
  expect(asked).toHaveBeenCalledTimes(2)
})

it('tells an answer what was told while it was on its way, and asks again only for what that leaves open', async () => {
  const job = (id: string, more = {}) => ({
    ...{ id, kind: 'IRIS', state: 'IN_PROGRESS', version: 1, counts: {} },
    ...{ rows: [{ instId: '0001', state: 'WAITING' }], ...more },
  })
  const asked: PromiseWithResolvers<unknown>[] = []
  const answer = vi.fn<Answer>(() => {
    const one = Promise.withResolvers<unknown>()
    asked.push(one)
    return one.promise
  })
  function Job() {
    const [parameters] = useSearchParams()
    const request = { path: { id: parameters.get('id') ?? '' } }
    const { data } = useResource(getJob, request, {
      follow: jobAfter,
      refreshOn: (message, known) => isJobBehind(known, message),
    })
    return <p>{data ? `${data.id} ${data.version} ${data.rows[0]?.state}` : 'nothing'}</p>
  }
  const settled = (sequence: number, jobId: string, state: 'DONE' | 'REFUSED') =>
    jobMessage(sequence, { jobId, kind: 'IRIS', version: 2, row: { instId: '0001', state } })
  const idsAsked = () => answer.mock.calls.map(([{ path: given }]) => given?.id)
  const { router, tell } = await show(<Job />, {
    at: '/?id=one',
    answers: { [`GET ${getJob.path}`]: answer },
  })
  // Nothing is there yet that the message could be told to.
  await act(async () => tell(settled(1, 'one', 'DONE')))
  await act(async () => asked[0]?.resolve(job('one')))
  expect(screen.getByText('one 2 DONE')).toBeTruthy()
  expect(idsAsked()).toEqual(['one'])

  // What is in sight is of the question before; and a message does not say why a row was refused.
  await act(() => router.navigate('/?id=two'))
  await act(async () => tell(settled(2, 'two', 'REFUSED')))
  await act(async () => asked[1]?.resolve(job('two')))
  expect(screen.getByText('two 2 REFUSED')).toBeTruthy()
  expect(idsAsked()).toEqual(['one', 'two', 'two'])

  // An answer that knows it already is left as it is.
  await act(async () =>
    asked[2]?.resolve(job('two', { version: 2, rows: [{ instId: '0001', state: 'REFUSED' }] })),
  )
  expect(screen.getByText('two 2 REFUSED')).toBeTruthy()
  expect(idsAsked()).toEqual(['one', 'two', 'two'])
})

it('never takes a submission that has begun for one that has not, whatever is asked for again', async () => {
  const drawn: string[] = []
  function Page() {
    const [parameters] = useSearchParams()
    const { page, snapshot } = useSubmission({
      submissionId: parameters.get('id') ?? undefined,
      instId: '0001',
      named: { mode: 'live', collectionId: 'c-23056', reference: undefined, instId: undefined },
      place: { page: 'upload', isAllowed: true },
    })
    const stands = `${page.value.loaded} ${page.value.work} ${snapshot.context.submission?.status}`
    if (drawn.at(-1) !== stands) drawn.push(stands)
    return <p>{stands}</p>
  }
  const unbegun = vi.fn<Answer>(() => beginning())
  const { router, tell } = await show(
    <StrictMode>
      <Page />
    </StrictMode>,
    {
      at: '/',
      user: analyst,
      answers: { [newPath]: unbegun, [path]: () => submission('SCHEMA_CHECK_FAILED') },
    },
  )
  await screen.findByText('notBegun nothing undefined')
  await act(() => router.navigate(`/?id=${submissionId}`))
  await screen.findByText('there schemaRefused SCHEMA_CHECK_FAILED', {}, aWhile)
  unbegun.mockClear()
  await act(async () => tell(everyPage('0001')))
  expect(unbegun).not.toHaveBeenCalled()
  // Nothing was ever drawn of the one actor without the other.
  expect(drawn).toEqual([
    'asking nothing undefined',
    'notBegun nothing undefined',
    'there schemaRefused SCHEMA_CHECK_FAILED',
  ])
})
