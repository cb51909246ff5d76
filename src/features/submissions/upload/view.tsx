import type { ReactNode } from 'react'
import type { FileFindings, FileRefusal, PickedFile } from '../../../machines/upload/contract.ts'
import type { UploadEvent } from '../../../machines/upload/events.ts'
import {
  selectRefusal,
  selectUploadDisabledReason,
  type UploadSnapshot,
} from '../../../machines/upload/selectors.ts'
import {
  Banner,
  Button,
  ConfirmDialog,
  DropZone,
  ErrorState,
  FileCard,
  formatBytesOf,
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
import { texts } from './texts.ts'
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
  const { upload, leaving, isReady } = props
  if (!isReady && upload.matches({ picking: 'choosing' })) return <Skeleton shape="card" />
  return (
    <>
      {upload.hasTag('picking') && <Picking {...props} />}
      {upload.hasTag('underWay') && <Sending {...props} />}
      {(upload.matches('failed') || upload.matches('cancelled')) && <Failed {...props} />}
      <ConfirmDialog
        title={texts.leave.title}
        isOpen={leaving.isAsked}
        confirmLabel={texts.leave.leave}
        cancelLabel={texts.leave.stay}
        tone="danger"
        onConfirm={leaving.onLeave}
        onCancel={leaving.onStay}
      >
        <p>{texts.leave.text}</p>
      </ConfirmDialog>
    </>
  )
}

function Picking({ upload, send, pick, saveReport, newSubmissionId, collection }: UploadViewProps) {
  const { file, facts, error, problem, checked } = upload.context
  const hasFindings = upload.matches({ picking: 'confirmingFindings' })
  const refusal = selectRefusal(upload)
  return (
    <Stack gap={4}>
      <Hidden>
        <span role="status">{progressWords(upload)}</span>
      </Hidden>
      <p>
        {collection && `${texts.forCollection(collection)} `}
        {texts.lead}
      </p>
      {refusal && (
        <Banner tone="failed" title={texts.refusalTitle} announced="alert">
          {refusal}
        </Banner>
      )}
      {file && upload.hasTag('validating') && (
        <Checking upload={upload} file={file} onAnother={() => send({ type: 'CHOOSE_ANOTHER' })} />
      )}
      {file && error && (
        <Chosen file={file} status={<StatusTag tone="failed">{texts.validationFailed}</StatusTag>}>
          <Fault error={error} />
        </Chosen>
      )}
      {file && problem && (
        <ActionFailure title={texts.checkFailed.title} problem={problem}>
          {texts.checkFailed.text}
        </ActionFailure>
      )}
      {file && checked && hasFindings && (
        <Chosen file={file} status={<StatusTag tone="attention">{findingsTitle(checked)}</StatusTag>}>
          <Findings checked={checked} onSave={saveReport} />
        </Chosen>
      )}
      {file && checked && !hasFindings && (
        <Chosen file={file} status={<StatusTag tone="good">{texts.ready}</StatusTag>}>
          {texts.readyHint(checked)}
        </Chosen>
      )}
      {!(file && (upload.hasTag('canUpload') || upload.hasTag('validating'))) && (
        <DropZone
          label={texts.dropZone}
          hint={texts.hint(facts.maxBytes)}
          accept={['.xml']}
          maxBytes={facts.maxBytes}
          buttonLabel={file ? texts.chooseAnother : texts.chooseFile}
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
            {texts.findings.upload}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon="upload"
            disabledReason={selectUploadDisabledReason(upload)}
            onPress={() => send({ type: 'UPLOAD', submissionId: newSubmissionId() })}
          >
            {texts.upload}
          </Button>
        )}
        {file && upload.hasTag('canUpload') && (
          <Button variant="quiet" onPress={() => send({ type: 'CHOOSE_ANOTHER' })}>
            {texts.chooseAnother}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

const findingsTitle = ({ findingsTotal }: FileFindings): string =>
  findingsTotal > 0 ? texts.findings.title(findingsTotal) : texts.refused

/** What is read out as the check goes on; a file that cannot be read has an alert of its own. */
const progressWords = (upload: UploadSnapshot): string => {
  if (upload.hasTag('validating')) return texts.validating
  if (upload.hasTag('canUpload')) return texts.validationPassed
  return upload.context.checked ? texts.validationFound : ''
}

interface CheckingProps {
  upload: UploadViewProps['upload']
  file: PickedFile
  onAnother: () => void
}

function Checking({ upload, file, onAnother }: CheckingProps) {
  const { done, total } = upload.context.checkProgress ?? { done: 0, total: file.size }
  return (
    <Chosen
      file={file}
      actions={
        <Button size="small" variant="quiet" onPress={onAnother}>
          {texts.cancel}
        </Button>
      }
    >
      <ProgressBar
        label={texts.validatingShare}
        value={total > 0 ? done / total : 0}
        amount={formatBytesOf(done, total)}
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
  return <FileCard name={file.name} size={file.size} {...card} />
}

function Sending({ upload, send }: UploadViewProps) {
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
            {isCancelling ? texts.cancelling : texts.cancel}
          </Button>
        }
      >
        <ProgressBar
          label={progress ? (sent < total ? texts.uploading : texts.finishing) : texts.starting}
          value={total > 0 ? sent / total : 0}
          amount={formatBytesOf(sent, total)}
          detail={[
            bytesPerSecond > 0 && texts.speed(bytesPerSecond),
            left !== undefined && texts.timeLeft(left),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      </Chosen>
      <p>{texts.stayHere}</p>
    </Stack>
  )
}

function Failed({ upload, send, newSubmissionId, backHref }: UploadViewProps) {
  const { problem, facts } = upload.context
  return (
    <ErrorState
      title={texts.failed.title}
      level={2}
      details={problem && <ProblemDetails problem={problem} />}
      actions={
        <>
          <Button
            icon="refresh"
            disabledReason={facts.blockedReason}
            onPress={() => send({ type: 'RETRY', submissionId: newSubmissionId() })}
          >
            {texts.failed.again}
          </Button>
          <LinkButton href={backHref} icon="arrowLeft">
            {texts.failed.back}
          </LinkButton>
        </>
      }
    >
      {texts.failed.text}
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
