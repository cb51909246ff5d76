import { act, screen } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { describe, expect, it } from 'vitest'
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
