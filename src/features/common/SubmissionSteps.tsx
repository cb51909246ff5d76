import { stepLabel } from '../../domain/labels.ts'
import { type StepId, type StepView, stepNote } from '../../machines/stepper/steps.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Stepper } from '../../ui/index.ts'
import { pagePath, type SubmissionAddress } from './address.ts'
import { stepperState } from './stepperState.ts'

/** The steps of a submission, each with its note and a link to its page (specification 2 §2.3). */
export function SubmissionSteps({
  address,
  steps,
  shown,
}: {
  address: SubmissionAddress
  steps: readonly StepView[]
  shown: StepId | undefined
}) {
  const t = useMessages('submissions.layout')
  const text = useText()
  // Regulators have one step: its tabs say where they are (mock 21).
  if (steps.length < 2) return null
  return (
    <Stepper
      label={t('stepper')}
      steps={steps.map(step => ({
        id: step.id,
        label: text(stepLabel(step.id)),
        state: step.blockedBy === undefined ? stepperState[step.state] : 'locked',
        note: text(stepNote(step)),
        // A step that cannot start yet has nothing to show.
        href: step.state === 'locked' ? undefined : pagePath(address, step.id),
      }))}
      shown={shown ?? ''}
    />
  )
}
