import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import styles from './DataTable.module.css'
import { Popover } from './Popover.tsx'

export interface ColumnChoiceProps {
  columns: readonly { id: string; header: string; canHide?: boolean }[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

/** A button that opens the list of columns to show. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const t = useMessages('ui')
  const choosable = columns.filter(column => column.canHide !== false)
  const shown = choosable.filter(column => !hidden.includes(column.id)).map(column => column.id)
  return (
    <DialogTrigger>
      <Button variant="quiet" icon="columns">
        {t('columns')}
      </Button>
      <Popover placement="bottom end">
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
    </DialogTrigger>
  )
}
