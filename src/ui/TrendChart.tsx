import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import { formatCount } from './format.ts'
import styles from './TrendChart.module.css'

export interface TrendPoint {
  id: string
  /** When it was, in words. */
  label: string
  value: number
}

export interface TrendChartProps extends ChartProps {
  /** From the oldest to the newest. */
  points: readonly TrendPoint[]
  /** Headings of the table: when, and what is counted. */
  columns: readonly [string, string]
}

const height = 120
/** Room for the figures above the line and the moments below it. */
const top = 24
const bottom = 24

/** How a figure went, as a line over its moments; each figure stands at its point, and in a table. */
export function TrendChart({ points, columns, format = formatCount, ...frame }: TrendChartProps) {
  const most = Math.max(1, ...points.map(({ value }) => value))
  const x = (at: number): string => `${(((at + 0.5) / points.length) * 100).toFixed(2)}%`
  const y = (value: number): number => top + (1 - value / most) * (height - top - bottom)
  const table = {
    columns,
    rows: points.map(({ id, label, value }) => ({ id, cells: [label, format(value)] })),
  }
  return (
    <ChartFrame {...frame} table={table}>
      <svg className={styles.chart} height={height} width="100%" role="img" aria-label={frame.sentence}>
        <line className={styles.ground} x1="0" x2="100%" y1={y(0)} y2={y(0)} />
        {points.slice(1).map(({ id, value }, at) => (
          <line
            key={id}
            className={styles.line}
            x1={x(at)}
            x2={x(at + 1)}
            y1={y(points[at]?.value ?? value)}
            y2={y(value)}
          />
        ))}
        {points.map(({ id, label, value }, at) => (
          <g key={id} data-last={at === points.length - 1 || undefined}>
            <circle
              className={styles.point}
              cx={x(at)}
              cy={y(value)}
              r={at === points.length - 1 ? 4.5 : 3}
            />
            <text className={styles.value} x={x(at)} y={y(value) - 9} textAnchor="middle">
              {format(value)}
            </text>
            <text className={styles.label} x={x(at)} y={height - 4} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
      </svg>
    </ChartFrame>
  )
}
