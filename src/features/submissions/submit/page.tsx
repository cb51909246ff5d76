import { stepLabel } from '../../../domain/labels.ts'
import { statusOf } from '../../../domain/status.ts'
import { updateState } from '../../../domain/wire/submissions.ts'
import { PageTitle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { approvalChain } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import {
  explain,
  type Facts,
  type LifecycleEvent,
  step,
} from '../../../machines/submission-lifecycle/index.ts'
import { useText } from '../../../messages/index.ts'
import { additionalReportPath, pagePath, rulePath } from '../../common/address.ts'
import { NewUploadButton } from '../../common/NewUploadButton.tsx'
import { StepNavigation } from '../layout/StepNavigation.tsx'
import { type SubmissionPageContext, useSubmissionPage } from '../shared/page.ts'
import { useFindings } from '../shared/useFindings.ts'
import { SubmitView } from './view.tsx'

/** Route `submit` of a submission. */
export function Component() {
  const page = useSubmissionPage()
  if (!page.submission || !page.facts) return null
  return <Submit page={page} submission={page.submission} facts={page.facts} />
}

interface SubmitProps {
  page: SubmissionPageContext
  submission: KnownSubmission
  facts: Facts
}

function Submit({ page, submission, facts }: SubmitProps) {
  const text = useText()
  const { address, status, steps } = page
  const { principal } = useViewer()
  const { call, now } = useServices()
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
        path: { id: submission.submissionId },
        body: {
          action: 'submit',
          statusId: statusOf(step(status, facts, event(true)).status).id,
          termsAccepted: true,
        },
      }),
    // The stepper leads on from there.
    { onDone: (_, answer) => page.replace(answer) },
  )
  const { newUpload } = page
  const { findings, ...found } = useFindings(page, submission)
  return (
    <>
      <PageTitle title={text(stepLabel('submit'))} />
      <SubmitView
        submission={submission}
        page={page.page}
        commit={page.commit}
        explanation={ask(submit.isOpen)}
        refusal={ask(true).refusal?.reason}
        findings={findings}
        {...found}
        deadline={page.deadline ?? undefined}
        now={new Date(now())}
        approvals={approvalChain(facts)}
        reader={principal.organisationType}
        makesIssues={page.allowsIssues === false}
        ruleHref={rule => rulePath(address, rule.Code, rule.RegulatorCode)}
        transfersHref={additionalReportPath(address, 'PGROUT')}
        recordsHref={`${pagePath(address, 'reports')}?wb.open=all`}
        uploadButton={newUpload && <NewUploadButton {...newUpload} size="small" />}
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
