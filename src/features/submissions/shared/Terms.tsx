import { actionLabel } from '../../../domain/labels.ts'
import type { Problem } from '../../../domain/problem.ts'
import { statusOf } from '../../../domain/status.ts'
import { updateState } from '../../../domain/wire/submissions.ts'
import { useAction, useServices, useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { type Explanation, explain, type Facts, step } from '../../../machines/submission-lifecycle/index.ts'
import { type Message, useText } from '../../../messages/index.ts'
import { Button, Checkbox, Row } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import type { SubmissionPageContext } from './page.ts'

export interface TermsHandle {
  /** The lifecycle's answer to the event with the box as it is now. */
  explanation: Explanation
  /** Why it would be refused even with the box ticked; undefined if it would not. */
  refusal: Message | undefined
  hasAcceptedTerms: boolean
  onTerms: (isAccepted: boolean) => void
  onSend: () => void
  isSending: boolean
  /** Why the last try was refused or failed. */
  problem: Problem | undefined
}

const actions = { SUBMIT: 'submit', REQUEST_SIGN_OFF: 'Provider sign-off' } as const

export type EventWithTerms = keyof typeof actions

/** A decision after accepting terms (specification 2 §2.12): ticking the box opens the action's question, the button confirms it. */
export const useTerms = (
  type: EventWithTerms,
  page: Pick<SubmissionPageContext, 'status' | 'replace'>,
  { submissionId }: KnownSubmission,
  facts: Facts,
): TermsHandle => {
  const { principal: actor } = useViewer()
  const { call } = useServices()
  const { status } = page
  const ask = (termsAccepted: boolean) => explain(status, facts, { type, actor, termsAccepted })
  const send = useAction(
    () =>
      call(updateState, {
        path: { id: submissionId },
        body: {
          action: actions[type],
          statusId: statusOf(step(status, facts, { type, actor, termsAccepted: true }).status).id,
          termsAccepted: true,
        },
      }),
    // The stepper leads on from there.
    { onDone: (_, answer) => page.replace(answer) },
  )
  return {
    explanation: ask(send.isOpen),
    refusal: ask(true).refusal?.reason,
    hasAcceptedTerms: send.isOpen,
    onTerms: isAccepted => (isAccepted ? send.ask(undefined) : send.dismiss()),
    onSend: send.problem ? send.retry : send.confirm,
    isSending: send.isRunning,
    problem: send.problem,
  }
}

export interface TermsProps extends TermsHandle {
  event: EventWithTerms
  terms: string
  /** The specification's message when it fails. */
  failed: string
}

/** The box for the terms, and the button that sends the decision. */
export function Terms({ event, terms, failed, ...props }: TermsProps) {
  const text = useText()
  return (
    <>
      <Checkbox
        isSelected={props.hasAcceptedTerms}
        onChange={props.onTerms}
        isDisabled={props.isSending}
        disabledReason={text(props.refusal)}
      >
        {terms}
      </Checkbox>
      <ActionFailure title={failed} problem={props.problem} hasReason />
      <Row gap={2}>
        <Button
          variant="primary"
          isPending={props.isSending}
          disabledReason={text(props.refusal ?? props.explanation.refusal?.reason)}
          onPress={props.onSend}
        >
          {text(actionLabel(event))}
        </Button>
      </Row>
    </>
  )
}
