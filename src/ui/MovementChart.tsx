import { type KeyboardEvent, useRef, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import { formatCount } from './format.ts'
import styles from './MovementChart.module.css'

/** A figure now, before, and between which values it may lie. */
export interface MovementPoint {
  now: number
  /** Null where there is nothing to hold it against. */
  before: number | null
  allowed: { from: number; to: number } | null
  /** Why it is marked: outside what is expected, or to look at. */
  mark?: 'issue' | 'notice' | undefined
}

export interface MovementChartProps extends ChartProps {
  /** Names of the two figures, and of the band where figures have one. */
  labels: { now: string; before: string; allowed?: string }
  /** Header of the first column of the table. */
  rowsLabel: string
  columns: readonly { id: string; label: string }[]
  /** Each row with a point for each column; undefined where there is none. */
  rows: readonly { id: string; label: string; points: readonly (MovementPoint | undefined)[] }[]
}

const rowHeight = 24

/**
 * Figures of a table as small multiples: a panel for each column, a line for each row, with the figure now, before, and the band in
 * which it may have moved. Points are reached by one tab stop and the arrow keys, and each is read out.
 */
export function MovementChart(props: MovementChartProps) {
  const { labels, rowsLabel, columns, rows, format = formatCount, ...frame } = props
  const t = useMessages('ui')
  const place = useRoving(rows)
  const textOf = (row: (typeof rows)[number], at: number): string => {
    const point = row.points[at]
    if (!point) return ''
    return [
      `${row.label}, ${columns[at]?.label}: ${labels.now} ${format(point.now)}`,
      ...(point.before === null ? [] : [`${labels.before} ${format(point.before)}`]),
      ...(point.allowed
        ? [`${labels.allowed} ${format(point.allowed.from)} – ${format(point.allowed.to)}`]
        : []),
    ].join(', ')
  }
  return (
    <ChartFrame
      {...frame}
      table={{
        columns: [
          rowsLabel,
          t('chartColumn'),
          labels.now,
          labels.before,
          ...(labels.allowed === undefined ? [] : [labels.allowed]),
        ],
        rows: rows.flatMap(row =>
          row.points.flatMap((point, at) =>
            point
              ? [
                  {
                    id: `${row.id}-${columns[at]?.id}`,
                    cells: [
                      row.label,
                      columns[at]?.label ?? '',
                      format(point.now),
                      point.before === null ? '--' : format(point.before),
                      ...(labels.allowed === undefined
                        ? []
                        : [
                            point.allowed
                              ? `${format(point.allowed.from)} – ${format(point.allowed.to)}`
                              : '--',
                          ]),
                    ],
                  },
                ]
              : [],
          ),
        ),
      }}
    >
      <p className={styles.legend} aria-hidden="true">
        <span data-kind="now">{labels.now}</span>
        <span data-kind="before">{labels.before}</span>
        {labels.allowed !== undefined && <span data-kind="allowed">{labels.allowed}</span>}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        className={styles.panels}
        role="group"
        aria-label={frame.sentence}
        ref={place.ref}
        onKeyDown={place.onKeyDown}
      >
        <div className={styles.names} aria-hidden="true">
          <span className={styles.head} />
          {rows.map(({ id, label }) => (
            <span key={id} className={styles.name} title={label}>
              {label}
            </span>
          ))}
        </div>
        {columns.map((column, at) => (
          <Panel
            key={column.id}
            label={column.label}
            at={at}
            rows={rows}
            format={columns.length === 1 ? format : undefined}
            textOf={textOf}
            tabIndexOf={place.tabIndexOf}
          />
        ))}
      </div>
    </ChartFrame>
  )
}

interface PanelProps {
  label: string
  /** Position of the column. */
  at: number
  rows: MovementChartProps['rows']
  /** Writes each figure beside its point: where the panel is the only one there is room. */
  format: MovementChartProps['format']
  textOf: (row: MovementChartProps['rows'][number], at: number) => string
  tabIndexOf: (row: number, column: number) => 0 | -1
}

/** One column on an axis of its own that begins at 0. */
function Panel({ label, at, rows, format, textOf, tabIndexOf }: PanelProps) {
  const values = rows.flatMap(({ points }) => {
    const point = points[at]
    return point ? [point.now, point.before ?? 0, point.allowed?.to ?? 0] : []
  })
  const most = Math.max(1, ...values)
  const share = (value: number) => Math.max(0, value) / most
  const x = (value: number) => `${share(value) * 100}%`
  return (
    <div className={styles.panel} data-alone={format && ''}>
      <span className={styles.head} title={label} aria-hidden="true">
        {label}
      </span>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: each of its points has a name */}
      <svg className={styles.picture} width="100%" height={rows.length * rowHeight}>
        {rows.map((row, line) => {
          const point = row.points[at]
          if (!point) return null
          const { now, before, allowed, mark } = point
          const y = line * rowHeight + rowHeight / 2
          return (
            // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that the keyboard reaches to have it read out
            <g
              key={row.id}
              className={styles.point}
              role="img"
              aria-label={textOf(row, at)}
              tabIndex={tabIndexOf(line, at)}
              data-place={`${line}-${at}`}
              data-mark={mark}
            >
              <title>{textOf(row, at)}</title>
              <rect className={styles.focus} x={1} y={y - 11} width="100%" height={22} rx={4} />
              {allowed && (
                <rect
                  className={styles.band}
                  x={x(allowed.from)}
                  y={y - 7}
                  width={`${Math.max(1, (share(allowed.to) - share(allowed.from)) * 100)}%`}
                  height={14}
                />
              )}
              {before !== null && <line className={styles.way} x1={x(before)} x2={x(now)} y1={y} y2={y} />}
              {before !== null && <circle className={styles.before} cx={x(before)} cy={y} r={4} />}
              {mark === 'issue' ? (
                // biome-ignore lint/a11y/noSvgWithoutTitle: part of a point that has a name
                <svg x={x(now)} y={y} className={styles.mark}>
                  <path className={styles.now} d="M0-6l6 6-6 6-6-6z" />
                </svg>
              ) : (
                <circle className={styles.now} cx={x(now)} cy={y} r={4.5} />
              )}
              {format && (
                <text className={styles.figure} x={x(Math.max(now, before ?? 0))} y={y} dx={10} dy="0.35em">
                  {format(now)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** One tab stop for all points; the arrow keys go from one to the next, over those that are not there. */
const useRoving = (rows: MovementChartProps['rows']) => {
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<string | undefined>(undefined)
  const places = rows.flatMap(({ points }, line) =>
    points.flatMap((point, column) => (point ? [`${line}-${column}`] : [])),
  )
  const current = place !== undefined && places.includes(place) ? place : places[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const focused = event.target instanceof Element ? event.target.getAttribute('data-place') : null
    if (!step || focused === null) return
    event.preventDefault()
    const [line = 0, column = 0] = focused.split('-').map(Number)
    const most = rows.length + Math.max(0, ...rows.map(({ points }) => points.length))
    const next = Array.from({ length: most }, (_, at) => at + 1)
      .map(times => `${line + times * step[0]}-${column + times * step[1]}`)
      .find(one => places.includes(one))
    if (next === undefined) return
    setPlace(next)
    ref.current?.querySelector<SVGGElement>(`[data-place="${next}"]`)?.focus()
  }
  return {
    ref,
    onKeyDown,
    tabIndexOf: (line: number, column: number): 0 | -1 => (`${line}-${column}` === current ? 0 : -1),
  }
}
