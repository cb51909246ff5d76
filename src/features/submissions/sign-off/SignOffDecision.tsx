import type { ReactNode } from 'react'
import { signOffDay } from '../../../domain/dates.ts'
import { actionLabel, nextSentence } from '../../../domain/labels.ts'
import { isJustApproved } from '../../../domain/status.ts'
import { type FormOutcome, useFormDecision } from '../../../hooks/formDecision.ts'
import { useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Standing } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Checkbox, RadioChoice, Stack } from '../../../ui/index.ts'
import { ActionDialog } from '../../common/decisions/ActionDialog.tsx'
import { offeredDecisions } from '../../common/decisions/actions.ts'
import { type ActionOutcome, useRowActions } from '../../common/decisions/useRowActions.ts'
import { decidedOf } from '../decisions/decidedOf.ts'

export interface SignOffDecisionProps {
  /** What the system compares on the returned form. */
  checks: ReactNode
  submission: KnownSubmission
  standing: Standing
  outcome: ActionOutcome
}

/** The agency decides next to the form: three outcomes with their consequences; the dialog asks before one is carried out (mock 13b). */
export function SignOffDecision({ submission, standing, outcome, checks }: SignOffDecisionProps) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  const { principal } = useViewer()
  const actions = useRowActions(submission.collection, outcome)
  const decided = decidedOf(submission)
  const offered = offeredDecisions(decided, principal)
  const { outcomes, outcome: chosen, choose, isTicked, tick } = useFormDecision()
  const options = outcomes.flatMap(type => offered.find(one => one.type === type) ?? [])
  const isFormReturned = submission.facts.isFormReturned === true
  const approved = submission.history.findLast(({ status }) => isJustApproved(status))
  const needsChecks = chosen === 'SIGN_OFF' && isFormReturned
  const refusal = options.find(({ type }) => type === chosen)?.explanation.refusal?.reason
  return (
    <Card title={t('decision.title')} hint={<strong>{text(nextSentence(standing))}</strong>}>
      <Stack gap={4}>
        {isFormReturned && checks}
        {needsChecks && (
          <Stack gap={2}>
            <p>
              <strong>{t('decision.checks')}</strong>
            </p>
            <Checkbox isSelected={isTicked('signed')} onChange={tick('signed')}>
              {t('decision.signed')}
            </Checkbox>
            <Checkbox isSelected={isTicked('dated')} onChange={tick('dated')}>
              {t('decision.dated', { date: text(signOffDay(approved?.at)) })}
            </Checkbox>
          </Stack>
        )}
        <RadioChoice
          label={t('decision.label')}
          value={chosen}
          onChange={choose}
          options={options.map(({ type, explanation }) => ({
            id: type,
            label: text(actionLabel(type === 'REQUEST_RESUBMISSION' ? 'DECLINE' : type)),
            hint: t(`decision.${type as FormOutcome}`),
            ...(explanation.refusal && { disabledReason: text(explanation.refusal.reason) }),
          }))}
        />
        <Button
          variant={chosen === 'REQUEST_RESUBMISSION' ? 'danger' : 'primary'}
          disabledReason={
            text(refusal) ??
            (needsChecks && !(isTicked('signed') && isTicked('dated')) ? t('decision.unchecked') : undefined)
          }
          onPress={() => actions.ask({ type: chosen, row: decided })}
        >
          {text(actionLabel(chosen === 'REQUEST_RESUBMISSION' ? 'DECLINE' : chosen))}
        </Button>
      </Stack>
      <ActionDialog
        collection={submission.collection}
        actions={actions}
        labelOf={type => actionLabel(type === 'REQUEST_RESUBMISSION' ? 'DECLINE' : type)}
      />
    </Card>
  )
}
