import { useState } from 'react'
import { actionLabel, turnLabel } from '../../../domain/labels.ts'
import type { Turn } from '../../../domain/outlook.ts'
import { useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Checkbox, RadioChoice, Stack } from '../../../ui/index.ts'
import { ActionDialog } from '../../common/decisions/ActionDialog.tsx'
import { offeredDecisions } from '../../common/decisions/actions.ts'
import { type ActionOutcome, useRowActions } from '../../common/decisions/useRowActions.ts'
import { decidedOf } from '../decisions/decidedOf.ts'

const outcomes = ['SIGN_OFF', 'FORM_REFUSED', 'REQUEST_RESUBMISSION'] as const

export interface SignOffDecisionProps {
  submission: KnownSubmission
  turn: Turn
  outcome: ActionOutcome
}

/** The agency decides next to the form: three outcomes with their consequences; the dialog asks before one is carried out (mock 13b). */
export function SignOffDecision({ submission, turn, outcome }: SignOffDecisionProps) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  const { principal } = useViewer()
  const actions = useRowActions(submission.collection, outcome)
  const decided = decidedOf(submission)
  const offered = offeredDecisions(decided, principal)
  const options = outcomes.flatMap(type => offered.find(one => one.type === type) ?? [])
  const [chosen, setChosen] = useState<(typeof outcomes)[number]>('SIGN_OFF')
  const [isSigned, setSigned] = useState(false)
  const [isDated, setDated] = useState(false)
  const isFormReturned = submission.facts.isFormReturned === true
  const needsChecks = chosen === 'SIGN_OFF' && isFormReturned
  const refusal = options.find(({ type }) => type === chosen)?.explanation.refusal?.reason
  return (
    <Card title={t('decision.title')} hint={<strong>{text(turnLabel(turn))}</strong>}>
      <Stack gap={4}>
        <RadioChoice
          label={t('decision.label')}
          value={chosen}
          onChange={id => setChosen(outcomes.find(one => one === id) ?? 'SIGN_OFF')}
          options={options.map(({ type, explanation }) => ({
            id: type,
            label: text(actionLabel(type === 'REQUEST_RESUBMISSION' ? 'DECLINE' : type)),
            hint: t(`decision.${type as (typeof outcomes)[number]}`),
            ...(explanation.refusal && { disabledReason: text(explanation.refusal.reason) }),
          }))}
        />
        {needsChecks && (
          <Stack gap={2}>
            <p>
              <strong>{t('decision.checks')}</strong>
            </p>
            <Checkbox isSelected={isSigned} onChange={setSigned}>
              {t('decision.signed')}
            </Checkbox>
            <Checkbox isSelected={isDated} onChange={setDated}>
              {t('decision.dated')}
            </Checkbox>
          </Stack>
        )}
        <Button
          variant={chosen === 'REQUEST_RESUBMISSION' ? 'danger' : 'primary'}
          disabledReason={
            text(refusal) ?? (needsChecks && !(isSigned && isDated) ? t('decision.unchecked') : undefined)
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
