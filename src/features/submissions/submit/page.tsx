import { statusOf } from '../../../domain/status.ts'
import { type SubmissionWire, updateState } from '../../../domain/wire/submissions.ts'
import { PageTitle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import {
  explain,
  type Facts,
  type LifecycleEvent,
  step,
} from '../../../machines/submission-lifecycle/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { pagePath } from '../../common/address.ts'
import { StepNavigation } from '../layout/StepNavigation.tsx'
import { type SubmissionPageContext, useSubmissionPage } from '../shared/page.ts'
import { SubmitView } from './view.tsx'

/** Route `submit` of a submission. */
export function Component() {
  const page = useSubmissionPage()
  if (!page.submission || !page.facts) return null
  return <Submit page={page} submission={page.submission} facts={page.facts} />
}

interface SubmitProps {
  page: SubmissionPageContext
  submission: SubmissionWire
  facts: Facts
}

function Submit({ page, submission, facts }: SubmitProps) {
  const layoutMessages = useMessages('submissions.layout')
  const { address, status, steps } = page
  const { principal } = useViewer()
  const { call, navigate } = useServices()
  const event = (termsAccepted: boolean): LifecycleEvent => ({
    type: 'SUBMIT',
    actor: principal,
    termsAccepted,
  })
  const ask = (isAccepted: boolean) => explain(status, facts, event(isAccepted))
  // Who accepts the terms is asked for the last word, which is the button's.
  const submit = useAction(
    () =>
      call(updateState, {
        path: { id: submission.uuid },
        body: {
          action: 'submit',
          statusId: statusOf(step(status, facts, event(true)).status).id,
          termsAccepted: true,
        },
      }),
    {
      onDone: (_, answer) => {
        page.replace(answer)
        navigate(pagePath(address, 'approval'))
      },
    },
  )
  return (
    <>
      <PageTitle title={layoutMessages('pages.submit')} />
      <SubmitView
        submission={submission}
        commit={page.commit}
        explanation={ask(submit.isOpen)}
        refusal={ask(true).refusal?.reason}
        hasAcceptedTerms={submit.isOpen}
        onTerms={isAccepted => (isAccepted ? submit.ask(undefined) : submit.dismiss())}
        onSubmit={submit.problem ? submit.retry : submit.confirm}
        isSubmitting={submit.isRunning}
        problem={submit.problem}
        approvalHref={pagePath(address, 'approval')}
        navigation={<StepNavigation address={address} steps={steps} shown="submit" />}
      />
    </>
  )
}
