import { stepLabel } from '../../../domain/labels.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import { restsIn } from '../../../domain/wire/fileEvents.ts'
import { getLifecycle, type LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { PageTitle, useResource, useViewer } from '../../../hooks/index.ts'
import { approvalsAfter, type StoredEvent, sentBackBy } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { type LifecycleEventType, standingOf } from '../../../machines/submission-lifecycle/index.ts'
import { useText } from '../../../messages/index.ts'
import { credibilityPath, pagePath, rulePath } from '../../common/address.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { NewUploadButton } from '../../common/NewUploadButton.tsx'
import { ForApprovers } from '../shared/ForApprovers.tsx'
import { NoteList } from '../shared/NoteCard.tsx'
import { type SubmissionPageContext, useSubmissionPage } from '../shared/page.ts'
import { useFindings } from '../shared/useFindings.ts'
import { useNotes } from '../shared/useNotes.ts'
import { ApprovalView } from './view.tsx'

/** Route `approval` of a submission. */
export function Component() {
  const text = useText()
  const page = useSubmissionPage()
  const { address, instId, submission, facts, newUpload } = page
  const notes = useNotes(page)
  const { principal, isAgency, isProvider } = useViewer()
  const stored = useResource(
    getLifecycle,
    { path: { id: address.submissionId } },
    {
      refreshOn: message =>
        message.type === 'FILE_EVENT' &&
        message.submissionId === address.submissionId &&
        restsIn(address.collectionId, message),
    },
  )
  if (!submission || !facts) return null
  return (
    <>
      <PageTitle title={text(stepLabel('approval'))} />
      <ApprovalView
        submission={submission}
        page={page.page}
        approvals={mapLoaded(stored, ({ events }) => approvalsAfter(facts, events.map(storedEvent)))}
        sentBack={sentBackBy(stored.data?.events.map(storedEvent) ?? [])}
        namesPeople={isAgency}
        standing={standingOf(submission.status, facts, principal)}
        findings={!isProvider && <FoundInFile page={page} submission={submission} />}
        notes={
          <NoteList
            notes={mapLoaded(notes, answer => answer.notes)}
            hrefOf={({ subject, code, regulatorCode }) =>
              subject === 'rule'
                ? rulePath(address, code, regulatorCode)
                : credibilityPath(address, code, instId)
            }
          />
        }
        submitHref={pagePath(address, 'submit')}
        signOffHref={pagePath(address, 'signoff')}
        uploadButton={newUpload && <NewUploadButton {...newUpload} />}
        onPrint={() => window.print()}
      />
    </>
  )
}

interface FoundInFileProps {
  page: SubmissionPageContext
  submission: KnownSubmission
}

/** What the approvers decide by, beside the reports themselves. */
function FoundInFile({ page, submission }: FoundInFileProps) {
  const { findings, ...found } = useFindings(page, submission)
  if (!findings) return null
  return (
    <ForApprovers
      {...found}
      findings={findings}
      reader="approver"
      approvals={[]}
      openIssues={page.commit.data?.submissionStatuses.openIssues}
    />
  )
}

const storedEvent = ({ event, actor, occurredAt, facts, note }: LifecycleEntry): StoredEvent => ({
  type: event as LifecycleEventType,
  at: occurredAt,
  by: actor,
  note,
  facts: factsFromWire(facts),
})
