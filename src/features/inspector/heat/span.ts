import { duration } from '../../../domain/dates.ts'
import { type OtherStays, percentileOf } from '../../../domain/percentile.ts'
import type { ToText, Translate } from '../../../messages/index.ts'

/** How long stays lasted, in seconds, in the largest unit: "142 ms", "38 s", "4 min", "5 h", "6 days". */
export const spanText = (t: Translate<'inspector.heat'>, text: ToText, lasted: number): string => {
  if (lasted < 1) return text(duration(lasted * 1000))
  const seconds = Math.round(lasted)
  if (seconds < 60) return t('span.seconds', { seconds })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('span.minutes', { minutes })
  const hours = Math.round(minutes / 60)
  if (hours < 48) return t('span.hours', { hours })
  return t('span.days', { days: Math.round(hours / 24) })
}

/** The 95th percentile of the stays in a status, or how many stays there are if they are too few for one. */
export const percentileText = (t: Translate<'inspector.heat'>, text: ToText, stays: OtherStays): string => {
  const p95 = percentileOf(stays)
  return p95.kind === 'known' ? spanText(t, text, p95.seconds) : t('p95.tooFew', { count: p95.stays })
}
