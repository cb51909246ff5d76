import { stepLabel } from '../../../domain/labels.ts'
import { PageTitle, useServices, useViewer } from '../../../hooks/index.ts'
import { approvalChain } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import { useText } from '../../../messages/index.ts'
import { additionalReportPath, pagePath, rulePath } from '../../common/address.ts'
import { NewUploadButton } from '../../common/NewUploadButton.tsx'
import { StepNavigation } from '../layout/StepNavigation.tsx'
import { type SubmissionPageContext, useSubmissionPage } from '../shared/page.ts'
import { useTerms } from '../shared/Terms.tsx'
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
  const { address, steps } = page
  const { principal } = useViewer()
  const { now } = useServices()
  const terms = useTerms('SUBMIT', page, submission, facts)
  const { newUpload } = page
  const { findings, ...found } = useFindings(page, submission)
  return (
    <>
      <PageTitle title={text(stepLabel('submit'))} />
      <SubmitView
        submission={submission}
        page={page.page}
        commit={page.commit}
        {...terms}
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
        approvalHref={pagePath(address, 'approval')}
        navigation={<StepNavigation address={address} steps={steps} shown="submit" />}
      />
    </>
  )
}
