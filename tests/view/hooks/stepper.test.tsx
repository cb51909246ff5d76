import { act, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, StrictMode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ActorRefFrom, createActor } from 'xstate'
import type { StatusName } from '../../../src/domain/status.ts'
import { type SteppedSubmission, useStepper } from '../../../src/hooks/stepper.ts'
import {
  type KnownSubmission,
  type SubmissionMachine,
  selectSubmission,
  submissionMachine,
} from '../../../src/machines/submission/index.ts'
import { openFacts } from '../../../src/model/charts/lifecycle.ts'
import { sampleSubmission } from '../../../src/model/charts/submission.ts'
import { look } from '../support/look.ts'
import { show } from '../support/services.tsx'

type SubmissionActor = ActorRefFrom<SubmissionMachine>

/** The submission that a page shows, as an answer has brought it. */
const known = (change: Partial<KnownSubmission>): SubmissionActor => {
  const actor = createActor(submissionMachine).start()
  actor.send({
    type: 'SUBMISSION_RECEIVED',
    submission: { ...sampleSubmission, submissionId: 'one', ...change },
  })
  return actor
}

const moved = (
  actor: SubmissionActor,
  status: StatusName,
  { submissionId = 'one', copiedFrom }: { submissionId?: string; copiedFrom?: string } = {},
) =>
  actor.send({
    type: 'MOVED',
    submissionId,
    version: 9,
    status,
    at: '2024-11-01T12:00:00Z',
    isLatest: true,
    facts: openFacts,
    copiedFrom,
  })

interface PageProps {
  actor: SubmissionActor
  shown: SteppedSubmission['shown']
  onLed?: (to: string) => void
}

/** A page of a submission, which shows where the stepper leads. */
function Page({ actor, shown, onLed }: PageProps) {
  const [led, setLed] = useState<string>()
  const submission = useSelector(actor, selectSubmission)!
  const { isReady, stay } = useStepper(
    { actor, submission, mode: 'live', isStatutoryCustomer: false, shown },
    {
      onDestination: ({ submissionId, step }) => {
        onLed?.(`${submissionId}/${step}`)
        setLed(`${submissionId}/${step}`)
      },
    },
  )
  return (
    <>
      <p>{led ?? (isReady ? 'about to move' : 'nowhere')}</p>
      <button type="button" onClick={stay}>
        Stay
      </button>
    </>
  )
}

/** Effects run twice: what leads, leads once all the same. */
const open = (page: ReactNode) => show(<StrictMode>{page}</StrictMode>)

describe('the end of a processing in sight', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => {
    vi.useRealTimers()
    look('visible')
  })
  const ends = async () => {
    const actor = known({ status: 'QUALITY_RULES' })
    await open(<Page actor={actor} shown="processing" />)
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
    const actor = known({ status: 'UPLOADING' })
    const led: string[] = []
    await open(<Page actor={actor} shown="upload" onLed={to => led.push(to)} />)
    act(() => {
      moved(actor, 'UPLOADED')
      expect(led).toEqual(['one/processing'])
    })
    expect(led).toEqual(['one/processing'])
  })

  it('does not lead back on a message that is older than what is known', async () => {
    const actor = known({ status: 'AGENCY_APPROVAL', version: 12 })
    const led: string[] = []
    await show(<Page actor={actor} shown="approval" onLed={to => led.push(to)} />)
    act(() => moved(actor, 'QUALITY_PROCESSING_COMPLETE'))
    expect(led).toEqual([])
  })

  it('leads to the step at work from an address without one', async () => {
    const led: string[] = []
    const actor = known({ status: 'AGENCY_APPROVAL' })
    await open(<Page actor={actor} shown={undefined} onLed={to => led.push(to)} />)
    expect(led).toEqual(['one/approval'])
  })

  it.each([
    [
      'a live message',
      (actor: SubmissionActor) => moved(actor, 'PROVISIONING', { submissionId: 'two', copiedFrom: 'one' }),
    ],
    [
      'an answer, when the live message was missed,',
      (actor: SubmissionActor) => {
        const submission = { ...selectSubmission(actor.getSnapshot())!, copiedTo: 'two' }
        actor.send({ type: 'SUBMISSION_RECEIVED', submission })
      },
    ],
  ])('goes once to a re-processed copy that %s brings', async (_, tells) => {
    const actor = known({ status: 'QUALITY_PROCESSING_COMPLETE' })
    const led: string[] = []
    await open(<Page actor={actor} shown="reports" onLed={to => led.push(to)} />)
    act(() => tells(actor))
    act(() => tells(actor))
    expect(led).toEqual(['two/processing'])
  })

  it('leaves who opens a submission that was re-processed before', async () => {
    const actor = known({ status: 'QUALITY_PROCESSING_COMPLETE', copiedTo: 'two' })
    await open(<Page actor={actor} shown="reports" />)
    expect(await screen.findByText('nowhere')).toBeDefined()
  })
})
