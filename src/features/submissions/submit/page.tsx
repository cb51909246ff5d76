import { uploadedOn } from '../../../domain/dates.ts'
import { stepLabel } from '../../../domain/labels.ts'
import { noIssue } from '../../../domain/qualityReport.ts'
import { hasResults, statusOf } from '../../../domain/status.ts'
import { shadedFigures, submitFindings } from '../../../domain/submitFindings.ts'
import { tellsOfIssues } from '../../../domain/wire/live.ts'
import { getKeyFigures, listValidations } from '../../../domain/wire/quality.ts'
import { listCredibilityReports } from '../../../domain/wire/reports.ts'
import { updateState } from '../../../domain/wire/submissions.ts'
import { PageTitle, useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { approvalChain } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import {
  explain,
  type Facts,
  type LifecycleEvent,
  step,
} from '../../../machines/submission-lifecycle/index.ts'
import { useText } from '../../../messages/index.ts'
import { issuePath, pagePath, rulePath } from '../../common/address.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { NewUploadButton } from '../../common/NewUploadButton.tsx'
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
  submission: KnownSubmission
  facts: Facts
}

function Submit({ page, submission, facts }: SubmitProps) {
  const text = useText()
  const { address, status, steps } = page
  const { principal, may } = useViewer()
  const { call, navigate, now } = useServices()
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
    {
      onDone: (_, answer) => {
        page.replace(answer)
        navigate(pagePath(address, 'approval'))
      },
    },
  )
  const { instId, newUpload } = page
  const report = useResource(
    listValidations,
    hasResults(status) && may('collections.reports')
      ? { path: { id: submission.submissionId }, query: { instId, limit: '-1', against: 'last' } }
      : undefined,
    { refreshOn: message => tellsOfIssues(message, submission.submissionId) },
  )
  const compared = report.data?.comparedWith ?? undefined
  const figures = useResource(
    getKeyFigures,
    hasResults(status) && may('collections.reports')
      ? { path: { id: submission.submissionId }, query: { instId } }
      : undefined,
  )
  const chapters = useResource(
    listCredibilityReports,
    hasResults(status) && may('collections.reports')
      ? { path: { submissionId: submission.submissionId, providerId: instId } }
      : undefined,
    { refreshOn: message => tellsOfIssues(message, submission.submissionId) },
  )
  const reports = pagePath(address, 'reports')
  return (
    <>
      <PageTitle title={text(stepLabel('submit'))} />
      <SubmitView
        submission={submission}
        page={page.page}
        commit={page.commit}
        explanation={ask(submit.isOpen)}
        refusal={ask(true).refusal?.reason}
        findings={
          may('collections.reports')
            ? mapLoaded(report, ({ validations }) => submitFindings(validations))
            : undefined
        }
        comparison={
          compared && {
            label: text(uploadedOn(compared.uploadedDate)),
          }
        }
        figures={figures.data && [figures.data.students, ...figures.data.measured]}
        credibility={chapters.data && shadedFigures(chapters.data.chapters)}
        deadline={page.deadline ?? undefined}
        now={new Date(now())}
        approvals={approvalChain(facts)}
        makesIssues={page.allowsIssues === false}
        ruleHref={rule => rulePath(address, rule.Code, rule.RegulatorCode)}
        unexplainedHref={`${reports}?qr.f.status=1&qr.f.kind=quality&qr.f.issue=${noIssue}`}
        issuesHref={issuePath()}
        credibilityHref={`${reports}?qa.open=credibility`}
        recordsHref={`${reports}?wb.open=all`}
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
