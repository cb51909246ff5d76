import type { PartUploadSnapshot } from '../../../machines/part-upload/index.ts'
import {
  selectBlockedReason,
  selectPicking,
  type UploadSnapshot,
} from '../../../machines/upload/selectors.ts'
import type { UploadEvent } from '../../../machines/upload/types.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, ConfirmDialog, ErrorState, LinkButton, Skeleton } from '../../../ui/index.ts'
import { ProblemDetails } from '../../common/Loaded.tsx'
import { Picking } from './Picking.tsx'
import { Sending } from './Sending.tsx'

export interface UploadViewProps {
  upload: UploadSnapshot
  /** How far a file is that is sent in parts; undefined while none is. */
  parts: PartUploadSnapshot | undefined
  /** Goes on at once with what waits for the network. */
  goOn: () => void
  send: (event: UploadEvent) => void
  /** Takes what was dropped or browsed. */
  pick: (files: readonly File[]) => void
  /** Saves what the check found as CSV. */
  saveReport: () => void
  /** Id of the submission to be made; for a second try a new one. */
  newSubmissionId: () => string
  /** Name of the collection that the file is for. */
  collection: string | undefined
  /** Whether it is known if a file can be sent at all. */
  isReady: boolean
  backHref: string
  /** The page is about to be left in the middle of an upload. */
  leaving: { isOpen: boolean; onStay: () => void; onLeave: () => void }
}

/** Upload: choosing, checking in the browser, sending, failed (specification 2 §2.7, §4.7, §5). */
export function UploadView(props: UploadViewProps) {
  const t = useMessages('submissions.upload')
  const { upload, leaving, isReady } = props
  const isInParts = upload.matches({ sending: 'inParts' })
  const picking = selectPicking(upload)
  if (!isReady && picking === 'choosing') return <Skeleton shape="card" />
  return (
    <>
      {picking && <Picking {...props} state={picking} />}
      {upload.hasTag('underWay') && (
        <Sending
          upload={upload}
          parts={props.parts}
          onContinue={props.goOn}
          onCancel={() => props.send({ type: 'CANCEL' })}
        />
      )}
      {(upload.matches('failed') || upload.matches('cancelled')) && <Failed {...props} />}
      <ConfirmDialog
        title={t(isInParts ? 'parts.leave.title' : 'leave.title')}
        isOpen={leaving.isOpen}
        confirmLabel={t(isInParts ? 'parts.leave.leave' : 'leave.leave')}
        cancelLabel={t('leave.stay')}
        tone="danger"
        onConfirm={leaving.onLeave}
        onCancel={leaving.onStay}
      >
        <p>{t(isInParts ? 'parts.leave.text' : 'leave.text')}</p>
      </ConfirmDialog>
    </>
  )
}

function Failed({ upload, send, newSubmissionId, backHref }: UploadViewProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const { problem } = upload.context
  return (
    <ErrorState
      title={t('failed.title')}
      level={2}
      details={problem && <ProblemDetails problem={problem} />}
      actions={
        <>
          <Button
            icon="refresh"
            disabledReason={text(selectBlockedReason(upload))}
            onPress={() => send({ type: 'RETRY', submissionId: newSubmissionId() })}
          >
            {t('failed.again')}
          </Button>
          <LinkButton href={backHref} icon="arrowLeft">
            {t('failed.back')}
          </LinkButton>
        </>
      }
    >
      <p>{t('failed.text')}</p>
      {/* Another tab or person was first: what to do about it is said in the open. */}
      {problem?.kind === 'conflict' && <p>{text(problem.reason)}</p>}
    </ErrorState>
  )
}
