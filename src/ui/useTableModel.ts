import {
  type ColumnDef,
  createExpandedRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  functionalUpdate,
  type Row,
  type RowData,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { CellValue, DataColumn, DataTableProps } from './dataTableTypes.ts'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
})

type Features = typeof features

/** A row as the table core sees it: the caller's row in `original`, its depth, whether it is open. */
export type TableRow<Data extends RowData> = Row<Features, Data>

const collator = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' })

/** Ascending order of two values that are there. */
function compareValues(one: CellValue, other: CellValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}

/**
 * Sorting, paging and opening by the table core, over the state that the caller holds. In server mode sorting
 * and paging are left to the server.
 */
export function useTableModel<Data extends RowData>(props: DataTableProps<Data>) {
  const { columns, rows, rowId, subRows, detail, state, onChange, serverTotal, isUnpaged } = props
  const isServer = serverTotal !== undefined
  const columnDefs = useMemo(() => columns.map(columnDef), [columns])
  const sorting = state.sort ? [{ id: state.sort.column, desc: state.sort.direction === 'descending' }] : []
  const everyRow = state.pageSize === 'all' || isUnpaged === true
  const pageSize = everyRow ? Math.max(1, rows.length) : Number(state.pageSize)
  const pages = Math.max(1, Math.ceil((serverTotal ?? rows.length) / pageSize))
  const pageIndex = everyRow ? 0 : Math.min(state.page, pages) - 1
  const expanded = Object.fromEntries(state.expanded.map(id => [id, true]))

  return useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: rowId,
    getSubRows: row => subRows?.(row),
    getRowCanExpand: row => row.subRows.length > 0 || hasDetail(detail, row.original),
    paginateExpandedRows: false,
    manualSorting: isServer,
    manualPagination: isServer,
    ...(isServer ? { rowCount: serverTotal } : {}),
    enableMultiSort: false,
    enableSortingRemoval: false,
    autoResetPageIndex: false,
    autoResetExpanded: false,
    state: { sorting, pagination: { pageIndex, pageSize }, expanded },
    onSortingChange: updater => {
      const [first] = functionalUpdate(updater, sorting)
      const sort = first
        ? ({ column: first.id, direction: first.desc ? 'descending' : 'ascending' } as const)
        : null
      onChange({ sort, page: 1 })
    },
    onExpandedChange: updater => {
      const open = functionalUpdate(updater, expanded)
      if (open !== true) onChange({ expanded: Object.keys(open).filter(id => open[id]) })
    },
  })
}

function hasDetail<Data>(detail: DataTableProps<Data>['detail'], row: Data): boolean {
  const panel = detail?.(row)
  return panel !== undefined && panel !== null && panel !== false
}

function columnDef<Data extends RowData>(column: DataColumn<Data>): ColumnDef<Features, Data> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: row => column.value?.(row) ?? undefined,
    enableSorting: column.isSortable === true,
    sortDescFirst: column.firstDirection === 'descending',
    sortUndefined: 'last',
    sortFn: (one, other, id) => compareValues(one.getValue<CellValue>(id), other.getValue<CellValue>(id)),
  }
}
