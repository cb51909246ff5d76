import type { ReactNode } from 'react'
import { bytes, bytesOf } from '../../../domain/bytes.ts'
import { estimate } from '../../../domain/dates.ts'
import { actionLabel } from '../../../domain/labels.ts'
import {
  selectRefusal,
  selectUploadDisabledReason,
  type UploadSnapshot,
} from '../../../machines/upload/selectors.ts'
import type { FileFindings, FileRefusal, PickedFile, UploadEvent } from '../../../machines/upload/types.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  ConfirmDialog,
  DropZone,
  ErrorState,
  FileCard,
  Hidden,
  LinkButton,
  ProgressBar,
  Row,
  Skeleton,
  Stack,
  StatusTag,
  type FileRefusal as ZoneRefusal,
} from '../../../ui/index.ts'
import { ActionFailure, ProblemDetails } from '../../common/Loaded.tsx'
import { Fault } from './Fault.tsx'
import { Findings } from './Findings.tsx'
import { secondsLeft } from './timeLeft.ts'

export interface UploadViewProps {
  upload: UploadSnapshot
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
  leaving: { isAsked: boolean; onStay: () => void; onLeave: () => void }
}

/** Upload: choosing, checking in the browser, sending, failed (specification 2 §2.7, §4.7, §5). */
export function UploadView(props: UploadViewProps) {
  const t = useMessages('submissions.upload')
  const { upload, leaving, isReady } = props
  if (!isReady && upload.matches({ picking: 'choosing' })) return <Skeleton shape="card" />
  return (
    <>
      {upload.hasTag('picking') && <Picking {...props} />}
      {upload.hasTag('underWay') && <Sending {...props} />}
      {(upload.matches('failed') || upload.matches('cancelled')) && <Failed {...props} />}
      <ConfirmDialog
        title={t('leave.title')}
        isOpen={leaving.isAsked}
        confirmLabel={t('leave.leave')}
        cancelLabel={t('leave.stay')}
        tone="danger"
        onConfirm={leaving.onLeave}
        onCancel={leaving.onStay}
      >
        <p>{t('leave.text')}</p>
      </ConfirmDialog>
    </>
  )
}

function Picking({ upload, send, pick, saveReport, newSubmissionId, collection }: UploadViewProps) {
  const text = useText()
  const t = useMessages('submissions.upload')
  const { file, facts, error, problem, checked } = upload.context
  const hasFindings = upload.matches({ picking: 'confirmingFindings' })
  const refusal = selectRefusal(upload)
  return (
    <Stack gap={4}>
      <Hidden>
        <span role="status">{progressText(t, upload)}</span>
      </Hidden>
      <p>
        {collection && `${t('forCollection', { collection })} `}
        {t('lead')}
      </p>
      {refusal && (
        <Banner tone="failed" title={t('refusalTitle')} announced="alert">
          {text(refusal)}
        </Banner>
      )}
      {file && upload.hasTag('validating') && (
        <Checking upload={upload} file={file} onAnother={() => send({ type: 'CHOOSE_ANOTHER' })} />
      )}
      {file && error && (
        <Chosen file={file} status={<StatusTag tone="failed">{t('validationFailed')}</StatusTag>}>
          <Fault error={error} />
        </Chosen>
      )}
      {file && problem && (
        <ActionFailure title={t('checkFailed.title')} problem={problem}>
          {t('checkFailed.text')}
        </ActionFailure>
      )}
      {file && checked && hasFindings && (
        <Chosen file={file} status={<StatusTag tone="attention">{findingsTitle(t, checked)}</StatusTag>}>
          <Findings checked={checked} onSave={saveReport} />
        </Chosen>
      )}
      {file && checked && !hasFindings && (
        <Chosen file={file} status={<StatusTag tone="good">{t('ready')}</StatusTag>}>
          {readyHint(t, checked)}
        </Chosen>
      )}
      {!(file && (upload.hasTag('canUpload') || upload.hasTag('validating'))) && (
        <DropZone
          label={t('dropZone')}
          hint={
            facts.maxBytes === undefined
              ? t('hint.any')
              : t('hint.limited', { size: text(bytes(facts.maxBytes)) })
          }
          accept={['.xml']}
          maxBytes={facts.maxBytes}
          buttonLabel={file ? t('chooseAnother') : t('chooseFile')}
          disabledReason={facts.blockedReason}
          onFile={chosen => pick([chosen])}
          onRefuse={refused => send({ type: 'CHOICE_REFUSED', refusal: refusalOfZone(refused) })}
        />
      )}
      <Row gap={2}>
        {hasFindings ? (
          <Button
            variant="secondary"
            icon="upload"
            disabledReason={facts.blockedReason}
            onPress={() => send({ type: 'UPLOAD_ANYWAY', submissionId: newSubmissionId() })}
          >
            {t('findings.upload')}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon="upload"
            disabledReason={text(selectUploadDisabledReason(upload))}
            onPress={() => send({ type: 'UPLOAD', submissionId: newSubmissionId() })}
          >
            {text(actionLabel('UPLOAD_REQUESTED'))}
          </Button>
        )}
        {file && upload.hasTag('canUpload') && (
          <Button variant="quiet" onPress={() => send({ type: 'CHOOSE_ANOTHER' })}>
            {t('chooseAnother')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

const findingsTitle = (t: Translate<'submissions.upload'>, { findingsTotal }: FileFindings): string =>
  findingsTotal > 0 ? t('findings.title', { count: findingsTotal }) : t('refused')

/** What the check of a sound file has shown, and what comes next. */
const readyHint = (t: Translate<'submissions.upload'>, { schema, keysUnchecked }: FileFindings): string =>
  [
    ...(schema.kind === 'checked'
      ? [
          t(keysUnchecked.length > 0 ? 'readyHint.fitsSoFar' : 'readyHint.fits', {
            version: schema.version,
          }),
        ]
      : [t('readyHint.readable'), t(`readyHint.${schema.kind}`)]),
    ...keysUnchecked.map(({ name, line }) => t('keysUnchecked', { name, line })),
    t('readyHint.next'),
  ].join(' ')

/** What is read out as the check goes on; a file that cannot be read has an alert of its own. */
const progressText = (t: Translate<'submissions.upload'>, upload: UploadSnapshot): string => {
  if (upload.hasTag('validating')) return t('validating')
  if (upload.hasTag('canUpload')) return t('validationPassed')
  return upload.context.checked ? t('validationFound') : ''
}

interface CheckingProps {
  upload: UploadViewProps['upload']
  file: PickedFile
  onAnother: () => void
}

function Checking({ upload, file, onAnother }: CheckingProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const { done, total } = upload.context.checkProgress ?? { done: 0, total: file.size }
  return (
    <Chosen
      file={file}
      actions={
        <Button size="small" variant="quiet" onPress={onAnother}>
          {t('cancel')}
        </Button>
      }
    >
      <ProgressBar
        label={t('validatingShare')}
        value={total > 0 ? done / total : 0}
        amount={text(bytesOf(done, total))}
      />
    </Chosen>
  )
}

interface ChosenProps {
  file: PickedFile
  status?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

function Chosen({ file, ...card }: ChosenProps) {
  const text = useText()
  return <FileCard name={file.name} size={text(bytes(file.size))} {...card} />
}

function Sending({ upload, send }: UploadViewProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const { file, progress } = upload.context
  if (!file) return null
  const isCancelling = upload.matches({ sending: 'cancelling' }) || upload.matches({ sending: 'breakingOff' })
  const { sent, total, bytesPerSecond } = progress ?? { sent: 0, total: file.size, bytesPerSecond: 0 }
  const left = progress && secondsLeft(progress)
  return (
    <Stack gap={3}>
      <Chosen
        file={file}
        actions={
          <Button isPending={isCancelling} onPress={() => send({ type: 'CANCEL' })}>
            {isCancelling ? t('cancelling') : t('cancel')}
          </Button>
        }
      >
        <ProgressBar
          label={progress ? (sent < total ? t('uploading') : t('finishing')) : t('starting')}
          value={total > 0 ? sent / total : 0}
          amount={text(bytesOf(sent, total))}
          detail={[
            bytesPerSecond > 0 && t('speed', { size: text(bytes(bytesPerSecond)) }),
            left !== undefined && t('timeLeft', { time: text(estimate(left)) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      </Chosen>
      <p>{t('stayHere')}</p>
    </Stack>
  )
}

function Failed({ upload, send, newSubmissionId, backHref }: UploadViewProps) {
  const t = useMessages('submissions.upload')
  const { problem, facts } = upload.context
  return (
    <ErrorState
      title={t('failed.title')}
      level={2}
      details={problem && <ProblemDetails problem={problem} />}
      actions={
        <>
          <Button
            icon="refresh"
            disabledReason={facts.blockedReason}
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
      {t('failed.text')}
    </ErrorState>
  )
}

const refusalOfZone = (refusal: ZoneRefusal): FileRefusal => {
  switch (refusal.reason) {
    case 'none':
      return { kind: 'noneChosen' }
    case 'several':
      return { kind: 'several', count: refusal.count }
    case 'type':
      return { kind: 'wrongType', name: refusal.file.name }
    case 'empty':
      return { kind: 'empty', name: refusal.file.name }
    case 'tooLarge':
      return {
        kind: 'tooLarge',
        name: refusal.file.name,
        size: refusal.file.size,
        maxBytes: refusal.maxBytes,
      }
  }
}
