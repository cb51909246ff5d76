import type { RowData } from '@tanstack/react-table'
import { memo } from 'react'
import { Button } from 'react-aria-components/Button'
import { useMessages } from '../messages/index.ts'
import styles from './DataTable.module.css'
import { Dotted } from './Dotted.tsx'
import type { DataColumn, DataTableProps } from './dataTableTypes.ts'
import { formatCount } from './format.ts'
import { Icon } from './Icon.tsx'
import type { TableRow } from './useTableModel.ts'

interface BodyRowProps<Row extends RowData>
  extends Pick<DataTableProps<Row>, 'rowLabel' | 'detail' | 'actions'> {
  row: TableRow<Row>
  isOpen: boolean
  canOpen: boolean
  columns: readonly DataColumn<Row>[]
  /** Place among all rows, for a table of which only a part is drawn. */
  index?: number
  measure?: (element: HTMLElement | null) => void
  /** Keeps the room of the opening button free in rows that have none. */
  hasOpeners: boolean
}

function DrawnRow<Row extends RowData>(props: BodyRowProps<Row>) {
  const t = useMessages('ui')
  const { row, isOpen, canOpen, columns, rowLabel, detail, actions, index, measure, hasOpeners } = props
  const label = rowLabel?.(row.original) ?? row.id
  const panel = isOpen ? detail?.(row.original) : undefined
  return (
    <>
      <tr
        className={styles.row}
        data-depth={row.depth}
        data-open={isOpen || undefined}
        {...(index === undefined ? {} : { 'data-index': index, 'aria-rowindex': index + 2 })}
        ref={measure}
      >
        {columns.map((column, at) => {
          const Cell = column.isRowHeader ? 'th' : 'td'
          return (
            <Cell
              key={column.id}
              className={styles.cell}
              data-kind={column.kind}
              data-width={column.width}
              data-label={column.isRowHeader ? undefined : column.header}
              scope={column.isRowHeader ? 'row' : undefined}
            >
              {at === 0 && hasOpeners ? (
                <span className={styles.opening} data-depth={row.depth}>
                  {canOpen && (
                    <Button
                      className={styles.opener ?? ''}
                      aria-expanded={isOpen}
                      aria-label={isOpen ? t('hideRows', { title: label }) : t('showRows', { title: label })}
                      onPress={() => row.toggleExpanded()}
                    >
                      <Icon name="chevronRight" size="small" />
                    </Button>
                  )}
                  {contentOf(column, row.original)}
                </span>
              ) : (
                contentOf(column, row.original)
              )}
            </Cell>
          )
        })}
        {actions && <td className={styles.actions}>{actions(row.original)}</td>}
      </tr>
      {panel !== undefined && panel !== null && panel !== false && (
        <tr className={styles.detail}>
          <td colSpan={columns.length + (actions ? 1 : 0)}>
            <div className={styles.panel}>{panel}</div>
          </td>
        </tr>
      )}
    </>
  )
}

/** The table core makes all rows anew when one of them changes; what is drawn of the others is the same. */
const isSameRow = <Row extends RowData>(
  { row: former, ...before }: BodyRowProps<Row>,
  { row, ...now }: BodyRowProps<Row>,
): boolean =>
  former.original === row.original &&
  former.id === row.id &&
  former.depth === row.depth &&
  (Object.keys(now) as (keyof typeof now)[]).every(name => now[name] === before[name])

/** A row, and the panel under it when it is open. Drawn anew when the row itself or how it is drawn has changed. */
export const BodyRow = memo(DrawnRow, isSameRow) as typeof DrawnRow

function contentOf<Row>(column: DataColumn<Row>, row: Row) {
  if (column.cell) return column.cell(row)
  const value = column.value?.(row)
  if (typeof value === 'number') return formatCount(value)
  return column.kind === 'id' && value ? <Dotted code={value} /> : (value ?? '')
}
