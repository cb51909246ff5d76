import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { Hidden } from './Hidden.tsx'
import styles from './TextRows.module.css'

/** A part of a row that is marked. Offsets are in its text. */
export interface TextMark {
  from: number
  to: number
  /** Read out after the marked text. */
  label: string
  isCurrent: boolean
}

/** A line of a text, or a part of a long one. */
export interface ShownRow {
  row: number
  line: number
  /** Whether the line began in a row before. */
  isContinued: boolean
  text: string
}

export interface TextRowsProps<Row extends ShownRow> {
  label: string
  rowCount: number
  /** Reads rows from one on, at most `count`. */
  read: (from: number, count: number) => Promise<readonly Row[]>
  /** Marks of a row, from its beginning on, none of which overlap. */
  marksOf: (row: Row) => readonly TextMark[]
  /** The row to bring into sight, whenever the key changes. */
  target: { row: number; key: string } | undefined
  /** Shown in place of the text when it cannot be read. */
  failed: string
}

/** Rows that are scrolled as one: browsers cannot scroll much further than 10 million pixels. */
const segmentRows = 100_000
const pageRows = 100
/** Pages that are kept before and after what is in sight. */
const keptBeside = 4
/** Rows that are drawn: those in the largest region, and some beside them. */
const drawnRows = 72
const drawnBefore = 20
const rowRem = 1.375
/** Where in the region the row comes that is brought into sight. */
const upperThird = 0.33

const pixelsOfRow = (): number =>
  rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16')

/** The pages of rows that are near what is in sight, read when they are needed. */
function useRows<Row extends ShownRow>(
  { read }: Pick<TextRowsProps<Row>, 'read'>,
  from: number,
  to: number,
): { rowAt: (row: number) => Row | undefined; hasFailed: boolean; loaded: number } {
  const pages = useRef(new Map<number, readonly Row[] | undefined>())
  const [loaded, setLoaded] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const firstPage = Math.floor(from / pageRows)
  const lastPage = Math.floor(Math.max(from, to - 1) / pageRows)
  useEffect(() => {
    const known = pages.current
    for (const page of known.keys())
      if (page < firstPage - keptBeside || page > lastPage + keptBeside) known.delete(page)
    for (let page = firstPage; page <= lastPage; page += 1) {
      if (known.has(page)) continue
      known.set(page, undefined)
      read(page * pageRows, pageRows)
        .then(rows => {
          known.set(page, rows)
          setLoaded(count => count + 1)
        })
        .catch(() => setHasFailed(true))
    }
  }, [read, firstPage, lastPage])
  return {
    rowAt: row => pages.current.get(Math.floor(row / pageRows))?.[row % pageRows],
    hasFailed,
    loaded,
  }
}

/**
 * A text of any length, of which only what is in sight is read and drawn. Give it another `key` with another text. Long texts are
 * scrolled in segments.
 */
export function TextRows<Row extends ShownRow>(props: TextRowsProps<Row>) {
  const { label, rowCount, marksOf, target, failed } = props
  const t = useMessages('ui')
  const region = useRef<HTMLElement>(null)
  const [place, setPlace] = useState({ segment: 0, first: 0 })
  const begin = place.segment * segmentRows
  const end = Math.min(rowCount, begin + segmentRows)
  const from = Math.max(begin, begin + place.first - drawnBefore)
  const to = Math.min(end, from + drawnRows)
  const { rowAt, hasFailed, loaded } = useRows(props, from, to)
  const shownTarget = useRef('')

  const show = (row: number) => {
    const segment = Math.floor(row / segmentRows)
    setPlace({ segment, first: Math.max(0, row - segment * segmentRows - drawnBefore / 2) })
  }
  const targetKey = target?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes there when the key changes, and not when it is drawn again
  useLayoutEffect(() => {
    if (target) show(target.row)
  }, [targetKey])
  // Once the rows around it are drawn, by which the region can be scrolled there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that arrive let it be scrolled sideways, too
  useLayoutEffect(() => {
    const { current } = region
    if (
      !target ||
      !current ||
      shownTarget.current === target.key ||
      place.segment !== Math.floor(target.row / segmentRows)
    )
      return
    current.scrollTop = (target.row - begin) * pixelsOfRow() - current.clientHeight * upperThird
    const mark = current.querySelector<HTMLElement>('[data-current-mark]')
    if (!rowAt(target.row)) return
    shownTarget.current = target.key
    const left = mark?.offsetLeft ?? 0
    const isInSight =
      left + (mark?.offsetWidth ?? 0) < current.scrollLeft + current.clientWidth && left >= current.scrollLeft
    if (!isInSight) current.scrollLeft = Math.max(0, left - current.clientWidth / 2)
  }, [targetKey, place.segment, loaded])

  if (hasFailed) return <p className={styles.failed}>{failed}</p>
  const digits = String(rowCount).length
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      data-digits={Math.min(9, Math.max(3, digits))}
      translate="no"
      onScroll={({ currentTarget }) => {
        const first = Math.max(0, Math.floor(currentTarget.scrollTop / pixelsOfRow()))
        if (Math.abs(first - place.first) >= drawnBefore / 2) setPlace({ ...place, first })
      }}
    >
      {begin > 0 && <Turn onPress={() => show(begin - 1)}>{t('text.former', { count: segmentRows })}</Turn>}
      <Spacer rows={from - begin} />
      {Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at).map(row => (
        <TextRow key={row} row={rowAt(row)} marksOf={marksOf} isTarget={row === target?.row} />
      ))}
      <Spacer rows={end - to} />
      {end < rowCount && (
        <Turn onPress={() => show(end)}>
          {t('text.next', { count: Math.min(segmentRows, rowCount - end) })}
        </Turn>
      )}
    </section>
  )
}

function Turn({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <div className={styles.turn}>
      <Button size="small" onPress={onPress}>
        {children}
      </Button>
    </div>
  )
}

/** The height of rows that are not drawn. */
function Spacer({ rows }: { rows: number }) {
  if (rows <= 0) return null
  return (
    <svg
      className={styles.spacer}
      width="1"
      height={`${rows * rowRem}rem`}
      aria-hidden="true"
      focusable="false"
    />
  )
}

interface TextRowProps<Row extends ShownRow> {
  row: Row | undefined
  marksOf: (row: Row) => readonly TextMark[]
  isTarget: boolean
}

function TextRow<Row extends ShownRow>({ row, marksOf, isTarget }: TextRowProps<Row>) {
  const t = useMessages('ui')
  if (!row) return <div className={styles.row} />
  const marks = marksOf(row)
  const parts: ReactNode[] = []
  let at = 0
  for (const { from, to, label, isCurrent } of marks) {
    parts.push(row.text.slice(at, from))
    parts.push(
      <mark
        key={`${from} ${label}`}
        data-current={isCurrent || undefined}
        {...(isCurrent && { 'data-current-mark': '' })}
      >
        {row.text.slice(from, to)}
        <Hidden>{` (${label}) `}</Hidden>
      </mark>,
    )
    at = to
  }
  parts.push(row.text.slice(at))
  return (
    <div
      className={styles.row}
      data-marked={marks.length > 0 || undefined}
      data-target={isTarget || undefined}
    >
      <span className={styles.number}>
        {row.isContinued ? (
          <span aria-hidden="true">↪</span>
        ) : (
          <span>{t('text.lineNumber', { line: row.line })}</span>
        )}
      </span>
      <code className={styles.text}>{parts}</code>
    </div>
  )
}
