import { useMachine } from '@xstate/react'
import { approvalChain } from '../../../domain/approvalChain.ts'
import { statusOf } from '../../../domain/status.ts'
import { type SubmissionWire, updateState } from '../../../domain/wire/submissions.ts'
import { attached, PageTitle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { consentMachine } from '../../../machines/consent/index.ts'
import { explain, type Facts } from '../../../machines/submission-lifecycle/index.ts'
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
  const { actor } = useViewer()
  const { call, navigate } = useServices()
  const [consent, send] = useMachine(consentMachine, attached)
  const termsAccepted = consent.matches('given')
  const [first = 'AGENCY_APPROVAL'] = approvalChain(facts)
  const ask = (isAccepted: boolean) =>
    explain(status, facts, { type: 'SUBMIT', actor, termsAccepted: isAccepted })
  const submit = useAction(
    () =>
      call(updateState, {
        path: { id: submission.uuid },
        body: { action: 'submit', statusId: statusOf(first).id, termsAccepted },
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
        explanation={ask(termsAccepted)}
        refusal={ask(true).refusal?.reason}
        hasAcceptedTerms={termsAccepted}
        onTerms={isAccepted => send({ type: isAccepted ? 'TERMS_ACCEPTED' : 'TERMS_WITHDRAWN' })}
        onSubmit={() => submit.run(undefined)}
        isSubmitting={submit.isRunning}
        problem={submit.problem}
        approvalHref={pagePath(address, 'approval')}
        navigation={<StepNavigation address={address} steps={steps} shown="submit" />}
      />
    </>
  )
}
