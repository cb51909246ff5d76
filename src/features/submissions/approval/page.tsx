import { stepLabel } from '../../../domain/labels.ts'
import { PageTitle, useViewer } from '../../../hooks/index.ts'
import { standingOf } from '../../../machines/submission-lifecycle/index.ts'
import { useText } from '../../../messages/index.ts'
import { pagePath } from '../../common/address.ts'
import { NewUploadButton } from '../../common/NewUploadButton.tsx'
import { useSubmissionPage } from '../shared/page.ts'
import { ApproverNotes, Deciding } from './Deciding.tsx'
import { useChain } from './useChain.ts'
import { ApprovalView } from './view.tsx'

/** Route `approval` of a submission. */
export function Component() {
  const text = useText()
  const page = useSubmissionPage()
  const { address, submission, facts, newUpload } = page
  const { principal, isProvider } = useViewer()
  const chain = useChain(page)
  if (!submission || !facts) return null
  const standing = standingOf(submission.status, facts, principal)
  return (
    <>
      <PageTitle title={text(stepLabel('approval'))} />
      <ApprovalView
        submission={submission}
        page={page.page}
        record={page.record}
        {...chain}
        deadline={page.deadline ?? undefined}
        standing={standing}
        deciding={
          !isProvider && <Deciding page={page} submission={submission} chain={chain} standing={standing} />
        }
        notes={<ApproverNotes page={page} />}
        submitHref={pagePath(address, 'submit')}
        signOffHref={pagePath(address, 'signoff')}
        uploadButton={newUpload && <NewUploadButton {...newUpload} />}
        onPrint={() => window.print()}
      />
    </>
  )
}
