import type { RowData } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
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

/** Draws only the rows near those in sight; two empty rows keep the height of the others. */
export function VirtualRows<Row extends RowData>({
  rows,
  region,
  columnCount,
  renderRow,
}: VirtualRowsProps<Row>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region,
    estimateSize: () => usualHeight,
    getItemKey: index => rows[index]?.id ?? index,
    overscan: 12,
    initialRect: { width: 0, height: 24 * usualHeight },
  })
  const drawn = virtualizer.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    <>
      <Spacer height={above} columnCount={columnCount} />
      {drawn.map(item => {
        const row = rows[item.index]
        return row && renderRow(row, item.index, virtualizer.measureElement)
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
