import { duration } from '../../../domain/dates.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { ScrollRegion } from '../../../ui/index.ts'
import type { Stay } from './dwell.ts'
import styles from './Gantt.module.css'

const rowHeight = 24
const labelWidth = 250
const barsWidth = 760
const leastWidth = 3
const endWidth = 110

export interface GanttProps {
  stays: readonly Stay[]
  /** A state in words. */
  labelOf: (state: string) => string
}

/** Stays as bars along the time, the earliest at the top. Complete in the table below it. */
export function Gantt({ stays, labelOf }: GanttProps) {
  const t = useMessages('inspector.time')
  const text = useText()
  const start = stays[0]?.from ?? 0
  const span = Math.max((stays.at(-1)?.to ?? 0) - start, 1)
  const width = labelWidth + barsWidth + endWidth
  const height = stays.length * rowHeight + 8
  return (
    <ScrollRegion label={t('gantt')} isPadded>
      <svg
        className={styles.gantt}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={t('picture', { count: stays.length, span: text(duration(span)) })}
      >
        {stays.map(stay => {
          const x = labelWidth + ((stay.from - start) / span) * (barsWidth - leastWidth)
          const length = Math.max(((stay.to - stay.from) / span) * barsWidth, leastWidth)
          const y = stay.position * rowHeight + 4
          return (
            <g key={stay.position}>
              <text className={styles.label} x={labelWidth - 12} y={y + 14}>
                {labelOf(stay.state)}
              </text>
              <rect
                className={styles.bar}
                data-open={stay.isOpen || undefined}
                x={x}
                y={y}
                width={Math.min(length, labelWidth + barsWidth - x)}
                height={rowHeight - 8}
                rx={3}
              />
              <text className={styles.span} x={Math.min(x + length, labelWidth + barsWidth) + 8} y={y + 13}>
                {text(duration(stay.to - stay.from))}
              </text>
            </g>
          )
        })}
      </svg>
    </ScrollRegion>
  )
}
