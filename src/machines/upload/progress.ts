import type { UploadProgress } from './types.ts'

/** Share of the bytes sent, 0 to 1. */
export const shareSent = ({ sent, total }: Pick<UploadProgress, 'sent' | 'total'>): number =>
  total > 0 ? Math.min(1, sent / total) : 0

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
