import type { RowData } from '@tanstack/react-table'
import { Fragment, type ReactNode } from 'react'
import { BodyRow } from './BodyRow.tsx'
import styles from './DataTable.module.css'
import type { DataColumn, DataTableProps } from './dataTableTypes.ts'
import type { TableRow } from './useTableModel.ts'
import { VirtualRows } from './VirtualRows.tsx'

interface TableRowsProps<Row extends RowData> {
  table: DataTableProps<Row>
  rows: readonly TableRow<Row>[]
  columns: readonly DataColumn<Row>[]
  isBeyondEnd: boolean
  /** Whether only the rows near those in sight are drawn. */
  isVirtual: boolean
  /** The region that scrolls. */
  region: HTMLElement | null
}

/** The body of a table: its rows, a sketch of them while they load, or what is said in their place. */
export function TableRows<Row extends RowData>(props: TableRowsProps<Row>) {
  const { table, rows, columns, isBeyondEnd, isVirtual, region } = props
  const columnCount = columns.length + (table.actions ? 1 : 0)
  const hasOpeners = rows.some(row => row.depth > 0 || row.getCanExpand())
  const message = messageOf(table, rows.length, isBeyondEnd)
  if (message === 'sketch') return <SketchRows columns={columns} hasActions={table.actions !== undefined} />
  if (message !== 'rows')
    return (
      <tr>
        <td className={styles.message} colSpan={columnCount}>
          {message}
        </td>
      </tr>
    )
  if (isVirtual)
    return (
      <VirtualRows
        rows={rows}
        region={region}
        columnCount={columnCount}
        renderRow={(row, index, measure) => (
          <BodyRow
            key={row.id}
            {...{ row, index, measure, hasOpeners, columns }}
            {...openingOf(row)}
            {...rowParts(table)}
          />
        )}
      />
    )
  return rows.map((row, at) => (
    <Fragment key={row.id}>
      <GroupHeading
        groups={row.depth === 0 ? table.groups : undefined}
        row={row.original}
        before={rows.slice(0, at).findLast(({ depth }) => depth === 0)?.original}
        columnCount={columnCount}
      />
      <BodyRow {...{ row, hasOpeners, columns }} {...openingOf(row)} {...rowParts(table)} />
    </Fragment>
  ))
}

interface GroupHeadingProps<Row> {
  groups: DataTableProps<Row>['groups']
  row: Row
  /** The row above; undefined for the first. */
  before: Row | undefined
  columnCount: number
}

/** Stands above the first row of each group. */
function GroupHeading<Row>({ groups, row, before, columnCount }: GroupHeadingProps<Row>) {
  if (!groups) return null
  const group = groups.of(row)
  if (before !== undefined && groups.of(before) === group) return null
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={columnCount}>
        {groups.heading(group)}
      </th>
    </tr>
  )
}

const openingOf = <Row extends RowData>(row: TableRow<Row>) => ({
  isOpen: row.getIsExpanded(),
  canOpen: row.getCanExpand(),
})

function rowParts<Row>({ rowLabel, detail, actions }: DataTableProps<Row>) {
  return { rowLabel, detail, actions }
}

function messageOf<Row>(
  { status, empty, failure }: DataTableProps<Row>,
  shownRows: number,
  isBeyondEnd: boolean,
): ReactNode {
  if (status === 'failed') return failure
  if (shownRows > 0) return 'rows'
  return status === 'loading' || isBeyondEnd ? 'sketch' : empty
}

const sketchRows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function SketchRows<Row>({
  columns,
  hasActions,
}: {
  columns: readonly DataColumn<Row>[]
  hasActions: boolean
}) {
  return sketchRows.map(row => (
    <tr key={row} className={styles.sketch}>
      {columns.map(column => (
        <td key={column.id} data-kind={column.kind}>
          <span className={styles.bone} />
        </td>
      ))}
      {hasActions && <td />}
    </tr>
  ))
}
