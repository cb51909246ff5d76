import type { RowData } from '@tanstack/react-table'
import { use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { useMessages } from '../messages/index.ts'
import { announce } from './Announcer.tsx'
import styles from './DataTable.module.css'
import type { DataColumn, DataTableProps, SortDirection } from './dataTableTypes.ts'
import { DensityContext } from './density.ts'
import { Hidden } from './Hidden.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { moreAside } from './moreAside.ts'
import { Pagination, rangeText } from './Pagination.tsx'
import { TableRows } from './TableRows.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { useFits } from './useFits.ts'
import { type TableRow, useTableModel } from './useTableModel.ts'

let isPrinting = false

const subscribe = (changed: () => void): (() => void) => {
  const begin = () => {
    isPrinting = true
    changed()
  }
  const end = () => {
    isPrinting = false
    changed()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed: what is drawn in part on a screen is then drawn whole, before the print is made. */
const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)

const enoughToVirtualise = 200

/**
 * A table whose sorting, page, open rows and hidden columns the caller holds. With serverTotal the rows are one sorted
 * page of the server's; without it the table sorts and pages them itself.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { id, caption, state, onChange, status = 'ready', actions, isUnpaged } = props
  const t = useMessages('ui')
  const place = useRef<HTMLDivElement>(null)
  // State and not a ref: the virtualiser must hear of it, and its effects run before the ref of its parent is set.
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const density = use(DensityContext)?.density ?? 'normal'
  const fits = useFits(place, table)
  useEffect(() => moreAside(region), [region])
  const { table: model, total, isBeyondEnd, columns: shown, ...offered } = useTableModel(props)

  const rows = model.getRowModel().rows
  const isPrinting = usePrinting()
  const isVirtual = rows.length > enoughToVirtualise && !isPrinting
  const page = { page: state.page, pageSize: state.pageSize }

  const sortBy = (column: DataColumn<Row>) => {
    const next = model.getColumn(column.id)?.getNextSortingOrder()
    if (!next) return
    model.getColumn(column.id)?.toggleSorting(next === 'desc')
    announce(
      t('sortedBy', {
        caption,
        column: column.header,
        direction: next === 'desc' ? 'descending' : 'ascending',
      }),
    )
  }

  return (
    <div className={styles.table} ref={place} data-dense={props.isDense || undefined}>
      <TableToolbar
        table={props}
        filters={offered.filters}
        columns={offered.offeredColumns}
        onShow={ids =>
          model.setColumnVisibility(visibility => ({
            ...visibility,
            ...Object.fromEntries(offered.offeredColumns.map(({ id }) => [id, ids.includes(id)])),
          }))
        }
        inFilter={offered.inFilter}
      />
      <Hidden>
        <span role="status">
          {status === 'loading' || isBeyondEnd
            ? t('loading')
            : status !== 'failed' && rangeText(t, page.page, page.pageSize, total)}
        </span>
      </Hidden>
      <div className={styles.frame} data-bare={props.isBare || props.isDense || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: a section per table would crowd the landmarks' outline; the role names a region that scrolls */}
        <div
          className={styles.region}
          ref={setRegion}
          role="region"
          aria-labelledby={`${id}-caption`}
          tabIndex={fits && !isVirtual ? undefined : 0}
          data-fits={fits || undefined}
          data-virtual={isVirtual || undefined}
          data-density={density}
          data-lines={props.hasTwoLines ? 'two' : undefined}
          data-stacks={props.stacks || undefined}
        >
          <table
            ref={table}
            id={id}
            aria-busy={status === 'loading' || status === 'former'}
            {...(isVirtual ? { 'aria-rowcount': rows.length + 1 } : {})}
          >
            <caption
              className={styles.caption}
              data-hidden={props.isCaptionHidden || undefined}
              id={`${id}-caption`}
            >
              {caption}
            </caption>
            <thead>
              <tr {...(isVirtual ? { 'aria-rowindex': 1 } : {})}>
                {shown.map(column => (
                  <HeaderCell
                    key={column.id}
                    column={column}
                    rows={rows}
                    direction={directionOf(state.sort, column.id)}
                    onSort={() => sortBy(column)}
                  />
                ))}
                {actions && (
                  <th scope="col" className={styles.head} data-width="narrow">
                    <Hidden>{t('actions')}</Hidden>
                  </th>
                )}
              </tr>
            </thead>
            <tbody data-status={status}>
              <TableRows table={props} columns={shown} {...{ rows, isBeyondEnd, isVirtual, region }} />
            </tbody>
          </table>
        </div>
        {!isUnpaged && status !== 'failed' && total > 0 && (
          <div className={styles.footer}>
            {props.note && <div className={styles.footerNote}>{props.note}</div>}
            <Pagination
              label={t('pagesOf', { caption })}
              {...page}
              total={total}
              {...(props.pageSizes ? { pageSizes: props.pageSizes } : {})}
              onChange={onChange}
            />
          </div>
        )}
      </div>
    </div>
  )
}

function directionOf(
  sort: DataTableProps<unknown>['state']['sort'],
  column: string,
): SortDirection | undefined {
  return sort?.column === column ? sort.direction : undefined
}

interface HeaderCellProps<Row extends RowData> {
  column: DataColumn<Row>
  /** The rows in sight. */
  rows: readonly TableRow<Row>[]
  /** Direction when the table is sorted by this column. */
  direction: SortDirection | undefined
  onSort: () => void
}

const icons: Readonly<Record<SortDirection, IconName>> = {
  ascending: 'sortAscending',
  descending: 'sortDescending',
}

/** The header of a column; a button in it when the column can be sorted. */
function HeaderCell<Row extends RowData>({ column, rows, direction, onSort }: HeaderCellProps<Row>) {
  const looks = {
    'data-kind': column.kind,
    'data-width': column.width,
    // Each cell is read with the name of its column, without the button that explains it.
    ...(column.explanation !== undefined && { 'aria-label': column.header }),
  }
  if (!column.isSortable)
    return (
      <th scope="col" className={styles.head} {...looks}>
        {column.headerCell ? column.headerCell(rows.map(({ original }) => original)) : column.header}
        {column.explanation}
        {column.headerDetail}
      </th>
    )
  return (
    <th scope="col" className={styles.head} aria-sort={direction ?? 'none'} data-sortable="true" {...looks}>
      <Button className={styles.sort ?? ''} onPress={onSort}>
        <span>{column.header}</span>
        <Icon name={direction ? icons[direction] : 'sortNone'} size="small" />
      </Button>
      {column.explanation}
      {column.headerDetail}
    </th>
  )
}
