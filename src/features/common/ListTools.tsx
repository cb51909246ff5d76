import type { Table } from '../../hooks/index.ts'
import { LinkTabs, SearchField, Select } from '../../ui/index.ts'

/** The search of the page, which narrows its table. */
export function TableSearch({
  label,
  table: { typed, type, search },
  ...rest
}: {
  label: string
  isLabelHidden?: boolean
  placeholder?: string
  table: Pick<Table, 'typed' | 'type' | 'search'>
}) {
  return <SearchField label={label} value={typed} onChange={type} onSearch={search} isPageSearch {...rest} />
}

/** Links to the views of a table, each with the number of its rows. */
export function TableViews<View extends string>({
  label,
  filter,
  views,
  current,
  table,
}: {
  label: string
  /** The filter of the table that names the view. */
  filter: string
  /** The view without an id has all rows. */
  views: readonly { id: View | undefined; label: string; count: number }[]
  current: View | undefined
  table: Pick<Table, 'hrefWith'>
}) {
  return (
    <LinkTabs
      label={label}
      look="segments"
      isGrid
      tabs={views.map(({ id, ...view }) => ({
        ...view,
        id: id ?? 'all',
        href: table.hrefWith(filter, id === undefined ? [] : [id]),
        isCurrent: id === current,
      }))}
    />
  )
}

/** Stands for no value, which an option cannot have. */
const any = 'any'

/** A filter by one value of a few, or by none. */
export function FilterSelect({
  label,
  anyLabel,
  value,
  options,
  onChange,
}: {
  label: string
  /** Of the option that filters by nothing. */
  anyLabel: string
  value: string | undefined
  options: readonly { id: string; label: string }[]
  /** Gets the value in a list, as filters of a table are kept; an empty one where any is wanted. */
  onChange: (values: readonly string[]) => void
}) {
  return (
    <Select
      label={label}
      value={value ?? any}
      options={[{ id: any, label: anyLabel }, ...options]}
      onChange={id => onChange(id === any ? [] : [id])}
    />
  )
}
