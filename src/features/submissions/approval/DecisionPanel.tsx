import { withParameter } from '../../../domain/addressFilters.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { actionLabel, approvalLabel, nextSentence } from '../../../domain/labels.ts'
import { limits } from '../../../domain/limits.ts'
import { product } from '../../../domain/product.ts'
import { isAwaitingApproval } from '../../../domain/status.ts'
import { useAddress, useServices, useViewer } from '../../../hooks/index.ts'
import { type Approval, nextApproval, secondApproval } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Standing } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, Card, Form, FormField, RadioChoice, Stack } from '../../../ui/index.ts'
import { ActionDialog } from '../../common/decisions/ActionDialog.tsx'
import { noteOf, offeredDecisions, type RowAction } from '../../common/decisions/actions.ts'
import { type ActionOutcome, useRowActions } from '../../common/decisions/useRowActions.ts'
import { useAwaitingMe } from '../../common/useAwaitingMe.ts'
import { decidedOf } from '../decisions/decidedOf.ts'

/** Decisions on an approval. */
const decisions: readonly RowAction[] = ['APPROVE', 'DECLINE']

export interface DecisionPanelProps {
  submission: KnownSubmission
  /** Who acts next, for this reader. */
  standing: Standing
  approvals: readonly Approval[]
  outcome: ActionOutcome
}

/** The decision next to what was found: each with its consequence; the dialog asks before it is carried out (mock 21). */
export function DecisionPanel({ submission, standing, approvals, outcome }: DecisionPanelProps) {
  const t = useMessages('submissions.approval')
  const words = useMessages('decision')
  const text = useText()
  const { principal } = useViewer()
  const { navigate } = useServices()
  const [parameters, change] = useAddress()
  const { collection, status, provider, facts } = submission
  const decided = decidedOf(submission)
  const offered = offeredDecisions(decided, principal).filter(({ type }) => decisions.includes(type))
  const [next] =
    useAwaitingMe(collection)?.filter(task => task.submissionId !== submission.submissionId) ?? []
  const stay = useRowActions(collection, outcome)
  const goOn = useRowActions(collection, {
    ...outcome,
    onAnswer: answer => {
      outcome.onAnswer(answer)
      if (next) navigate(next.page)
    },
  })
  const pending = isAwaitingApproval(status) ? approvalLabel(status) : undefined
  if (offered.length === 0) {
    return (
      <Card title={t('decide.title')} hint={text(pending)}>
        <p>{text(nextSentence(standing))}</p>
        <p>{t('decide.notYours')}</p>
      </Card>
    )
  }
  const refusalOf = (type: RowAction) => offered.find(one => one.type === type)?.explanation.refusal?.reason
  const needsNote = (type: RowAction) => noteOf(type, decided, principal)?.isRequired === true
  // Who gave the other approval chooses on purpose.
  const usual = refusalOf('APPROVE') === undefined && !needsNote('APPROVE') ? 'APPROVE' : undefined
  const chosen = decisions.find(type => type === parameters.get('decide')) ?? usual
  const own = approvals.find(({ state, decision }) => state === 'done' && decision !== undefined)
  const second = secondApproval(approvals)
  const isOtherNeeded = offered.some(
    ({ type, explanation }) =>
      type === 'APPROVE' &&
      explanation.checks.some(({ guard, holds }) => guard === 'isOtherApprover' && !holds),
  )
  const consequence = (type: RowAction): string => {
    if (type === 'DECLINE') return t('decide.decline', { provider: provider.name })
    const next = nextApproval(status, facts)
    if (next === undefined || !isAwaitingApproval(next)) return t('decide.last', { provider: provider.name })
    const approval = text(approvalLabel(next))
    return t(needsNote('APPROVE') ? 'decide.nextTold' : 'decide.next', { approval })
  }
  return (
    <Card title={t('decide.title')} hint={text(pending)}>
      <Form
        label={t('decide.title')}
        onSubmit={entered => {
          if (chosen === undefined) return
          const actions = entered.has('next') ? goOn : stay
          actions.ask({ type: chosen, row: decided, note: String(entered.get('note') ?? '') })
        }}
      >
        <Stack gap={4}>
          {(isOtherNeeded || needsNote('APPROVE')) && own?.decision && (
            <Banner
              tone="attention"
              title={t('decide.ownFirst', {
                approval: text(approvalLabel(own.status)),
                at: text(loggedAt(own.decision.at)),
              })}
            >
              {isOtherNeeded ? t('decide.colleague') : words('ownSecond')}
            </Banner>
          )}
          {second && (
            <Banner tone="attention" title={t('decide.onePerson', { product: product.name })}>
              {second.decision?.note && <p>{t('decide.onePersonNote', { note: second.decision.note })}</p>}
            </Banner>
          )}
          <RadioChoice
            label={t('decide.label')}
            value={chosen ?? ''}
            onChange={type => change(former => withParameter(former, 'decide', type), { replace: true })}
            options={offered.map(({ type, explanation }) => ({
              id: type,
              label: text(actionLabel(type)),
              hint: consequence(type),
              ...(explanation.refusal && { disabledReason: text(explanation.refusal.reason) }),
            }))}
          />
          {chosen !== undefined && (
            <FormField
              name="note"
              label={words('note.label')}
              description={
                needsNote(chosen) ? words('note.required', { action: chosen }) : words('note.optional')
              }
              kind="lines"
              isRequired={needsNote(chosen)}
              missing={words('note.missing')}
              maxLength={limits.decisionNote}
            />
          )}
          <Button
            type="submit"
            variant={chosen === 'DECLINE' ? 'danger' : 'primary'}
            disabledReason={chosen === undefined ? t('decide.chooseFirst') : text(refusalOf(chosen))}
          >
            {chosen === undefined ? t('decide.choose') : text(actionLabel(chosen))}
          </Button>
          {next && chosen !== undefined && refusalOf(chosen) === undefined && (
            <Button type="submit" name="next" value="1" variant="quiet">
              {t('decide.andNext', { action: text(actionLabel(chosen)) })}
            </Button>
          )}
        </Stack>
      </Form>
      <ActionDialog collection={collection} actions={stay} labelOf={actionLabel} />
      <ActionDialog collection={collection} actions={goOn} labelOf={actionLabel} />
    </Card>
  )
}
