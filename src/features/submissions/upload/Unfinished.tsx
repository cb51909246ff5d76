import { bytes, bytesOf } from '../../../domain/bytes.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { uploadEndings } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { UnfinishedUpload } from '../../../domain/wire/files.ts'
import { type Message, useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, DropZone, ErrorSummary, ProgressBar, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { Chosen } from './Chosen.tsx'

export interface UnfinishedViewProps {
  unfinished: UnfinishedUpload
  /** Why what was chosen is not the file to go on with. */
  refusal: Message | undefined
  /** Takes what was dropped or chosen as the file to go on with. */
  onFiles: (files: readonly File[]) => void
  onCancel: () => void
  isCancelling: boolean
  /** Why it cannot be cancelled here; undefined when it can. */
  cancelRefusal: string | undefined
  cancelProblem: Problem | undefined
}

const chooseId = 'choose-file'

/** An upload in parts that was interrupted: how far it is, and which file to choose again to go on with it. */
export function UnfinishedView(props: UnfinishedViewProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const { unfinished, refusal, cancelProblem } = props
  const { fileName: name, fileSize, storedBytes, lastStored, expires } = unfinished
  return (
    <Stack gap={4}>
      {refusal && (
        <ErrorSummary key={text(refusal)} title={t('refusalTitle')} controlId={chooseId}>
          {text(refusal)}
        </ErrorSummary>
      )}
      <Banner tone="waiting" icon="progress" title={t('unfinished.title')}>
        <p>
          {t('unfinished.text', {
            name: shownFileName(name),
            sent: text(bytes(storedBytes)),
            total: text(bytes(fileSize)),
          })}
        </p>
        <p>
          {lastStored !== null && `${t('unfinished.last', { when: text(loggedAt(lastStored)) })} `}
          {t('unfinished.expires', { when: text(loggedAt(expires)) })}
        </p>
      </Banner>
      <Chosen file={{ name, size: fileSize }}>
        <ProgressBar
          label={t('unfinished.share')}
          value={storedBytes / fileSize}
          amount={text(bytesOf(storedBytes, fileSize))}
        />
      </Chosen>
      <DropZone
        label={t('unfinished.dropZone', { name: shownFileName(name) })}
        hint={t('unfinished.hint', { size: text(bytes(fileSize)) })}
        accept={uploadEndings}
        buttonId={chooseId}
        buttonLabel={t('unfinished.choose')}
        onFiles={props.onFiles}
      />
      <ActionFailure title={t('unfinished.cancelFailed')} problem={cancelProblem} />
      <Row gap={2}>
        <Button
          variant="quiet"
          isPending={props.isCancelling}
          disabledReason={props.cancelRefusal}
          onPress={props.onCancel}
        >
          {t('cancel')}
        </Button>
      </Row>
    </Stack>
  )
}
