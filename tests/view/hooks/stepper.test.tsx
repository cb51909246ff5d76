import { act, screen } from '@testing-library/react'
import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, StrictMode, useLayoutEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate'
import type { StatusName, SubmissionPage } from '../../../src/domain/status.ts'
import { sight } from '../../../src/hooks/inSight.ts'
import { useStepper } from '../../../src/hooks/stepper.ts'
import { usePageEvents } from '../../../src/hooks/submission.ts'
import type { LoadInput, LoadOutput } from '../../../src/machines/resource/index.ts'
import { stepperMachine } from '../../../src/machines/stepper/index.ts'
import { type KnownSubmission, selectSubmission } from '../../../src/machines/submission/index.ts'
import {
  answerMachine,
  type SubmissionAnswer,
  type SubmissionPageMachine,
  type SubmissionQuestion,
  submissionPageMachine,
} from '../../../src/machines/submission-page/index.ts'
import { ok } from '../../../src/machines/support/index.ts'
import { openFacts } from '../../../src/model/charts/lifecycle.ts'
import { sampleSubmission } from '../../../src/model/charts/submission.ts'
import { look } from '../support/look.ts'
import { show } from '../support/services.tsx'

type PageActor = ActorRefFrom<SubmissionPageMachine>

const found = { mode: 'live', collectionId: 'c23056', reference: '23056', instId: '0001' } as const

/** The page of a submission that an answer has brought, as it is known to stand. */
const machineOf = (change: Partial<KnownSubmission>) =>
  submissionPageMachine.provide({
    actors: {
      live: fromCallback(() => undefined),
      stepper: stepperMachine.provide({ actors: { sight } }),
      answer: answerMachine.provide({
        actors: {
          load: fromPromise<LoadOutput<SubmissionAnswer>, LoadInput<SubmissionQuestion>>(async () => {
            const submission = { ...sampleSubmission, submissionId: 'one', ...change }
            return ok({ is: 'begun', found, submission, changesInMs: undefined })
          }),
        },
      }),
    },
  })

const submissionOf = (page: PageActor) => page.getSnapshot().children.submission!

const moved = (
  page: PageActor,
  status: StatusName,
  { submissionId = 'one', copiedFrom }: { submissionId?: string; copiedFrom?: string } = {},
) =>
  submissionOf(page).send({
    type: 'STATUS_CHANGED',
    submissionId,
    version: 9,
    status,
    at: '2024-11-01T12:00:00Z',
    isLatest: true,
    facts: openFacts,
    copiedFrom,
  })

interface PageProps {
  machine: SubmissionPageMachine
  shown: SubmissionPage | undefined
  onLed?: (to: string) => void
  onPage?: (page: PageActor) => void
}

/** A page of a submission, which shows where the stepper leads. */
function Page({ machine, shown, onLed, onPage }: PageProps) {
  const [led, setLed] = useState<string>()
  const named = { mode: 'live', collectionId: 'c23056', reference: undefined, instId: undefined } as const
  const actor = useActorRef(machine, {
    input: {
      submissionId: 'one',
      instId: '0001',
      named,
      place: { page: shown, isAllowed: true },
      leads: { isStatutoryCustomer: false },
    },
  })
  useLayoutEffect(() => {
    onPage?.(actor)
  })
  const page = useSelector(actor, snapshot => snapshot)
  usePageEvents(actor, {
    onDestination: ({ submissionId, step }) => {
      onLed?.(`${submissionId}/${step}`)
      setLed(`${submissionId}/${step}`)
    },
    onBegun: () => undefined,
    onDue: () => undefined,
  })
  const { isReady, stay } = useStepper({ page })
  return (
    <>
      <p>{led ?? (isReady ? 'about to move' : page.context.known ? 'nowhere' : 'loading')}</p>
      <button type="button" onClick={stay}>
        Stay
      </button>
    </>
  )
}

/** Effects run twice: what leads, leads once all the same. */
const inStrictMode = (page: ReactNode) => show(<StrictMode>{page}</StrictMode>)

/** Draws the page of a submission that stands so, and gives its actor. */
const open = async (
  change: Partial<KnownSubmission>,
  props: Pick<PageProps, 'shown' | 'onLed'>,
): Promise<PageActor> => {
  let page: PageActor | undefined
  await inStrictMode(<Page machine={machineOf(change)} {...props} onPage={actor => (page = actor)} />)
  await vi.waitFor(() => expect(screen.queryByText('loading')).toBeNull())
  return page!
}

describe('the end of a processing in sight', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => {
    vi.useRealTimers()
    look('visible')
  })
  const ends = async () => {
    const actor = await open({ status: 'QUALITY_RULES' }, { shown: 'processing' })
    expect(screen.getByText('nowhere')).toBeDefined()
    act(() => moved(actor, 'QUALITY_PROCESSING_COMPLETE'))
  }
  const passes = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  it('stays for eight seconds once it was seen, and then gives way to the results', async () => {
    look('hidden')
    await ends()
    await passes(60_000)
    expect(screen.getByText('about to move')).toBeDefined()
    act(() => look('visible'))
    await passes(7_900)
    expect(screen.getByText('about to move')).toBeDefined()
    await passes(200)
    expect(screen.getByText('one/reports')).toBeDefined()
  })

  it('stays for good where somebody wants that', async () => {
    await ends()
    act(() => screen.getByRole('button', { name: 'Stay' }).click())
    await passes(60_000)
    expect(screen.getByText('nowhere')).toBeDefined()
  })
})

describe('the stepper of a page', () => {
  it('leads on in the step in which the submission moves, before anything is drawn of that', async () => {
    const led: string[] = []
    const actor = await open({ status: 'UPLOADING' }, { shown: 'upload', onLed: to => led.push(to) })
    act(() => {
      moved(actor, 'UPLOADED')
      expect(led).toEqual(['one/processing'])
    })
    expect(led).toEqual(['one/processing'])
  })

  it('does not lead back on a message that is older than what is known', async () => {
    const led: string[] = []
    const actor = await open(
      { status: 'AGENCY_APPROVAL', version: 12 },
      { shown: 'approval', onLed: to => led.push(to) },
    )
    act(() => moved(actor, 'QUALITY_PROCESSING_COMPLETE'))
    expect(led).toEqual([])
  })

  it('leads to the step at work from an address without one', async () => {
    const led: string[] = []
    await open({ status: 'AGENCY_APPROVAL' }, { shown: undefined, onLed: to => led.push(to) })
    expect(led).toEqual(['one/approval'])
  })

  it.each([
    [
      'a live message',
      (actor: PageActor) => moved(actor, 'PROVISIONING', { submissionId: 'two', copiedFrom: 'one' }),
    ],
    [
      'an answer, when the live message was missed,',
      (actor: PageActor) => {
        const submission = { ...selectSubmission(submissionOf(actor).getSnapshot())!, copiedTo: 'two' }
        submissionOf(actor).send({ type: 'SUBMISSION_RECEIVED', submission })
      },
    ],
  ])('goes once to a re-processed copy that %s brings', async (_, tells) => {
    const led: string[] = []
    const actor = await open(
      { status: 'QUALITY_PROCESSING_COMPLETE' },
      { shown: 'reports', onLed: to => led.push(to) },
    )
    act(() => tells(actor))
    act(() => tells(actor))
    expect(led).toEqual(['two/processing'])
  })

  it('leaves who opens a submission that was re-processed before', async () => {
    await open({ status: 'QUALITY_PROCESSING_COMPLETE', copiedTo: 'two' }, { shown: 'reports' })
    expect(await screen.findByText('nowhere')).toBeDefined()
  })
})
