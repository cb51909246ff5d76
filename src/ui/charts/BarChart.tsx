import { useId } from 'react'
import type { Tone } from '../badge/index.ts'
import { formatCount } from '../format/index.ts'
import { Link } from '../link/index.ts'
import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import styles from './Charts.module.css'
import { fillOf, Patterns } from './Pattern.tsx'
import { moveAmongMarks } from './roving.ts'
import { niceTicks, percent } from './scale.ts'

export interface BarSeries {
  id: string
  label: string
  /** Takes the colour of a state in place of the next of the series. */
  tone?: Tone
}

export interface Bar {
  id: string
  label: string
  /** Value of each series by its id; a missing one counts as 0. */
  values: Readonly<Record<string, number>>
  href?: string
}

export interface BarChartProps extends ChartProps {
  series: readonly BarSeries[]
  bars: readonly Bar[]
  /** stacked: one bar of all series; grouped: a bar for each, under each other. */
  layout?: 'stacked' | 'grouped'
  /** Name of the first column of the table. */
  labelHeader: string
}

/** Horizontal bars with their names and values written out. */
export function BarChart(props: BarChartProps) {
  const { series, bars, layout = 'stacked', format = formatCount, labelHeader } = props
  const patterns = useId()
  const lengths = bars.map(bar => {
    const values = series.map(each => bar.values[each.id] ?? 0)
    return layout === 'stacked' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  })
  const ticks = niceTicks(Math.max(0, ...lengths))
  const end = ticks.at(-1) ?? 1
  const table = {
    columns: [labelHeader, ...series.map(each => each.label)],
    rows: bars.map(bar => ({
      id: bar.id,
      cells: [bar.label, ...series.map(each => format(bar.values[each.id] ?? 0))],
    })),
  }
  return (
    <ChartFrame {...props} table={table}>
      {series.length > 1 && <Legend series={series} patterns={patterns} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among the marks, each of which can be focused */}
      <div className={styles.bars} onKeyDown={moveAmongMarks}>
        <svg className={styles.defs} aria-hidden="true" focusable="false">
          <Patterns id={patterns} tones={series.map(each => each.tone)} />
        </svg>
        {bars.map((bar, at) => (
          <div key={bar.id} className={styles.bar}>
            <span className={styles.barLabel}>
              {bar.href ? <Link href={bar.href}>{bar.label}</Link> : bar.label}
            </span>
            <Marks {...{ bar, series, layout, end, ticks, format, patterns }} isFirst={at === 0} />
            <span
              className={styles.barValue}
              data-grouped={layout === 'grouped' || undefined}
              aria-hidden="true"
            >
              {layout === 'stacked'
                ? format(lengths[at] ?? 0)
                : series.map(each => <span key={each.id}>{format(bar.values[each.id] ?? 0)}</span>)}
            </span>
          </div>
        ))}
        <div className={styles.axis} aria-hidden="true">
          <span />
          <span className={styles.ticks}>
            {ticks.map(tick => (
              <span key={tick}>{format(tick)}</span>
            ))}
          </span>
          <span />
        </div>
      </div>
    </ChartFrame>
  )
}

interface MarksProps extends Required<Pick<BarChartProps, 'series' | 'layout' | 'format'>> {
  bar: Bar
  end: number
  ticks: readonly number[]
  patterns: string
  isFirst: boolean
}

function Marks({ bar, series, layout, end, ticks, format, patterns, isFirst }: MarksProps) {
  const rows = layout === 'stacked' ? 1 : series.length
  let start = 0
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each mark in it has its own name, the figure the title
    <svg className={styles.marks} data-rows={rows}>
      {ticks.map(tick => (
        <line
          key={tick}
          className={styles.grid}
          x1={percent(tick / end)}
          x2={percent(tick / end)}
          y1="0"
          y2="100%"
        />
      ))}
      {series.map((each, at) => {
        const value = bar.values[each.id] ?? 0
        const from = layout === 'stacked' ? start : 0
        start += value
        const row = layout === 'stacked' ? 0 : at
        return (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a mark takes the focus only to be read out
          <rect
            key={each.id}
            className={styles.mark}
            data-mark
            tabIndex={isFirst && at === 0 ? 0 : -1}
            role="img"
            aria-label={`${bar.label}, ${each.label}: ${format(value)}`}
            x={percent(from / end)}
            width={percent(value / end)}
            y={percent(row / rows + 0.06)}
            height={percent(1 / rows - 0.12)}
            fill={fillOf(patterns, at)}
          >
            <title>{`${each.label}: ${format(value)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

function Legend({ series, patterns }: { series: readonly BarSeries[]; patterns: string }) {
  return (
    <ul className={styles.legend} data-plain>
      {series.map((each, at) => (
        <li key={each.id}>
          <svg className={styles.swatch} aria-hidden="true" focusable="false">
            <rect className={styles.mark} width="100%" height="100%" fill={fillOf(patterns, at)} />
          </svg>
          {each.label}
        </li>
      ))}
    </ul>
  )
}
