import { bytes, bytesOf } from '../../../domain/bytes.ts'
import { actionLabel } from '../../../domain/labels.ts'
import type { PartUploadSnapshot } from '../../../machines/part-upload/index.ts'
import {
  selectRefusal,
  selectUploadDisabledReason,
  type UploadSnapshot,
} from '../../../machines/upload/selectors.ts'
import type { FileFindings, PickedFile, UploadEvent } from '../../../machines/upload/types.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  ConfirmDialog,
  DropZone,
  ErrorState,
  ErrorSummary,
  Hidden,
  LinkButton,
  ProgressBar,
  Row,
  Skeleton,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { ActionFailure, ProblemDetails } from '../../common/Loaded.tsx'
import { Chosen } from './Chosen.tsx'
import { Fault } from './Fault.tsx'
import { Findings } from './Findings.tsx'
import { refusalOfZone } from './refusalOfZone.ts'
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
  if (!isReady && upload.matches({ picking: 'choosing' })) return <Skeleton shape="card" />
  return (
    <>
      {upload.hasTag('picking') && <Picking {...props} />}
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

/** Of the button that chooses a file. */
const chooseId = 'choose-file'

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
        <ErrorSummary key={text(refusal)} title={t('refusalTitle')} controlId={chooseId}>
          {text(refusal)}
        </ErrorSummary>
      )}
      {file && error && (
        <ErrorSummary key={file.id} title={t('validationFailed')} controlId={chooseId} isAnnounced={false}>
          {t('fault', error)}
        </ErrorSummary>
      )}
      {facts.isReplacing && file && <Banner tone="attention" title={t('replacing')} />}
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
          buttonId={chooseId}
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
