import {
  type ColumnDef,
  columnFacetingFeature,
  columnFilteringFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  createFacetedRowModel,
  createFacetedUniqueValues,
  createFilteredRowModel,
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
import { pageLocale } from '../messages/index.ts'
import type { CellValue, DataColumn, DataFilter, DataTableProps, TableState } from './dataTableTypes.ts'
import type { Option } from './options.ts'
import { useLastPage } from './useLastPage.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  columnFacetingFeature,
  facetedRowModel: createFacetedRowModel(),
  facetedUniqueValues: createFacetedUniqueValues(),
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

/** The order of text in the language of the page; the numbers in it by their values. */
let collator: Intl.Collator | undefined
const inOrder = (one: string, other: string): number => {
  collator ??= new Intl.Collator(pageLocale(), { numeric: true, sensitivity: 'base' })
  return collator.compare(one, other)
}

/** Ascending order of two values that are there. */
function compareValues(one: CellValue, other: CellValue): number {
  if (one === other) return 0
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return inOrder(String(one), String(other))
}

/** Instants as ISO 8601 writes them are in order as their characters are, which is told a hundred times sooner. */
function compareMoments(one: CellValue, other: CellValue): number {
  const [former, latter] = [String(one), String(other)]
  if (former === latter) return 0
  return former < latter ? -1 : 1
}

/** Filters are columns of the core that are never drawn; the prefix keeps their ids apart from those of the table. */
const filterColumn = (id: string): string => `filter:${id}`

const noFilters: readonly never[] = []

/** A filter with the options that it offers, each with the number of rows that the other filters leave for it. */
export interface OfferedFilter {
  id: string
  label: string
  options: readonly Option[]
  chosen: readonly string[]
}

/** A column that the reader may hide. */
export interface OfferedColumn {
  id: string
  header: string
  isShown: boolean
}

/**
 * Filtering, sorting, paging, opening and hiding by the table core, over the state that the caller holds; `columns` are
 * those that the reader has not hidden. In server mode filtering, sorting and paging are left to the server. A page beyond the
 * end becomes the last page, and the caller is told.
 */
export function useTableModel<Data extends RowData>(props: DataTableProps<Data>) {
  const { columns, rows, rowId, subRows, detail, state, onChange, serverTotal, isUnpaged, tieBreaker } = props
  const filters = props.filters ?? noFilters
  const isServer = serverTotal !== undefined
  const named = useMemo(() => withRowHeader(columns), [columns])
  const columnDefs = useMemo(() => [...named.map(columnDef), ...filters.map(filterDef)], [named, filters])
  const chosen = state.sort ? [{ id: state.sort.column, desc: state.sort.direction === 'descending' }] : []
  const sorting = tieBreaker === undefined ? chosen : [...chosen, { id: tieBreaker, desc: false }]
  const columnFilters = filters.flatMap(({ id }) => {
    const values = chosenOf(state, id)
    return values.length === 0 ? [] : [{ id: filterColumn(id), value: values }]
  })
  const expanded = Object.fromEntries(state.expanded.map(id => [id, true]))
  const { hidden } = state
  const columnVisibility = useMemo(() => {
    const hideable = named.filter(({ id, canHide }) => canHide !== false && hidden.includes(id))
    return Object.fromEntries(
      [...filters.map(({ id }) => filterColumn(id)), ...hideable.map(({ id }) => id)].map(id => [id, false]),
    )
  }, [named, filters, hidden])
  const everyRow = state.pageSize === 'all' || isUnpaged === true
  const pageSize = everyRow ? Number.MAX_SAFE_INTEGER : Number(state.pageSize)

  const table = useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: rowId,
    getSubRows: row => subRows?.(row),
    getRowCanExpand: row => row.subRows.length > 0 || hasDetail(detail, row.original),
    paginateExpandedRows: false,
    manualFiltering: isServer,
    manualSorting: isServer,
    manualPagination: isServer,
    ...(isServer ? { rowCount: serverTotal } : {}),
    enableMultiSort: false,
    enableSortingRemoval: false,
    autoResetPageIndex: false,
    autoResetExpanded: false,
    state: {
      sorting,
      columnFilters,
      columnVisibility,
      expanded,
      pagination: { pageIndex: everyRow ? 0 : state.page - 1, pageSize },
    },
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
    onColumnVisibilityChange: updater => {
      const visibility = functionalUpdate(updater, columnVisibility)
      onChange({ hidden: columns.map(({ id }) => id).filter(id => visibility[id] === false) })
    },
  })

  const total = serverTotal ?? table.getFilteredRowModel().rows.length
  // Rows of the server that are still those of another page or filter say nothing about this page.
  const isAnswered = (props.status ?? 'ready') === 'ready' && (!isServer || rows.length === 0)
  const isBeyondEnd = useLastPage(
    { page: state.page, pageSize: everyRow ? 'all' : state.pageSize, total, isAnswered },
    onChange,
  )

  const labels = useMemo(
    () => new Map(filters.map(filter => [filter.id, labelsOf(filter, rows)])),
    [filters, rows],
  )

  const visible = table.getVisibleLeafColumns()
  // The same list until a reader hides a column: rows are drawn anew with it.
  const shown = useMemo(() => {
    const byId = new Map(named.map(column => [column.id, column]))
    return visible.flatMap(({ id }) => byId.get(id) ?? [])
  }, [named, visible])

  const { rows: sorted } = table.getSortedRowModel()
  // The same list until the rows, the filters or the order change: callers work out what they offer from it.
  const inFilter = useMemo(() => sorted.map(({ original }) => original), [sorted])

  return {
    table,
    /** Rows that the filters leave, on all pages. */
    total,
    /** The address named a page that does not exist; the last one comes in its place. */
    isBeyondEnd,
    columns: shown,
    /** The rows that the filters leave, on all pages, in the order of the table; in server mode the page in sight. */
    inFilter,
    /** Columns that the reader may hide or show. */
    offeredColumns: named.flatMap(({ id, header }): OfferedColumn[] => {
      const column = table.getColumn(id)
      return column?.getCanHide() ? [{ id, header, isShown: column.getIsVisible() }] : []
    }),
    filters: filters.map((filter): OfferedFilter => {
      const counts: ReadonlyMap<string, number> =
        table.getColumn(filterColumn(filter.id))?.getFacetedUniqueValues() ?? new Map()
      return {
        id: filter.id,
        label: filter.label,
        chosen: chosenOf(state, filter.id),
        options: (labels.get(filter.id) ?? []).map(({ id, label }) => ({
          id,
          label,
          count: counts.get(id) ?? 0,
        })),
      }
    }),
  }
}

/** The values of a filter that any row has, in the order of their labels; a label is made once for each value. */
function labelsOf<Data>(filter: DataFilter<Data>, rows: readonly Data[]): { id: string; label: string }[] {
  const labels = new Map<string, string>()
  for (const row of rows) {
    const id = filter.value(row)
    if (!labels.has(id)) labels.set(id, filter.option(row))
  }
  return [...labels]
    .map(([id, label]) => ({ id, label }))
    .sort((one, other) => inOrder(one.label, other.label))
}

const chosenOf = (state: TableState, filter: string): readonly string[] => state.filters?.[filter] ?? []

function hasDetail<Data>(detail: DataTableProps<Data>['detail'], row: Data): boolean {
  const panel = detail?.(row)
  return panel !== undefined && panel !== null && panel !== false
}

function withRowHeader<Data>(columns: readonly DataColumn<Data>[]): readonly DataColumn<Data>[] {
  if (columns.some(column => column.isRowHeader)) return columns
  return columns.map((column, at) => (at === 0 ? { ...column, isRowHeader: true } : column))
}

/** Which columns a reader may sort by is told by their headers; the core may sort by all, for equal rows. */
function columnDef<Data extends RowData>(column: DataColumn<Data>): ColumnDef<Features, Data> {
  const compare = column.kind === 'moment' ? compareMoments : compareValues
  return {
    id: column.id,
    header: column.header,
    accessorFn: row => column.value?.(row) ?? undefined,
    enableColumnFilter: false,
    enableHiding: column.canHide !== false,
    sortDescFirst: column.firstDirection === 'descending',
    sortUndefined: 'last',
    sortFn: (one, other, id) => compare(one.getValue<CellValue>(id), other.getValue<CellValue>(id)),
  }
}

function filterDef<Data extends RowData>(filter: DataFilter<Data>): ColumnDef<Features, Data> {
  return {
    id: filterColumn(filter.id),
    enableHiding: false,
    accessorFn: filter.value,
    filterFn: (row, id, chosen: readonly string[]) => chosen.includes(row.getValue<string>(id)),
  }
}
