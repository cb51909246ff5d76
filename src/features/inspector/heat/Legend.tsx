import { useMessages, useText } from '../../../messages/index.ts'
import { formatCount, Row, Stack } from '../../../ui/index.ts'
import type { Measure } from './marks.ts'
import { spanText } from './span.ts'
import { scaleOf, scaleSteps } from './stages.ts'

/** What colours, pills and lines of the picture mean. */
export function Legend({ measure }: { measure: Measure }) {
  const t = useMessages('inspector.heat')
  const text = useText()
  const scale = scaleOf(measure)
  const steps: readonly number[] = scaleSteps[scale]
  const shown = (value: number): string => (scale === 'count' ? formatCount(value) : spanText(t, text, value))
  const stepText = (from: number, at: number): string => {
    const next = steps[at + 1]
    if (next === undefined) return t('legend.from', { from: shown(from) })
    if (scale === 'count') return t('legend.range', { from: shown(from), to: shown(next - 1) })
    return t('legend.under', { to: shown(next) })
  }
  return (
    <Stack gap={1}>
      <Row gap={4}>
        <strong>{t(`legend.${measure}`)}</strong>
        {steps.map((from, at) => (
          <Row key={from} gap={1}>
            <svg width={16} height={16} aria-hidden="true">
              <rect
                fill={`var(--heat-${at + 1})`}
                stroke="var(--edge)"
                x={0.5}
                y={0.5}
                width={15}
                height={15}
                rx={3}
              />
            </svg>
            {stepText(from, at)}
          </Row>
        ))}
      </Row>
      <p>{[t('legend.median'), t('legend.now'), t('legend.ways')].join(' ')}</p>
    </Stack>
  )
}
