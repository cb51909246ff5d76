import { bytes } from '../../../domain/bytes.ts'
import { uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  DescriptionList,
  ErrorState,
  LinkButton,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { type NewUpload, NewUploadButton } from '../../common/NewUploadButton.tsx'

export interface UploadedViewProps {
  submission: KnownSubmission
  onDownload: () => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** Why the file cannot be downloaded by this viewer; undefined when it can. */
  downloadRefusal: string | undefined
  newUpload: NewUpload | undefined
}

/** Upload, afterwards: the file that was sent, and the file itself (specification 2 §2.7). */
export function UploadedView(props: UploadedViewProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const { submission, downloadProblem, newUpload } = props
  return (
    <Stack gap={4}>
      <Card title={t('done.title')}>
        <Stack gap={4}>
          <DescriptionList
            items={[
              { id: 'file', term: t('done.fileName'), value: shownFileName(submission.fileName) },
              { id: 'uploaded', term: t('done.uploaded'), value: text(uploadedAt(submission.uploaded)) },
              { id: 'by', term: t('done.uploadedBy'), value: submission.uploadedBy },
              ...(submission.fileSize === null
                ? []
                : [{ id: 'size', term: t('done.size'), value: text(bytes(submission.fileSize)) }]),
              ...(submission.fileHash === null
                ? []
                : [{ id: 'hash', term: t('done.hash'), value: <code>{submission.fileHash}</code> }]),
            ]}
          />
          <ActionFailure title={t('done.downloadFailed')} problem={downloadProblem} />
          <Row gap={2}>
            <Button
              icon="download"
              isPending={props.isDownloading}
              disabledReason={props.downloadRefusal}
              onPress={props.onDownload}
            >
              {t('done.download')}
            </Button>
            {newUpload && <NewUploadButton {...newUpload} variant="quiet" />}
          </Row>
        </Stack>
      </Card>
    </Stack>
  )
}

export interface UploadErrorViewProps {
  /** In words, why the upload ended. */
  reason: string | null
  backHref: string
  newUpload: NewUpload | undefined
}

/** The upload failed or was cancelled (specification 2 §8). */
export function UploadErrorView({ reason, backHref, newUpload }: UploadErrorViewProps) {
  const t = useMessages('submissions.upload')
  return (
    <ErrorState
      title={t('failed.title')}
      level={2}
      details={reason}
      actions={
        <>
          {newUpload && <NewUploadButton {...newUpload} />}
          <LinkButton href={backHref} icon="arrowLeft">
            {t('failed.back')}
          </LinkButton>
        </>
      }
    >
      {t('failed.text')}
    </ErrorState>
  )
}

export interface UploadElsewhereViewProps {
  fileName: string
  /** Why it cannot be cancelled here; undefined when it can. */
  cancelRefusal: string | undefined
  onCancel: () => void
  isCancelling: boolean
  /** Why cancelling has failed. */
  cancelProblem: Problem | undefined
}

/** The file is on its way from another window, or was when its window was closed. */
export function UploadElsewhereView(props: UploadElsewhereViewProps) {
  const t = useMessages('submissions.upload')
  const { fileName, cancelRefusal, onCancel, isCancelling, cancelProblem } = props
  return (
    <Stack gap={4}>
      <Banner
        tone="waiting"
        icon="progress"
        title={t('underWayElsewhere.title')}
        actions={
          <Button isPending={isCancelling} disabledReason={cancelRefusal} onPress={onCancel}>
            {t('cancel')}
          </Button>
        }
      >
        {t('underWayElsewhere.text', { name: shownFileName(fileName) })}
      </Banner>
      <ActionFailure title={t('unfinished.cancelFailed')} problem={cancelProblem} />
    </Stack>
  )
}
