import { actionLabel } from '../../../domain/labels.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { useText } from '../../../messages/index.ts'
import { Button } from '../../../ui/index.ts'
import { ActionDialog } from '../../common/decisions/ActionDialog.tsx'
import { type ActionOutcome, useRowActions } from '../../common/decisions/useRowActions.ts'
import { decidedOf } from './decidedOf.ts'

export interface ReprocessProps {
  submission: KnownSubmission
  outcome: ActionOutcome
}

/** Has the file of a submission processed again, after a question. */
export function Reprocess({ submission, outcome }: ReprocessProps) {
  const text = useText()
  const { collection } = submission
  const actions = useRowActions(collection, outcome)
  return (
    <>
      <Button
        variant="primary"
        size="small"
        icon="refresh"
        onPress={() => actions.ask({ type: 'REPROCESSED', row: decidedOf(submission) })}
      >
        {text(actionLabel('REPROCESSED'))}
      </Button>
      <ActionDialog collection={collection} actions={actions} labelOf={actionLabel} />
    </>
  )
}
