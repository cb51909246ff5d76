import { Button } from 'react-aria-components/Button'
import styles from './DataTable.module.css'
import type { DataColumn, SortDirection } from './dataTableTypes.ts'
import { Icon, type IconName } from './Icon.tsx'

interface HeaderCellProps<Row> {
  column: DataColumn<Row>
  /** Direction when the table is sorted by this column. */
  direction: SortDirection | undefined
  onSort: () => void
}

const icons: Readonly<Record<SortDirection, IconName>> = {
  ascending: 'sortAscending',
  descending: 'sortDescending',
}

/** The header of a column; a button in it when the column can be sorted. */
export function HeaderCell<Row>({ column, direction, onSort }: HeaderCellProps<Row>) {
  const looks = { 'data-kind': column.kind, 'data-width': column.width }
  if (!column.isSortable)
    return (
      <th scope="col" className={styles.head} {...looks}>
        {column.header}
        {column.headerDetail}
      </th>
    )
  return (
    <th scope="col" className={styles.head} aria-sort={direction ?? 'none'} data-sortable="true" {...looks}>
      <Button className={styles.sort ?? ''} onPress={onSort}>
        <span>{column.header}</span>
        <Icon name={direction ? icons[direction] : 'sortNone'} size="small" />
      </Button>
      {column.headerDetail}
    </th>
  )
}
