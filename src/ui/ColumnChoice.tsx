import { useMessages } from '../messages/index.ts'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import styles from './DataTable.module.css'
import { PanelButton } from './DialogPopover.tsx'
import type { OfferedColumn } from './useTableModel.ts'

export interface ColumnChoiceProps {
  columns: readonly OfferedColumn[]
  /** The columns to show. */
  onChange: (shown: readonly string[]) => void
}

/** A button that opens the list of columns to show. */
export function ColumnChoice({ columns, onChange }: ColumnChoiceProps) {
  const t = useMessages('ui')
  const shown = columns.filter(({ isShown }) => isShown).map(({ id }) => id)
  return (
    <PanelButton icon="columns" label={t('columns')} className={styles.choice}>
      <CheckboxGroup label={t('columns')} isLabelHidden value={shown} onChange={onChange}>
        {columns.map(column => (
          <Checkbox
            key={column.id}
            value={column.id}
            isDisabled={shown.length === 1 && shown[0] === column.id}
          >
            {column.header}
          </Checkbox>
        ))}
      </CheckboxGroup>
    </PanelButton>
  )
}
