import { formatCount } from '../format/index.ts'
import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import styles from './Charts.module.css'
import { moveAmongMarks } from './roving.ts'
import { niceTicks, percent } from './scale.ts'

export interface LinePoint {
  id: string
  label: string
  value: number
}

export interface LineChartProps extends ChartProps {
  /** In order of time. */
  points: readonly LinePoint[]
  /** Name of the first column of the table. */
  labelHeader: string
  /** Name of the second. */
  valueHeader: string
}

/** A line over time, from 0. */
export function LineChart(props: LineChartProps) {
  const { points, labelHeader, valueHeader, format = formatCount } = props
  const ticks = niceTicks(Math.max(0, ...points.map(point => point.value)), 3)
  const end = ticks.at(-1) ?? 1
  const placed = place(points, end)
  const table = {
    columns: [labelHeader, valueHeader],
    rows: points.map(point => ({ id: point.id, cells: [point.label, format(point.value)] })),
  }
  return (
    <ChartFrame {...props} table={table}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among the marks, each of which can be focused */}
      <div className={styles.line} onKeyDown={moveAmongMarks}>
        <span className={styles.lineTicks} aria-hidden="true">
          {ticks.toReversed().map(tick => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </span>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: each mark in it has its own name, the figure the title */}
        <svg className={styles.plot}>
          {ticks.map(tick => (
            <line
              key={tick}
              className={styles.grid}
              x1="0"
              x2="100%"
              y1={percent(1 - tick / end)}
              y2={percent(1 - tick / end)}
            />
          ))}
          <Curve placed={placed} />
          {placed.map(({ id, label, value, x, y }, at) => (
            // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a mark takes the focus only to be read out
            <circle
              key={id}
              className={styles.point}
              data-mark
              tabIndex={at === 0 ? 0 : -1}
              role="img"
              aria-label={`${label}: ${format(value)}`}
              cx={percent(x)}
              cy={percent(1 - y)}
              r="4"
            >
              <title>{`${label}: ${format(value)}`}</title>
            </circle>
          ))}
        </svg>
        <span />
        <span className={styles.lineLabels} aria-hidden="true">
          <span>{points[0]?.label}</span>
          <span>{points.length > 1 && points.at(-1)?.label}</span>
        </span>
      </div>
    </ChartFrame>
  )
}

export interface SparklineProps {
  /** What it shows, in words with the last value: the picture is only a hint. */
  label: string
  values: readonly number[]
}

/** A line as small as a word, for a cell of a table or a tile. */
export function Sparkline({ label, values }: SparklineProps) {
  const highest = Math.max(...values, 1)
  const placed = place(
    values.map((value, at) => ({ id: String(at), label: '', value })),
    highest,
  )
  const last = placed.at(-1)
  return (
    <svg className={styles.spark} role="img" aria-label={label}>
      <Curve placed={placed} />
      {last && <circle className={styles.point} cx={percent(last.x)} cy={percent(1 - last.y)} r="2.5" />}
    </svg>
  )
}

type Placed = LinePoint & { x: number; y: number }

function place(points: readonly LinePoint[], end: number): Placed[] {
  return points.map((point, at) => ({
    ...point,
    x: points.length > 1 ? at / (points.length - 1) : 0.5,
    y: point.value / end,
  }))
}

function Curve({ placed }: { placed: readonly Placed[] }) {
  const path = placed.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x * 100} ${(1 - y) * 100}`).join('')
  return (
    // Stretched to the plot without its stroke; as a nested picture it overlies the marks' coordinates in percent.
    <svg
      className={styles.curve}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
