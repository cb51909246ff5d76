import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useRef, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { announce } from './Announcer.tsx'
import { BodyRow } from './BodyRow.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import styles from './DataTable.module.css'
import type { DataColumn, DataTableProps, SortDirection } from './dataTableTypes.ts'
import { HeaderCell } from './HeaderCell.tsx'
import { Hidden } from './Hidden.tsx'
import { lazyModule } from './lazyModule.ts'
import { Pagination, rangeText } from './Pagination.tsx'
import { useFits } from './useFits.ts'
import { useLazyModule } from './useLazyModule.ts'
import { useTableModel } from './useTableModel.ts'

const enoughToVirtualise = 200
/** What is drawn of a long list until the code that scrolls through it is there. */
const firstRows = 60

const virtualCode = lazyModule(() => import('./VirtualRows.tsx'))

/**
 * A table whose sorting, page, open rows and hidden columns the caller holds. With serverTotal the rows are one sorted
 * page of the server's; without it the table sorts and pages them itself.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const t = useMessages('ui')
  const { id, caption, columns, state, onChange, status = 'ready', actions, isUnpaged } = props
  const place = useRef<HTMLDivElement>(null)
  // State and not a ref: the virtualiser must hear of it, and its effects run before the ref of its parent is set.
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const fits = useFits(place, table)
  const model = useTableModel(props)

  const shown = withRowHeader(columns.filter(column => !state.hidden.includes(column.id)))
  const columnCount = shown.length + (actions ? 1 : 0)
  const rows = model.getRowModel().rows
  const total = props.serverTotal ?? props.rows.length
  const isVirtual = rows.length > enoughToVirtualise
  const { module: virtual, hasFailed } = useLazyModule(virtualCode, isVirtual)
  const hasOpeners = rows.some(row => row.depth > 0 || row.getCanExpand())
  const page = { page: state.page, pageSize: state.pageSize }
  const message = messageOf(props)

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
    <div className={styles.table} ref={place}>
      {(props.toolbar || props.hasColumnChoice) && (
        <div className={styles.toolbar} data-screen-only>
          <div className={styles.tools}>{props.toolbar}</div>
          {props.hasColumnChoice && (
            <ColumnChoice columns={columns} hidden={state.hidden} onChange={hidden => onChange({ hidden })} />
          )}
        </div>
      )}
      {props.tags}
      <Hidden>
        <span role="status">
          {status === 'loading' ? t('loading') : rangeText(t, page.page, page.pageSize, total)}
        </span>
      </Hidden>
      <div className={styles.frame} data-bare={props.isBare || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: a section per table would crowd the landmarks' outline; the role names a region that scrolls */}
        <div
          className={styles.region}
          ref={setRegion}
          role="region"
          aria-labelledby={`${id}-caption`}
          tabIndex={fits && !isVirtual ? undefined : 0}
          data-fits={fits || undefined}
          data-virtual={isVirtual || undefined}
        >
          <table
            ref={table}
            id={id}
            aria-busy={status === 'loading' || status === 'refreshing'}
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
              <tr>
                {shown.map(column => (
                  <HeaderCell
                    key={column.id}
                    column={column}
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
              {message === 'rows' &&
                (isVirtual && virtual ? (
                  <virtual.VirtualRows
                    rows={rows}
                    region={region}
                    columnCount={columnCount}
                    renderRow={(row, index, measure) => (
                      <BodyRow
                        key={row.id}
                        {...{ row, index, measure, hasOpeners, columns: shown }}
                        {...rowParts(props)}
                      />
                    )}
                  />
                ) : (
                  (isVirtual && !hasFailed ? rows.slice(0, firstRows) : rows).map((row, at) => (
                    <BodyRow
                      key={row.id}
                      {...{ row, hasOpeners, columns: shown }}
                      {...(isVirtual ? { index: at } : {})}
                      {...rowParts(props)}
                    />
                  ))
                ))}
              {message === 'sketch' && <SketchRows columns={shown} hasActions={actions !== undefined} />}
              {message !== 'rows' && message !== 'sketch' && (
                <tr>
                  <td className={styles.message} colSpan={columnCount}>
                    {message}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
        {!isUnpaged && status !== 'failed' && total > 0 && (
          <div className={styles.footer}>
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

function rowParts<Row>({ rowLabel, detail, actions }: DataTableProps<Row>) {
  return { rowLabel, detail, actions }
}

function messageOf<Row>({ status, rows, empty, failure }: DataTableProps<Row>): ReactNode {
  if (status === 'failed') return failure
  if (rows.length > 0) return 'rows'
  return status === 'loading' ? 'sketch' : empty
}

function directionOf(
  sort: DataTableProps<unknown>['state']['sort'],
  column: string,
): SortDirection | undefined {
  return sort?.column === column ? sort.direction : undefined
}

function withRowHeader<Row>(columns: readonly DataColumn<Row>[]): readonly DataColumn<Row>[] {
  if (columns.some(column => column.isRowHeader)) return columns
  return columns.map((column, at) => (at === 0 ? { ...column, isRowHeader: true } : column))
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
