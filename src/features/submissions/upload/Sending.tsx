import { bytes, bytesOf } from '../../../domain/bytes.ts'
import { estimate } from '../../../domain/dates.ts'
import {
  type PartUploadActivity,
  type PartUploadSnapshot,
  selectActivity,
  selectProgress,
} from '../../../machines/part-upload/index.ts'
import { secondsLeft, shareSent } from '../../../machines/upload/progress.ts'
import type { UploadSnapshot } from '../../../machines/upload/selectors.ts'
import type { UploadProgress } from '../../../machines/upload/types.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, ProgressBar, Stack } from '../../../ui/index.ts'
import { ProblemDetails } from '../../common/Loaded.tsx'
import { Chosen } from './Chosen.tsx'

export interface SendingProps {
  upload: UploadSnapshot
  /** How far a file is that is sent in parts; undefined while none is. */
  parts: PartUploadSnapshot | undefined
  onContinue: () => void
  onCancel: () => void
}

/** The file on its way: how far it is, how long it takes, and what holds it up. */
export function Sending({ upload, parts, onContinue, onCancel }: SendingProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  const { file } = upload.context
  if (!file) return null
  const isCancelling = upload.matches({ sending: 'cancelling' }) || upload.matches({ sending: 'breakingOff' })
  const activity = parts && selectActivity(parts)
  const isWaiting = activity === 'waiting'
  const progress = parts ? selectProgress(parts) : upload.context.progress
  const { sent, total, bytesPerSecond } = progress ?? { sent: 0, total: file.size, bytesPerSecond: 0 }
  const left = progress && secondsLeft(progress)
  return (
    <Stack gap={3}>
      {isWaiting && (
        <Banner
          tone="waiting"
          icon="progress"
          title={t('parts.waiting.title')}
          announced="status"
          actions={<Button onPress={onContinue}>{t('parts.waiting.now')}</Button>}
        >
          <p>{t('parts.waiting.text')}</p>
          {parts?.context.problem && <ProblemDetails problem={parts.context.problem} />}
        </Banner>
      )}
      <Chosen
        file={file}
        actions={
          <Button isPending={isCancelling} onPress={onCancel}>
            {isCancelling ? t('cancelling') : t('cancel')}
          </Button>
        }
      >
        <ProgressBar
          label={activity ? t(partsLabels[activity]) : sendingLabel(t, progress)}
          value={shareSent({ sent, total })}
          amount={text(bytesOf(sent, total))}
          detail={
            isWaiting
              ? ''
              : [
                  bytesPerSecond > 0 && t('speed', { size: text(bytes(bytesPerSecond)) }),
                  left !== undefined && t('timeLeft', { time: text(estimate(left)) }),
                ]
                  .filter(Boolean)
                  .join(' · ')
          }
        />
      </Chosen>
      <p>{t(parts ? 'parts.stay' : 'stayHere')}</p>
    </Stack>
  )
}

const sendingLabel = (t: Translate<'submissions.upload'>, progress: UploadProgress | undefined): string => {
  if (!progress) return t('starting')
  return progress.sent < progress.total ? t('uploading') : t('finishing')
}

const partsLabels = {
  starting: 'starting',
  resuming: 'parts.resuming',
  comparing: 'parts.comparing',
  sending: 'uploading',
  waiting: 'parts.waiting.title',
  completing: 'parts.completing',
} as const satisfies Record<PartUploadActivity, string>
