import { Dialog } from 'react-aria-components/Dialog'
import { useMessages } from '../messages/index.ts'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import type { ColumnChoiceProps } from './ColumnChoice.tsx'
import styles from './DataTable.module.css'
import type { Opener } from './opener.ts'
import { Popover } from './Popover.tsx'

/** The list of columns that a ColumnChoice opens, apart so that it can be loaded late. */
export function ColumnPanel({ columns, hidden, onChange, opener }: ColumnChoiceProps & { opener: Opener }) {
  const t = useMessages('ui')
  const choosable = columns.filter(column => column.canHide !== false)
  const shown = choosable.filter(column => !hidden.includes(column.id)).map(column => column.id)
  return (
    <Popover opener={opener} placement="bottom end">
      <Dialog className={styles.choice ?? ''} aria-label={t('columns')}>
        <CheckboxGroup
          label={t('columns')}
          isLabelHidden
          value={shown}
          onChange={value =>
            onChange(choosable.filter(column => !value.includes(column.id)).map(column => column.id))
          }
        >
          {choosable.map(column => (
            <Checkbox
              key={column.id}
              value={column.id}
              isDisabled={shown.length === 1 && shown[0] === column.id}
            >
              {column.header}
            </Checkbox>
          ))}
        </CheckboxGroup>
      </Dialog>
    </Popover>
  )
}
