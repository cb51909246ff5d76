import type { RowData } from '@tanstack/react-table'
import { Fragment, type ReactNode, use, useRef, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { announce } from './Announcer.tsx'
import { BodyRow } from './BodyRow.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import styles from './DataTable.module.css'
import { DensitySwitch } from './DensitySwitch.tsx'
import type { DataColumn, DataTableProps, SortDirection } from './dataTableTypes.ts'
import { DensityContext } from './density.ts'
import { FilterTags } from './FilterTags.tsx'
import { HeaderCell } from './HeaderCell.tsx'
import { Hidden } from './Hidden.tsx'
import { useLazyPart } from './lazyPart.ts'
import { lazyParts } from './lazyParts.ts'
import { MultiSelect } from './MultiSelect.tsx'
import { Pagination, rangeText } from './Pagination.tsx'
import { useFits } from './useFits.ts'
import { usePrinting } from './usePrinting.ts'
import { type OfferedFilter, type TableRow, useTableModel } from './useTableModel.ts'

const enoughToVirtualise = 200

/**
 * A table whose sorting, page, open rows and hidden columns the caller holds. With serverTotal the rows are one sorted
 * page of the server's; without it the table sorts and pages them itself.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { id, caption, columns, state, onChange, status = 'ready', actions, isUnpaged } = props
  const t = useMessages('ui')
  const place = useRef<HTMLDivElement>(null)
  // State and not a ref: the virtualiser must hear of it, and its effects run before the ref of its parent is set.
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const density = use(DensityContext)?.density ?? 'normal'
  const fits = useFits(place, table)
  const { table: model, total, isBeyondEnd, columns: shown, filters } = useTableModel(props)

  const columnCount = shown.length + (actions ? 1 : 0)
  const rows = model.getRowModel().rows
  const [isWhole, setWhole] = useState(false)
  const isPrinting = usePrinting()
  const isVirtual = rows.length > enoughToVirtualise && !isWhole && !isPrinting
  // Where it cannot be fetched all rows are drawn, slowly.
  const virtual = useLazyPart(lazyParts.virtualRows, isVirtual, () => setWhole(true))
  const hasOpeners = rows.some(row => row.depth > 0 || row.getCanExpand())
  const page = { page: state.page, pageSize: state.pageSize }
  const message = isVirtual && !virtual ? 'sketch' : messageOf(props, rows.length, isBeyondEnd)

  const choose = (filter: string, values: readonly string[]) => {
    const { [filter]: _former, ...others } = state.filters ?? {}
    onChange({ filters: values.length === 0 ? others : { ...others, [filter]: values }, page: 1 })
  }
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
      {(props.toolbar || filters.length > 0 || props.hasColumnChoice) && (
        <div className={styles.toolbar} data-screen-only>
          <div className={styles.tools}>
            {props.toolbar}
            {filters.map(({ id: filter, label, options, chosen }) => (
              <MultiSelect
                key={filter}
                label={label}
                options={options}
                value={chosen}
                onChange={values => choose(filter, values)}
              />
            ))}
          </div>
          {props.hasColumnChoice && (
            <div className={styles.choices}>
              {props.choices}
              <DensitySwitch />
              <ColumnChoice
                columns={columns}
                hidden={state.hidden}
                onChange={hidden => onChange({ hidden })}
              />
            </div>
          )}
        </div>
      )}
      {props.tags}
      <ChosenFilters
        filters={filters}
        messages={props.filterMessages}
        onChoose={choose}
        onClear={() => onChange({ filters: {}, page: 1 })}
      />
      <Hidden>
        <span role="status">
          {status === 'loading' || isBeyondEnd ? t('loading') : rangeText(t, page.page, page.pageSize, total)}
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
                        {...openingOf(row)}
                        {...rowParts(props)}
                      />
                    )}
                  />
                ) : (
                  rows.map((row, at) => (
                    <Fragment key={row.id}>
                      <GroupHeading
                        groups={row.depth === 0 ? props.groups : undefined}
                        row={row.original}
                        before={rows.slice(0, at).findLast(({ depth }) => depth === 0)?.original}
                        columnCount={columnCount}
                      />
                      <BodyRow
                        {...{ row, hasOpeners, columns: shown }}
                        {...openingOf(row)}
                        {...rowParts(props)}
                      />
                    </Fragment>
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

interface ChosenFiltersProps {
  filters: readonly OfferedFilter[]
  messages: { chosen: string; clear: string } | undefined
  onChoose: (filter: string, values: readonly string[]) => void
  onClear: () => void
}

/** The chosen values of all filters as tags. */
function ChosenFilters({ filters, messages: own, onChoose, onClear }: ChosenFiltersProps) {
  const t = useMessages('ui')
  const tags = filters.flatMap(({ id, label, options, chosen }) =>
    chosen.map(value => ({
      id: `${id}:${value}`,
      filter: label,
      label: options.find(option => option.id === value)?.label ?? value,
      remove: () =>
        onChoose(
          id,
          chosen.filter(other => other !== value),
        ),
    })),
  )
  return (
    <FilterTags
      label={own?.chosen ?? t('chosenFilters')}
      tags={tags}
      clearLabel={own?.clear ?? t('clearAll')}
      onRemove={tag => tags.find(({ id }) => id === tag)?.remove()}
      onClear={onClear}
    />
  )
}

function directionOf(
  sort: DataTableProps<unknown>['state']['sort'],
  column: string,
): SortDirection | undefined {
  return sort?.column === column ? sort.direction : undefined
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
