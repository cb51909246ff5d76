import { use } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { useMessages } from '../messages/index.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import styles from './DataTable.module.css'
import type { BesideRows, DataTableProps } from './dataTableTypes.ts'
import { DensityContext } from './density.ts'
import { FilterTags } from './FilterTags.tsx'
import { Icon } from './Icon.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import type { OfferedColumn, OfferedFilter } from './useTableModel.ts'

interface TableToolbarProps<Row> {
  table: DataTableProps<Row>
  /** The table's own filters, with the values that occur. */
  filters: readonly OfferedFilter[]
  /** Columns that the reader may hide. */
  columns: readonly OfferedColumn[]
  /** Shows these of them, and hides the others. */
  onShow: (columns: readonly string[]) => void
  /** The rows that the filters leave. */
  inFilter: readonly Row[]
}

const beside = <Row,>(part: BesideRows<Row>, inFilter: readonly Row[]) =>
  typeof part === 'function' ? part(inFilter) : part

/** What stands above a table: the caller's tools, its filters, the choice of columns, and what is chosen as tags. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { table, filters, columns, onShow, inFilter } = props
  const choose = (filter: string, values: readonly string[]) => {
    const { [filter]: _former, ...others } = table.state.filters ?? {}
    table.onChange({ filters: values.length === 0 ? others : { ...others, [filter]: values }, page: 1 })
  }
  return (
    <>
      {(table.toolbar || filters.length > 0 || table.hasColumnChoice) && (
        <div className={styles.toolbar} data-screen-only>
          <div className={styles.tools}>
            {table.toolbar}
            {filters.map(({ id: filter, label, options, chosen }) => (
              <MultiSelect
                key={filter}
                isSmall={table.isDense}
                label={label}
                options={options}
                value={chosen}
                onChange={values => choose(filter, values)}
              />
            ))}
          </div>
          {table.hasColumnChoice && (
            <div className={styles.choices}>
              {beside(table.choices, inFilter)}
              <DensitySwitch />
              <ColumnChoice columns={columns} onChange={onShow} />
            </div>
          )}
        </div>
      )}
      {beside(table.tags, inFilter)}
      <ChosenFilters
        filters={filters}
        messages={table.filterMessages}
        onChoose={choose}
        onClear={() => table.onChange({ filters: {}, page: 1 })}
      />
    </>
  )
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

/** Chooses compact rows in all tables, or the normal ones again. Drawn where the application keeps the choice. */
function DensitySwitch() {
  const t = useMessages('ui')
  const held = use(DensityContext)
  if (!held) return null
  return (
    <ToggleButton
      className={styles.density ?? ''}
      aria-label={t('compactRows')}
      isSelected={held.density === 'compact'}
      onChange={isCompact => held.choose(isCompact ? 'compact' : 'normal')}
    >
      <Icon name="rowsCompact" />
    </ToggleButton>
  )
}
