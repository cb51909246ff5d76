import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import { formatCount } from './format.ts'
import styles from './StepLineChart.module.css'

export interface StepLine {
  id: string
  label: string
  /** How strong it is drawn; done: in the colour of what is done; before: of an earlier time, in dashes. */
  weight: 'light' | 'medium' | 'strong' | 'done' | 'before'
  /** From the oldest to the newest; the figure holds until the next point. */
  points: readonly { day: string; value: number }[]
}

export interface StepLineChartProps extends ChartProps {
  /** From the lowest to the highest line. Days are yyyy-MM-dd. */
  lines: readonly StepLine[]
  /** The figure at the top of the picture. */
  most: number
  /** Days that are marked, such as today. */
  marks: readonly { id: string; label: string; day: string }[]
  /** Lines of now end here. */
  today: string
  dayHeader: string
  /** A day in words. */
  formatDay: (day: string) => string
}

/** Height of the picture, and room for the marks above and the days below, in px. */
const sizes = {
  normal: { height: 180, top: 22, bottom: 20 },
  compact: { height: 66, top: 14, bottom: 15 },
} as const

const dayMs = 86_400_000

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The figure that holds on a day; nothing before the first. */
const valueOn = ({ points }: StepLine, day: string): number | undefined =>
  points.findLast(point => point.day <= day)?.value

/** How figures rise day by day, as lines of steps, and in a table: to the last change of now, the last mark or today. */
export function StepLineChart(props: StepLineChartProps) {
  const { lines: all, most, marks, today, dayHeader, formatDay, format = formatCount, ...frame } = props
  const { height, top, bottom } = sizes[frame.isCompact ? 'compact' : 'normal']
  const daysOf = (lines: readonly StepLine[]) => lines.flatMap(({ points }) => points.map(({ day }) => day))
  const ofNow = daysOf(all.filter(({ weight }) => weight !== 'before'))
  const last = [...ofNow, ...marks.map(({ day }) => day), today].sort().at(-1) ?? today
  // An earlier time that went on for longer would press what is of now into a corner.
  const lines = all.map(line => ({ ...line, points: line.points.filter(({ day }) => day <= last) }))
  const days = [...new Set([...daysOf(lines), ...marks.map(({ day }) => day), today])].sort()
  // The lines begin at nothing, a day before the first change.
  const [from, to] = [timeOf(days[0] ?? today) - dayMs, timeOf(days.at(-1) ?? today)]
  const x = (day: string): string => `${(((timeOf(day) - from) / Math.max(1, to - from)) * 100).toFixed(2)}%`
  const y = (value: number): number => top + (1 - value / Math.max(1, most)) * (height - top - bottom)
  const changes = days.filter(day => lines.some(({ points }) => points.some(point => point.day === day)))
  const table = {
    columns: [dayHeader, ...lines.map(({ label }) => label)],
    rows: changes.map(day => ({
      id: day,
      cells: [formatDay(day), ...lines.map(line => format(valueOn(line, day) ?? 0))],
    })),
  }
  return (
    <ChartFrame {...frame} table={table}>
      <ul className={styles.legend} data-plain data-compact={frame.isCompact || undefined}>
        {lines.toReversed().map(line => (
          <li key={line.id} className={styles.entry}>
            <svg className={styles.swatch} viewBox="0 0 18 6" aria-hidden="true">
              <line className={styles.line} data-weight={line.weight} x1="0" x2="18" y1="3" y2="3" />
            </svg>
            {line.label} <strong>{format(valueOn(line, today) ?? 0)}</strong>
          </li>
        ))}
      </ul>
      <svg className={styles.chart} height={height} width="100%" role="img" aria-label={frame.sentence}>
        <line className={styles.ground} x1="0" x2="100%" y1={y(0)} y2={y(0)} />
        <line className={styles.most} x1="0" x2="100%" y1={y(most)} y2={y(most)} />
        <text className={styles.label} x="100%" y={y(most) + 13} textAnchor="end">
          {format(most)}
        </text>
        {marks.map(({ id, label, day }) => (
          <g key={id}>
            <line className={styles.mark} x1={x(day)} x2={x(day)} y1={top - 6} y2={y(0)} />
            <text
              className={styles.label}
              x={x(day)}
              y={top - 10}
              textAnchor={timeOf(day) > (from + to) / 2 ? 'end' : 'start'}
            >
              {label}
            </text>
          </g>
        ))}
        {lines.map(({ id, weight, points }) => (
          <g key={id}>
            {points.map(({ day, value }, at) => {
              const end = points[at + 1]?.day ?? (weight === 'before' ? days.at(-1) : today) ?? day
              const before = points[at - 1]?.value ?? 0
              return (
                <g key={day}>
                  <line
                    className={styles.line}
                    data-weight={weight}
                    x1={x(day)}
                    x2={x(day)}
                    y1={y(before)}
                    y2={y(value)}
                  />
                  <line
                    className={styles.line}
                    data-weight={weight}
                    x1={x(day)}
                    x2={x(end)}
                    y1={y(value)}
                    y2={y(value)}
                  />
                </g>
              )
            })}
          </g>
        ))}
        <text className={styles.label} x="0" y={height - 4}>
          {formatDay(days[0] ?? today)}
        </text>
        <text className={styles.label} x="100%" y={height - 4} textAnchor="end">
          {formatDay(days.at(-1) ?? today)}
        </text>
      </svg>
    </ChartFrame>
  )
}
