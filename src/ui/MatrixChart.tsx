import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { Link as AriaLink } from 'react-aria-components/Link'
import { ChartFrame, type ChartProps, type ChartTable } from './ChartFrame.tsx'
import styles from './MatrixChart.module.css'

export interface MatrixChartProps extends ChartProps {
  /** For each row one code for each column: 0 is drawn as nothing, 1 lightly, 2 strongly. Keep it the same between renders. */
  rows: readonly Uint8Array[]
  columnCount: number
  /** What a cell says, in words. */
  wordsOf: (row: number, column: number) => string
  /** Where a cell leads. */
  hrefOf: (row: number, column: number) => string
  /** What the strong and the light colour mean. */
  legend: { strong: string; light: string }
  /** How it is gone through by keys; read out with the picture. */
  help: string
  table: ChartTable
}

/** Points of a cell in the picture's own measure. */
const cell = 8
/** Pixels of the whole picture. */
const lowest = 80
const highest = 560
/** Cells by which Page Up and Page Down move. */
const pageOf = 10

/** All cells of one code as one shape; neighbours in a row are drawn as one. */
export const shapeOf = (rows: readonly Uint8Array[], code: number): string => {
  const parts: string[] = []
  for (const [y, row] of rows.entries())
    for (let from = 0; from < row.length; from += 1) {
      if (row[from] !== code) continue
      let to = from
      while (to + 1 < row.length && row[to + 1] === code) to += 1
      parts.push(`M${from * cell} ${y * cell}h${(to - from + 1) * cell}v${cell}h${(from - to - 1) * cell}z`)
      from = to
    }
  return parts.join('')
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-pageOf, 0],
  PageDown: [pageOf, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
}

const within = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at))

/**
 * Many rows against many columns as one picture: one link, whose cell follows the pointer or the arrow keys and leads on. Only
 * the frame around the cell moves; the cells themselves are two shapes, drawn once.
 */
export function MatrixChart(props: MatrixChartProps) {
  const { rows, columnCount, wordsOf, hrefOf, legend, help, table, ...frame } = props
  const [place, setPlace] = useState<{ row: number; column: number }>({ row: 0, column: 0 })
  const [light, strong] = useMemo(() => [shapeOf(rows, 1), shapeOf(rows, 2)], [rows])
  const [row, column] = [within(place.row, rows.length), within(place.column, columnCount)]
  const move = (to: { row: number; column: number }) => {
    if (to.row !== row || to.column !== column) setPlace(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = moves[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move({ row: within(row + step[0], rows.length), column: within(column + step[1], columnCount) })
  }
  const onPointerMove = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    move({
      row: within(Math.floor(((event.clientY - box.top) / box.height) * rows.length), rows.length),
      column: within(Math.floor(((event.clientX - box.left) / box.width) * columnCount), columnCount),
    })
  }
  const said = wordsOf(row, column)
  return (
    <ChartFrame {...frame} table={table}>
      <p className={styles.legend}>
        <span className={styles.key} data-code="strong" aria-hidden="true" /> {legend.strong}
        <span className={styles.key} data-code="light" aria-hidden="true" /> {legend.light}
      </p>
      <p className={styles.said} role="status">
        {said}
      </p>
      <AriaLink
        className={styles.link ?? ''}
        href={hrefOf(row, column)}
        aria-label={`${said} ${help}`}
        onKeyDown={onKeyDown}
      >
        <svg
          className={styles.picture}
          viewBox={`0 0 ${columnCount * cell} ${rows.length * cell}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          height={Math.max(lowest, Math.min(highest, rows.length * cell))}
          onPointerMove={onPointerMove}
          onPointerDown={onPointerMove}
        >
          <path className={styles.light} d={light} />
          <path className={styles.strong} d={strong} />
          <rect className={styles.cursor} x={column * cell} y={row * cell} width={cell} height={cell} />
        </svg>
      </AriaLink>
    </ChartFrame>
  )
}
