import { type KeyboardEvent, useRef, useState } from 'react'
import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import { formatCount } from './format.ts'
import styles from './HistogramChart.module.css'

/** How a part of a bar is coloured; the legend says what it is. */
export type HistogramTone = 'plain' | 'good' | 'attention' | 'failed'

export interface HistogramChartProps extends ChartProps {
  /** What the parts of a bar are, from the ground upwards. */
  parts: readonly { id: string; label: string; tone: HistogramTone }[]
  /** From left to right, each with a figure for each part. */
  bars: readonly { id: string; label: string; values: readonly number[] }[]
  /** Rows of the table that have no bar. */
  others?: readonly { id: string; label: string; values: readonly number[] }[]
  /** Values of the axis, and lines across the bars, in widths of a bar from the left. */
  ticks: readonly { id: string; label: string; at: number }[]
  marks: readonly { id: string; label: string; at: number; isDashed?: boolean }[]
  /** Name of the axis: what lies from left to right. */
  axisLabel: string
}

const height = 168
/** Room for the words of two marks above, and for the values of the axis below. */
const top = 34
const bottom = 18
const ground = height - bottom

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * How many things lie at which values, as bars beside lines that divide them. Bars are reached by one tab stop and the arrow
 * keys, and each is read out.
 */
export function HistogramChart(props: HistogramChartProps) {
  const { parts, bars, others = [], ticks, marks, axisLabel, format = formatCount, ...frame } = props
  const roving = useRoving(bars.length)
  const highest = Math.max(1, ...bars.map(({ values }) => sumOf(values)))
  const x = (at: number): string => `${(at / Math.max(1, bars.length)) * 100}%`
  const room = ground - top - 16
  const heightOf = (value: number): number => (value / highest) * room
  const legendParts = parts.filter((_, at) =>
    [...bars, ...others].some(({ values }) => (values[at] ?? 0) > 0),
  )
  const textOf = ({ label, values }: (typeof bars)[number]): string =>
    `${label}: ${
      parts.flatMap((part, at) => (values[at] ? [`${format(values[at])} ${part.label}`] : [])).join(', ') ||
      format(0)
    }`
  return (
    <ChartFrame
      {...frame}
      table={{
        columns: [axisLabel, ...parts.map(({ label }) => label)],
        rows: [...others, ...bars].map(({ id, label, values }) => ({
          id,
          cells: [label, ...parts.map((_, at) => format(values[at] ?? 0))],
        })),
      }}
    >
      <ul className={styles.legend} data-plain aria-hidden="true">
        {legendParts.map(({ id, label, tone }) => (
          <li key={id} className={styles.entry} data-tone={tone}>
            {label}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label={frame.sentence} ref={roving.ref} onKeyDown={roving.onKeyDown}>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: each of its bars has a name */}
        <svg className={styles.chart} width="100%" height={height}>
          {bars.map((bar, place) => {
            let under = 0
            return (
              // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that the keyboard reaches to have it read out
              <g
                key={bar.id}
                className={styles.bar}
                role="img"
                aria-label={textOf(bar)}
                tabIndex={roving.tabIndexOf(place)}
                data-place={place}
              >
                <title>{textOf(bar)}</title>
                <rect
                  className={styles.focus}
                  x={x(place)}
                  y={top}
                  width={x(1)}
                  height={ground - top}
                  rx={4}
                />
                {parts.map((part, at) => {
                  const value = bar.values[at] ?? 0
                  if (value === 0) return null
                  const size = Math.max(2, heightOf(value))
                  under += size
                  return (
                    <rect
                      key={part.id}
                      className={styles.part}
                      data-tone={part.tone}
                      x={x(place + 0.05)}
                      y={ground - under}
                      width={x(0.9)}
                      height={size}
                    />
                  )
                })}
                {under > 0 && (
                  <text
                    className={styles.count}
                    x={x(place + 0.5)}
                    y={ground - under - 5}
                    textAnchor="middle"
                  >
                    {format(sumOf(bar.values))}
                  </text>
                )}
              </g>
            )
          })}
          <line className={styles.axis} x1="0" x2="100%" y1={ground + 0.5} y2={ground + 0.5} />
          {ticks.map(({ id, label, at }, place) => (
            <text
              key={id}
              className={styles.tick}
              data-minor={place % 4 !== 0 || undefined}
              x={x(at)}
              y={height - 3}
              textAnchor={at === 0 ? 'start' : at >= bars.length ? 'end' : 'middle'}
            >
              {label}
            </text>
          ))}
          {marks.map(({ id, label, at, isDashed }, place) => (
            <g key={id}>
              <line
                className={styles.mark}
                data-dashed={isDashed || undefined}
                x1={x(at)}
                x2={x(at)}
                y1={place % 2 === 0 ? 4 : 20}
                y2={ground}
              />
              <text
                className={styles.markLabel}
                x={x(at)}
                y={place % 2 === 0 ? 13 : 29}
                dx={at > bars.length * 0.7 ? -5 : 5}
                textAnchor={at > bars.length * 0.7 ? 'end' : 'start'}
              >
                {label}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <p className={styles.axisLabel} aria-hidden="true">
        {axisLabel}
      </p>
    </ChartFrame>
  )
}

/** One tab stop for all bars; the arrow keys, Home and End go from one to the next. */
const useRoving = (count: number) => {
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(0)
  const current = Math.min(place, count - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowRight: Math.min(current + 1, count - 1),
      ArrowLeft: Math.max(current - 1, 0),
      Home: 0,
      End: count - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setPlace(next)
    ref.current?.querySelector<SVGGElement>(`[data-place="${next}"]`)?.focus()
  }
  return { ref, onKeyDown, tabIndexOf: (at: number): 0 | -1 => (at === current ? 0 : -1) }
}
