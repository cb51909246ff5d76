import { listActivityLogEntries } from '../../../domain/wire/collections.ts'
import { PageTitle, useResource } from '../../../hooks/index.ts'
import { approvalChainAfter } from '../../../machines/approval-chain/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { pagePath } from '../../common/address.ts'
import { NewUploadButton } from '../shared/NewUploadButton.tsx'
import { useSubmissionPage } from '../shared/page.ts'
import { namedHistory } from './history.ts'
import { ApprovalView } from './view.tsx'

/** Route `approval` of a submission. */
export function Component() {
  const layoutMessages = useMessages('submissions.layout')
  const t = useMessages('submissions.approval')
  const { address, submission, newUpload } = useSubmissionPage()
  const log = useResource(
    listActivityLogEntries,
    { query: { submissionUuid: address.submissionId } },
    { refreshOn: message => message.type === 'FILE_EVENT' && message.submissionId === address.submissionId },
  )
  if (!submission) return null
  const { riskCode, countryCode } = submission.provider
  return (
    <>
      <PageTitle title={layoutMessages('pages.approval')} />
      <ApprovalView
        submission={submission}
        chain={approvalChainAfter(
          { riskCode, countryCode },
          namedHistory(submission.stateHistory, log.data?.activityLogs ?? []),
        )}
        submitHref={pagePath(address, 'submit')}
        signOffHref={pagePath(address, 'signoff')}
        uploadButton={newUpload && <NewUploadButton {...newUpload}>{t('uploadNew')}</NewUploadButton>}
        onPrint={() => window.print()}
      />
    </>
  )
}
