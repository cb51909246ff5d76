import { useMessages } from '../messages/index.ts'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import type { ColumnChoiceProps } from './ColumnChoice.tsx'
import styles from './DataTable.module.css'
import { DialogPopover, type DialogPopoverProps } from './DialogPopover.tsx'

interface ColumnChoiceControlProps
  extends ColumnChoiceProps,
    Pick<DialogPopoverProps, 'trigger' | 'firstUse'> {}

/** The button with the list of columns that it opens, in the place of its stand-in. */
export function ColumnChoiceControl(props: ColumnChoiceControlProps) {
  const t = useMessages('ui')
  const { columns, onChange, trigger, firstUse } = props
  const shown = columns.filter(({ isShown }) => isShown).map(({ id }) => id)
  return (
    <DialogPopover
      trigger={trigger}
      firstUse={firstUse}
      title={t('columns')}
      placement="bottom end"
      className={styles.choice}
    >
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
    </DialogPopover>
  )
}
