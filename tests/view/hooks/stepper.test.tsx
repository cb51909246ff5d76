import { act, screen } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useStepper } from '../../../src/hooks/stepper.ts'
import { show } from '../support/services.tsx'

/** A page that shows the reports of a submission and notes where the stepper leads. */
function Page() {
  const [parameters, setParameters] = useSearchParams()
  useStepper(
    {
      submissionId: 'one',
      status: 'QUALITY_PROCESSING_COMPLETE',
      mode: 'live',
      isStatutoryCustomer: false,
      shown: 'reports',
      copiedTo: parameters.get('copy'),
    },
    { onDestination: ({ submissionId, step }) => setParameters({ led: `${submissionId}/${step}` }) },
  )
  return <p>{parameters.get('led') ?? 'nowhere'}</p>
}

/** A page that shows the processing of a submission, which the address says to have ended. */
function Processing() {
  const [parameters, setParameters] = useSearchParams()
  const led = parameters.get('led')
  const { isReady, stay } = useStepper(
    {
      submissionId: 'one',
      status: parameters.get('ended') ? 'QUALITY_PROCESSING_COMPLETE' : 'QUALITY_RULES',
      mode: 'live',
      isStatutoryCustomer: false,
      shown: 'processing',
      copiedTo: null,
    },
    { onDestination: ({ step }) => setParameters({ ended: 'yes', led: step }) },
  )
  return (
    <>
      <p>{led ?? (isReady ? 'about to move' : 'here')}</p>
      <button type="button" onClick={stay}>
        Stay
      </button>
    </>
  )
}

const look = (visibilityState: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibilityState })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('the end of a processing in sight', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => {
    vi.useRealTimers()
    look('visible')
  })
  const ends = async () => {
    const { router } = await show(<Processing />)
    expect(screen.getByText('here')).toBeDefined()
    await act(() => router.navigate('/?ended=yes'))
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
    expect(screen.getByText('reports')).toBeDefined()
  })

  it('stays for good where somebody wants that', async () => {
    await ends()
    act(() => screen.getByRole('button', { name: 'Stay' }).click())
    await passes(60_000)
    expect(screen.getByText('here')).toBeDefined()
  })
})

describe('the stepper of a page', () => {
  it('goes to a re-processed copy that an answer brings, when the live message was missed', async () => {
    const { router } = await show(<Page />)
    expect(await screen.findByText('nowhere')).toBeDefined()
    await act(() => router.navigate('/?copy=two'))
    expect(await screen.findByText('two/processing')).toBeDefined()
  })

  it('leaves who opens a submission that was re-processed before', async () => {
    await show(<Page />, { at: '/?copy=two' })
    expect(await screen.findByText('nowhere')).toBeDefined()
  })
})
