import type { UploadProgress } from '../../../machines/upload/types.ts'
import type { Translate } from '../../../messages/index.ts'

/** Seconds of sending before an estimate is worth showing. */
const settled = 5

/**
 * Seconds that are left at the present speed; undefined until about five seconds' worth of the file has been sent,
 * since the first seconds say little.
 */
export const secondsLeft = ({ sent, total, bytesPerSecond }: UploadProgress): number | undefined =>
  bytesPerSecond > 0 && sent >= bytesPerSecond * settled && sent < total
    ? (total - sent) / bytesPerSecond
    : undefined

/** The time that is left, as exact as the estimate is. */
export const timeLeftText = (t: Translate<'submissions.upload'>, seconds: number): string => {
  if (seconds < 60) return t('timeLeft.seconds', { seconds: Math.max(1, Math.round(seconds)) })
  if (seconds < 3600) return t('timeLeft.minutes', { minutes: Math.round(seconds / 60) })
  return t('timeLeft.hours', {
    hours: Math.floor(seconds / 3600),
    minutes: Math.round((seconds % 3600) / 60),
  })
}
