import { stepLabel } from '../../../domain/labels.ts'
import { type StepId, type StepView, stepRefusal } from '../../../machines/stepper/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { LinkButton, Row } from '../../../ui/index.ts'
import { pagePath, type SubmissionAddress } from '../../common/address.ts'

export interface StepNavigationProps {
  address: SubmissionAddress
  steps: readonly StepView[]
  shown: StepId
}

/** The steps before and after the one in sight (specification 2 §2.9 "navigation from Processing to Submit"). */
export function StepNavigation({ address, steps, shown }: StepNavigationProps) {
  const t = useMessages('submissions.layout')
  const text = useText()
  const at = steps.findIndex(step => step.id === shown)
  const previous = steps[at - 1]
  const next = steps[at + 1]
  if (!previous && !next) return null
  return (
    <Row as="nav" justify="between" aria-label={t('stepsNavigation')}>
      {previous ? (
        <LinkButton href={pagePath(address, previous.id)} icon="arrowLeft">
          {t('previous', { page: text(stepLabel(previous.id)) })}
        </LinkButton>
      ) : (
        <span />
      )}
      {next && (
        <LinkButton
          href={pagePath(address, next.id)}
          iconEnd="arrowRight"
          disabledReason={text(stepRefusal(next))}
        >
          {t('next', { page: text(stepLabel(next.id)) })}
        </LinkButton>
      )}
    </Row>
  )
}
