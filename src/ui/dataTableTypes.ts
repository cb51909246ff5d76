import type { ReactNode } from 'react'
import type { PageSize } from './Pagination.tsx'

/** What a cell is sorted by, and shows when the column has no cell function. Nothing sorts last, either way. */
export type CellValue = string | number | null | undefined

export type SortDirection = 'ascending' | 'descending'

/** A column of a table of rows. Keep the list at module scope, or the same between renders. */
export interface DataColumn<Row> {
  id: string
  /** Text of the header, also the name in the column choice. */
  header: string
  /** Drawn in place of the text, which then only names the column, given the rows in sight. Not for columns that sort. */
  headerCell?: (rows: readonly Row[]) => ReactNode
  /** A second line of the header that is only seen, such as a scale. */
  headerDetail?: ReactNode
  /** Beside the header: what the term means. */
  explanation?: ReactNode
  /** Needed to sort on the client. Numbers are compared as numbers, texts as a British reader expects. */
  value?: (row: Row) => CellValue
  /** Draws the cell; by default the value, numbers with thousands separators. */
  cell?: (row: Row) => ReactNode
  /** number: right-aligned; id: monospace; moment: kept on one line. */
  kind?: 'text' | 'number' | 'id' | 'moment'
  isSortable?: boolean
  /** Direction of the first press; ascending by default. */
  firstDirection?: SortDirection
  /** Names the row for screen readers; the first column by default. */
  isRowHeader?: boolean
  /** false: always shown, not in the column choice. */
  canHide?: boolean
  /** narrow: as small as its content; wide: takes what is left. */
  width?: 'narrow' | 'normal' | 'wide'
}

/** A filter of a table that narrows its rows itself. It offers the values that occur, with counts. */
export interface DataFilter<Row> {
  /** Name of the filter in the table's state. */
  id: string
  label: string
  /** Id of the row's value. */
  value: (row: Row) => string
  /** The row's value in words. */
  option: (row: Row) => string
}

/** All that a reader can change about a table; held by the caller. */
export interface TableState {
  readonly sort: { readonly column: string; readonly direction: SortDirection } | null
  /** From 1. */
  readonly page: number
  readonly pageSize: PageSize
  /** Ids of the open rows. */
  readonly expanded: readonly string[]
  /** Ids of the hidden columns. */
  readonly hidden: readonly string[]
  /** Chosen values of each filter. */
  readonly filters?: Readonly<Record<string, readonly string[]>>
}

/** A state to start from: unsorted, page 1 of 10 rows, all closed, all columns shown. */
export function tableState(start: Partial<TableState> = {}): TableState {
  return { sort: null, page: 1, pageSize: 10, expanded: [], hidden: [], ...start }
}

/** What stands beside the rows of a table; a function is given the rows that the filters leave, in the order of the table. */
export type BesideRows<Row> = ReactNode | ((inFilter: readonly Row[]) => ReactNode)

export interface DataTableProps<Row> {
  /** Unique on the page. */
  id: string
  caption: string
  isCaptionHidden?: boolean
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  /** Unique among all rows and sub rows. */
  rowId: (row: Row) => string
  /** Names a row in the labels of its controls; its id by default. */
  rowLabel?: ((row: Row) => string) | undefined
  state: TableState
  /** What the reader changed. Sorting, filters and the page size set page 1 too. */
  onChange: (change: Partial<TableState>) => void
  /** Filters over the rows, drawn after the toolbar; not with serverTotal. Keep the list the same between renders. */
  filters?: readonly DataFilter<Row>[]
  /** Name of the list of chosen filters, read out, and the words of the button that clears them. */
  filterMessages?: { chosen: string; clear: string }
  /** Id of the column that orders rows whose sorted values are equal, so that the order never jumps. */
  tieBreaker?: string
  /** Rows in all on the server; then `rows` is the sorted page in sight. Without it the table sorts and pages itself. */
  serverTotal?: number | undefined
  /** loading: a sketch; former: rows of the question before, dimmed; failed: `failure` is shown. */
  status?: 'loading' | 'former' | 'ready' | 'failed'
  /** Shown when there are no rows: an EmptyState of level 0. */
  empty: ReactNode
  /** Shown when it failed: an ErrorState of level 0. */
  failure?: ReactNode
  /** Rows grouped under a row, shown when it is open. */
  subRows?: (row: Row) => readonly Row[] | undefined
  /** Rows that stand together, each group under a heading. The rows come in the order of their groups. */
  groups?: { of: (row: Row) => string; heading: (group: string) => ReactNode }
  /** Cells have two lines: such rows are packed closer, so that a screen holds more of them. */
  hasTwoLines?: boolean
  /**
   * On a narrow screen each row is a block with a line for each column, in place of a table that scrolls sideways. For rows
   * that are read one by one; not for figures that are compared down a column.
   */
  stacks?: boolean
  /** In the footer, before the choice of pages. */
  note?: ReactNode
  /** A panel under a row, shown when it is open; undefined for rows that have none. */
  detail?: ((row: Row) => ReactNode) | undefined
  /** Controls at the end of a row: a Menu, buttons. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** Above the table: search, filters, at the right a download. */
  toolbar?: ReactNode
  /** Under the toolbar: FilterTags, what is done with the rows in the filter. A function is not for serverTotal. */
  tags?: BesideRows<Row>
  pageSizes?: readonly PageSize[]
  /** Without a footer: all rows on one page. */
  isUnpaged?: boolean
  /** At the right of the toolbar, before the choice of columns: the saved views, the export. As `tags`. */
  choices?: BesideRows<Row>
  /** Lets the reader hide columns. */
  hasColumnChoice?: boolean
  /** In a dense Accordion: toolbar and rows up to the edges, small controls. */
  isDense?: boolean
  /** Without a frame: inside a Card without padding, or an Accordion. */
  isBare?: boolean
}
