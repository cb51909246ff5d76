import { useMessages } from '../../messages/index.ts'
import { Checkbox, type DataColumn, Hidden } from '../../ui/index.ts'

export interface RowChoice<Row> {
  /** Name of the column for screen readers; not visible. */
  header: string
  /** Name of a row's checkbox. */
  nameOf: (row: Row) => string
  isChosen: (row: Row) => boolean
  /** Why a row cannot be selected now; undefined if it can. */
  refusalOf: (row: Row) => string | undefined
  onChoose: (rows: readonly Row[], isChosen: boolean) => void
}

/** A column that selects rows. The checkbox in its header selects all rows shown that can be selected. */
export const choiceColumn = <Row,>(choice: RowChoice<Row>): DataColumn<Row> => ({
  id: 'choice',
  header: choice.header,
  headerCell: rows => <ChooseAll rows={rows} choice={choice} />,
  value: row => Number(choice.isChosen(row)),
  canHide: false,
  width: 'narrow',
  cell: row => (
    <Checkbox
      isSelected={choice.isChosen(row)}
      disabledReason={choice.refusalOf(row)}
      onChange={isChosen => choice.onChoose([row], isChosen)}
    >
      <Hidden>{choice.nameOf(row)}</Hidden>
    </Checkbox>
  ),
})

function ChooseAll<Row>({ rows, choice }: { rows: readonly Row[]; choice: RowChoice<Row> }) {
  const t = useMessages('common')
  const open = rows.filter(row => choice.refusalOf(row) === undefined)
  if (open.length === 0) return <Hidden>{choice.header}</Hidden>
  const chosen = open.filter(choice.isChosen).length
  const isAll = chosen === open.length
  return (
    <Checkbox
      isSelected={isAll}
      isIndeterminate={chosen > 0 && !isAll}
      onChange={() => choice.onChoose(open, !isAll)}
    >
      <Hidden>{t('selectAll', { count: open.length })}</Hidden>
    </Checkbox>
  )
}
