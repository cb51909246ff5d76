import { actionLabel } from '../../../domain/labels.ts'
import { isAwaitingApproval } from '../../../domain/status.ts'
import { useViewer } from '../../../hooks/index.ts'
import type { StepId } from '../../../machines/stepper/steps.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { expects } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, KeyLink } from '../../../ui/index.ts'
import { ActionDialog } from '../../common/decisions/ActionDialog.tsx'
import { offeredDecisions } from '../../common/decisions/actions.ts'
import { type ActionOutcome, useRowActions } from '../../common/decisions/useRowActions.ts'
import { NextSubmission, nextKey } from '../../common/NextSubmission.tsx'
import { useAwaitingMe } from '../../common/useAwaitingMe.ts'
import { useQualitySection } from '../quality/useQualitySection.ts'
import { decidedOf } from './decidedOf.ts'

export interface DecisionsProps {
  submission: KnownSubmission
  shown: StepId | undefined
  outcome: ActionOutcome
}

/** Decisions are taken where one reads: what the reader may decide about this submission now, and the next that awaits them. */
export function Decisions({ submission, shown, outcome }: DecisionsProps) {
  const text = useText()
  const { principal } = useViewer()
  const { collection } = submission
  const actions = useRowActions(collection, outcome)
  const decided = decidedOf(submission)
  const section = useQualitySection(submission.status)
  // The Sign Off page decides next to the form, the Approval page and a regulator's summary next to what was found.
  const isDecidedThere =
    (shown === 'signoff' && expects(submission.status, 'SIGN_OFF')) ||
    (isAwaitingApproval(submission.status) &&
      (shown === 'approval' || (shown === 'reports' && section.shown === 'summary')))
  const offered = isDecidedThere ? [] : offeredDecisions(decided, principal)
  return (
    <>
      {offered.map(({ type, explanation }) => (
        <Button
          key={type}
          variant={type === 'APPROVE' || type === 'SIGN_OFF' ? 'primary' : 'secondary'}
          onPress={() => actions.ask({ type, row: decided })}
          disabledReason={text(explanation.refusal?.reason)}
        >
          {text(actionLabel(type))}
        </Button>
      ))}
      <NextAwaiting submission={submission} />
      <ActionDialog collection={collection} actions={actions} labelOf={actionLabel} />
    </>
  )
}

function NextAwaiting({ submission }: Pick<DecisionsProps, 'submission'>) {
  const t = useMessages('decision')
  const { collection } = submission
  const others = useAwaitingMe(collection)?.filter(
    ({ submissionId }) => submissionId !== submission.submissionId,
  )
  const [next] = others ?? []
  if (!others) return null
  if (!next)
    return (
      <KeyLink href="" shortcut={nextKey} disabledReason={t('next.end')}>
        {t('next')}
      </KeyLink>
    )
  return <NextSubmission next={next} />
}
