import type { RowData } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import styles from './DataTable.module.css'
import type { TableRow } from './useTableModel.ts'

interface VirtualRowsProps<Row extends RowData> {
  rows: readonly TableRow<Row>[]
  /** The region that scrolls. */
  region: HTMLElement | null
  columnCount: number
  renderRow: (row: TableRow<Row>, index: number, measure: (element: HTMLElement | null) => void) => ReactNode
}

const usualHeight = 37

/** The place among all rows of the one that has the focus; undefined while none has it. */
function useFocusedRow(region: HTMLElement | null): number | undefined {
  const [index, setIndex] = useState<number | undefined>()
  useEffect(() => {
    const enter = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
      setIndex(row ? Number(row.dataset.index) : undefined)
    }
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && region?.contains(relatedTarget))) setIndex(undefined)
    }
    region?.addEventListener('focusin', enter)
    region?.addEventListener('focusout', leave)
    return () => {
      region?.removeEventListener('focusin', enter)
      region?.removeEventListener('focusout', leave)
    }
  }, [region])
  return index
}

/**
 * Draws only the rows near those in sight, and the one that has the focus, which would be lost with its row; empty rows
 * keep the height of the others.
 */
export function VirtualRows<Row extends RowData>({
  rows,
  region,
  columnCount,
  renderRow,
}: VirtualRowsProps<Row>) {
  const focused = useFocusedRow(region)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region,
    estimateSize: () => usualHeight,
    getItemKey: index => rows[index]?.id ?? index,
    overscan: 12,
    initialRect: { width: 0, height: 24 * usualHeight },
    rangeExtractor: range => {
      const near = defaultRangeExtractor(range)
      return focused === undefined || focused >= rows.length || near.includes(focused)
        ? near
        : [...near, focused].sort((one, other) => one - other)
    },
  })
  const drawn = virtualizer.getVirtualItems()
  const below = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    <>
      {drawn.map((item, at) => {
        const row = rows[item.index]
        return (
          <Fragment key={item.key}>
            <Spacer height={item.start - (drawn[at - 1]?.end ?? 0)} columnCount={columnCount} />
            {row && renderRow(row, item.index, virtualizer.measureElement)}
          </Fragment>
        )
      })}
      <Spacer height={below} columnCount={columnCount} />
    </>
  )
}

function Spacer({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of nothing takes no focus
    <tr aria-hidden="true" className={styles.spacer}>
      <td colSpan={columnCount} height={height} />
    </tr>
  )
}
