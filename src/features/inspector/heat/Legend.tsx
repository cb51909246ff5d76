import { roughDuration } from '../../../domain/dates.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { formatCount } from '../../../ui/index.ts'
import styles from './Legend.module.css'
import type { Measure } from './marks.ts'
import { scaleOf, scaleSteps } from './stages.ts'

/** What colours, pills and lines of the picture mean. */
export function Legend({ measure }: { measure: Measure }) {
  const t = useMessages('inspector.heat')
  const text = useText()
  const scale = scaleOf(measure)
  const steps: readonly number[] = scaleSteps[scale]
  const shown = (value: number): string =>
    scale === 'count' ? formatCount(value) : text(roughDuration(value * 1000))
  const stepText = (from: number, at: number): string => {
    const next = steps[at + 1]
    if (next === undefined) return t('legend.from', { from: shown(from) })
    if (scale === 'count') return t('legend.range', { from: shown(from), to: shown(next - 1) })
    return t('legend.under', { to: shown(next) })
  }
  return (
    <div className={styles.legend}>
      <strong>{t(`legend.${measure}`)}</strong>
      <ol className={styles.scale} data-plain>
        {steps.map((from, at) => (
          <li key={from} data-level={at + 1}>
            {stepText(from, at)}
          </li>
        ))}
      </ol>
      <span>{t('legend.median')}</span>
      <span>
        <span className={styles.now} aria-hidden="true">
          {formatCount(1)}
        </span>
        {t('legend.now')}
      </span>
      <span>{t('legend.ways')}</span>
    </div>
  )
}
