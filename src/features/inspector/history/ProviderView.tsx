import { stepLabel } from '../../../domain/labels.ts'
import type { StatusName } from '../../../domain/status.ts'
import { currentStep, type StepFacts, stepNote, stepStates } from '../../../machines/stepper/index.ts'
import { newUploadRefusal } from '../../../machines/submission/index.ts'
import {
  explain,
  type Facts,
  type LifecycleEventType,
  standingOf,
  userEventTypes,
} from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, DescriptionList, Stack, Stepper } from '../../../ui/index.ts'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { standingItems } from '../../common/standingItems.ts'
import { stepperState } from '../../common/stepperState.ts'
import { eventOf } from '../question/events.ts'
import { partyOf } from '../question/people.ts'
import { labelOf } from './labels.ts'

/** What a provider is offered, whichever of its people asks. */
const offered = (status: StatusName, facts: Facts): LifecycleEventType[] => {
  const actor = partyOf('provider', facts)
  return userEventTypes.filter(type =>
    // An upload begins a submission of its own: the question is about one that does not exist yet.
    type === 'UPLOAD_REQUESTED'
      ? newUploadRefusal(facts, actor) === undefined
      : explain(status, facts, eventOf(type, actor, true)).allowed,
  )
}

export interface ProviderViewProps {
  stepFacts: StepFacts
  /** What the guards read at this moment; undefined if it is not known. */
  facts: Facts | undefined
  hint?: string
}

/** What the provider's page shows at a moment: steps, status, who acts next, and the actions that are offered. */
export function ProviderView({ stepFacts, facts, hint }: ProviderViewProps) {
  const text = useText()
  const t = useMessages('inspector.history')
  const { status } = stepFacts
  const shown = currentStep(stepFacts)
  const actions = facts && offered(status, facts).map(type => labelOf(text, type))
  return (
    <Card title={t('seen.title')} level={2} hint={hint}>
      <Stack gap={4}>
        <Stepper
          label={t('seen.stepper')}
          shown={shown}
          steps={stepStates(stepFacts).map(step => ({
            id: step.id,
            label: text(stepLabel(step.id)),
            // Several steps may be open. The provider was at one of them.
            state:
              step.state === 'active' && step.id !== shown ? stepperState.waiting : stepperState[step.state],
            note: text(stepNote(step)),
          }))}
        />
        <DescriptionList
          items={[
            { id: 'status', term: t('seen.status'), value: <SubmissionStatus status={status} isExact /> },
            ...(facts ? standingItems(text, standingOf(status, facts, partyOf('provider', facts))) : []),
            ...(actions
              ? [
                  {
                    id: 'actions',
                    term: t('seen.actions'),
                    value: actions.length > 0 ? actions.join(', ') : t('seen.none'),
                  },
                ]
              : []),
          ]}
        />
      </Stack>
    </Card>
  )
}
