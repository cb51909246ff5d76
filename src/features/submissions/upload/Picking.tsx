import type { ComponentType } from 'react'
import { bytes, bytesOf } from '../../../domain/bytes.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { actionLabel } from '../../../domain/labels.ts'
import { uploadEndings } from '../../../domain/limits.ts'
import {
  type PickingState,
  selectBlockedReason,
  selectRefusal,
  selectUploadDisabledReason,
  type UploadSnapshot,
} from '../../../machines/upload/selectors.ts'
import type { FileFindings, UploadEvent, WellFormednessError } from '../../../machines/upload/types.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  DescriptionList,
  DropZone,
  ErrorSummary,
  FileButton,
  formatCount,
  Hidden,
  ProgressBar,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { Chosen } from './Chosen.tsx'
import { Findings } from './Findings.tsx'
import styles from './Picking.module.css'

interface LookProps {
  upload: UploadSnapshot
  send: (event: UploadEvent) => void
  /** Saves what the check found as CSV. */
  saveReport: () => void
  /** Id of the submission to be made. */
  newSubmissionId: () => string
  /** Takes what was dropped or browsed. */
  pick: (files: readonly File[]) => void
}

export interface PickingProps extends LookProps {
  state: PickingState
  /** Name of the collection that the file is for. */
  collection: string | undefined
}

/** How a state looks. Zone and button of sending keep their place from one to the next, and so the focus. */
interface Look {
  /** What is read out; where it is absent, something in sight has an alert of its own. */
  said?: 'validating' | 'validationPassed' | 'validationFound'
  /** What is shown of the choice. */
  Shown?: ComponentType<LookProps>
  /** What the zone's button says; without it there is no zone. */
  zone?: 'chooseFile' | 'chooseAnother'
  /** What can be done with the choice. */
  Ways: ComponentType<LookProps>
}

/** Of the button that chooses a file. */
const chooseId = 'choose-file'

/** A file is chosen and looked at, before anything is sent (specification 2 §2.7, §5). */
export function Picking({ state, collection, ...props }: PickingProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const { facts } = props.upload.context
  const { said, Shown, zone, Ways } = looks[state]
  return (
    <Stack gap={4}>
      <Hidden>
        <span role="status">{said && t(said)}</span>
      </Hidden>
      {zone && (
        <p>
          {collection && `${t('forCollection', { collection })} `}
          {t('lead')}
        </p>
      )}
      {Shown && <Shown {...props} />}
      {zone && (
        <DropZone
          label={t('dropZone')}
          hint={
            facts.maxBytes === undefined
              ? t('hint.any')
              : t('hint.limited', { size: text(bytes(facts.maxBytes)) })
          }
          accept={uploadEndings}
          buttonId={chooseId}
          buttonLabel={t(zone)}
          disabledReason={text(selectBlockedReason(props.upload))}
          onFiles={props.pick}
        />
      )}
      {state === 'confirmingFindings' ? (
        <Ways {...props} />
      ) : (
        <Row gap={2}>
          <Ways {...props} />
        </Row>
      )}
    </Stack>
  )
}

/** What a file would take the place of is said as soon as there is one. */
function Replacing({ upload }: Pick<LookProps, 'upload'>) {
  const t = useMessages('submissions.upload')
  const { replaces } = upload.context.facts
  return replaces && <Banner tone="attention" title={t('replacing', { replaced: replaces })} />
}

function Refused({ upload }: LookProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const refusal = text(selectRefusal(upload))
  return (
    <ErrorSummary key={refusal} title={t('refusalTitle')} controlId={chooseId}>
      {refusal}
    </ErrorSummary>
  )
}

function Checking({ upload, send }: LookProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const file = upload.context.file!
  const { done, total } = upload.context.checkProgress ?? { done: 0, total: file.size }
  return (
    <>
      <Replacing upload={upload} />
      <Chosen
        file={file}
        actions={
          <Button size="small" variant="quiet" onPress={() => send({ type: 'CHOOSE_ANOTHER' })}>
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
    </>
  )
}

function CheckFailed({ upload }: LookProps) {
  const t = useMessages('submissions.upload')
  return (
    <>
      <Replacing upload={upload} />
      <ActionFailure title={t('checkFailed.title')} problem={upload.context.problem!}>
        {t('checkFailed.text')}
      </ActionFailure>
    </>
  )
}

function Invalid({ upload }: LookProps) {
  const t = useMessages('submissions.upload')
  const [file, error] = [upload.context.file!, upload.context.error!]
  return (
    <>
      <ErrorSummary key={file.id} title={t('validationFailed')} controlId={chooseId} isAnnounced={false}>
        {t('fault', error)}
      </ErrorSummary>
      <Replacing upload={upload} />
      <Chosen file={file} status={<StatusTag tone="failed">{t('validationFailed')}</StatusTag>}>
        <Fault error={error} />
      </Chosen>
    </>
  )
}

function ConfirmingFindings({ upload, saveReport }: LookProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const [file, checked] = [upload.context.file!, upload.context.checked!]
  const { findingsTotal, schema } = checked
  return (
    <>
      <Replacing upload={upload} />
      <Banner
        tone="attention"
        title={findingsTitle(t, checked)}
        isWide
        actions={
          findingsTotal > 0 && (
            <Button icon="download" onPress={saveReport}>
              {t('findings.save', { count: findingsTotal })}
            </Button>
          )
        }
      >
        <p>
          <strong>{shownFileName(file.name)}</strong>, {text(bytes(file.size))}.{' '}
          {findingsTotal > 0 &&
            t('findings.text', { version: schema.kind === 'checked' ? schema.version : '' })}
        </p>
      </Banner>
      <Findings checked={checked} />
    </>
  )
}

function Ready({ upload }: LookProps) {
  const t = useMessages('submissions.upload')
  const [file, checked] = [upload.context.file!, upload.context.checked!]
  return (
    <>
      <Replacing upload={upload} />
      <Chosen file={file} status={<StatusTag tone="good">{t('ready')}</StatusTag>}>
        {readyHint(t, checked)}
      </Chosen>
    </>
  )
}

/** The way to send the file, with the reason where there is none. */
function Send({ upload, send, newSubmissionId }: LookProps) {
  const text = useText()
  return (
    <Button
      variant="primary"
      icon="upload"
      disabledReason={text(selectUploadDisabledReason(upload))}
      onPress={() => send({ type: 'UPLOAD', submissionId: newSubmissionId() })}
    >
      {text(actionLabel('UPLOAD_REQUESTED'))}
    </Button>
  )
}

function SendOrChooseAnother(props: LookProps) {
  const t = useMessages('submissions.upload')
  return (
    <>
      <Send {...props} />
      <Button variant="quiet" onPress={() => props.send({ type: 'CHOOSE_ANOTHER' })}>
        {t('chooseAnother')}
      </Button>
    </>
  )
}

/** Sending a file that will be refused is possible, but quiet: the main button chooses a corrected one. */
function SendAnyway({ upload, send, newSubmissionId, pick }: LookProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const { findingsTotal } = upload.context.checked!
  return (
    <div className={styles.foot}>
      <p>
        <strong>{t('findings.anyway')}</strong>{' '}
        {t('findings.consequence', { kind: findingsTotal > 0 ? 'schema' : 'right' })}
      </p>
      <Row gap={2}>
        <Button
          variant="quiet"
          disabledReason={text(selectBlockedReason(upload))}
          onPress={() => send({ type: 'UPLOAD_ANYWAY', submissionId: newSubmissionId() })}
        >
          {t('findings.upload')}
        </Button>
        <FileButton variant="primary" accept={uploadEndings} onFile={file => pick([file])}>
          {t('findings.chooseCorrected')}
        </FileButton>
      </Row>
    </div>
  )
}

const looks: Readonly<Record<PickingState, Look>> = {
  choosing: { zone: 'chooseFile', Ways: Send },
  refused: { Shown: Refused, zone: 'chooseFile', Ways: Send },
  checking: { said: 'validating', Shown: Checking, Ways: Send },
  checkFailed: { Shown: CheckFailed, zone: 'chooseAnother', Ways: Send },
  invalid: { Shown: Invalid, zone: 'chooseAnother', Ways: Send },
  confirmingFindings: {
    said: 'validationFound',
    Shown: ConfirmingFindings,
    Ways: SendAnyway,
  },
  ready: { said: 'validationPassed', Shown: Ready, Ways: SendOrChooseAnother },
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

/** Where and why the file is not well-formed XML (specification 2 §5). */
function Fault({ error }: { error: WellFormednessError }) {
  const t = useMessages('submissions.upload')
  const { code, message, line, column, byte } = error
  return (
    <Stack gap={3}>
      <Hidden>
        <span role="alert">{t('validationFailed')}</span>
      </Hidden>
      <DescriptionList
        items={[
          { id: 'code', term: t('validationFault.code'), value: <code>{code}</code> },
          { id: 'message', term: t('validationFault.message'), value: message },
          { id: 'line', term: t('validationFault.line'), value: formatCount(line) },
          { id: 'column', term: t('validationFault.column'), value: formatCount(column) },
          // For files whose line and column an editor cannot find: another encoding, or one endless line (faults 5).
          { id: 'byte', term: t('validationFault.byte'), value: formatCount(byte) },
        ]}
      />
      <p>{t('validationHelp')}</p>
    </Stack>
  )
}
