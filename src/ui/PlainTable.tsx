import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { hiddenClass } from './Hidden.tsx'
import { moreAside } from './moreAside.ts'
import styles from './PlainTable.module.css'

/** Whether an element's content is wider or higher than the element. */
function useOverflow(place: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() =>
      setOverflows(
        element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
      ),
    )
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [place])
  return overflows
}

export interface PlainColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  kind?: 'text' | 'number'
  isRowHeader?: boolean
}

export interface PlainTableProps<Row> {
  caption: string
  isCaptionHidden?: boolean
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** A long table scrolls in its place. */
  isBounded?: boolean
  /** On a narrow screen each row is a block with a line for each column; it needs a column that names the row. */
  stacks?: boolean
}

/** A whole table, neither sorted nor paged: for what is read in one go and printed. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { caption, isCaptionHidden, columns, rows, rowId, isBounded, stacks } = props
  const region = useRef<HTMLDivElement>(null)
  const overflows = useOverflow(region)
  useEffect(() => moreAside(region.current), [])
  return (
    // Not a landmark: a card around it often has the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={region}
      role="group"
      className={styles.region}
      data-bounded={isBounded || undefined}
      data-stacks={stacks || undefined}
      aria-label={caption}
      tabIndex={overflows ? 0 : undefined}
    >
      <table className={styles.table}>
        <caption className={isCaptionHidden ? hiddenClass : styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, header, kind }) => (
              <th key={id} scope="col" data-kind={kind}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowId(row)}>
              {columns.map(({ id, header, cell, kind, isRowHeader }) =>
                isRowHeader ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} data-kind={kind} data-label={header}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
