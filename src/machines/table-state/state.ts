import { allRows } from '../../domain/limits.ts'

/** All that a reader can change about a table. Sort, paging, expansion and columns as the data table takes them. */
export interface TableState {
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' } | null
  /** From 1. */
  readonly page: number
  readonly pageSize: number | 'all'
  /** Ids of the open rows. */
  readonly expanded: readonly string[]
  /** Ids of the hidden columns. */
  readonly hidden: readonly string[]
  /** Chosen values of each filter; a filter without values does not stand here. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly search: string
}

/** A table's state before anybody changed it: unsorted, page 1 of 10 rows, all closed, all columns, no filter. */
export const tableDefaults = (start: Partial<TableState> = {}): TableState => ({
  sort: null,
  page: 1,
  pageSize: 10,
  expanded: [],
  hidden: [],
  filters: {},
  search: '',
  ...start,
})

/** The state after a change; anything that makes other rows come first leads back to page 1. */
export const changed = (state: TableState, change: Partial<TableState>): TableState => {
  const startsAnew =
    change.sort !== undefined ||
    change.pageSize !== undefined ||
    change.filters !== undefined ||
    change.search !== undefined
  return { ...state, ...(startsAnew ? { page: 1 } : {}), ...change }
}

/** The filters with these values chosen for one of them; no values remove it. */
export const withFilter = (
  filters: TableState['filters'],
  filter: string,
  values: readonly string[],
): TableState['filters'] => {
  const { [filter]: _former, ...others } = filters
  return values.length === 0 ? others : { ...others, [filter]: values }
}

/** Limit and offset of the API for the page in sight; -1 for all rows. */
export const pageParameters = ({
  page,
  pageSize,
}: Pick<TableState, 'page' | 'pageSize'>): { limit: number; offset: number } =>
  pageSize === 'all' ? { limit: allRows, offset: 0 } : { limit: pageSize, offset: (page - 1) * pageSize }
