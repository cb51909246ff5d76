import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Button } from '../button/index.ts'
import { Checkbox, CheckboxGroup } from '../checkbox/index.ts'
import { Popover } from '../overlay/index.ts'
import { words } from '../words.ts'
import styles from './DataTable.module.css'

interface ColumnChoiceProps {
  columns: readonly { id: string; header: string; canHide?: boolean }[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

/** A button that opens the list of columns to show. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const choosable = columns.filter(column => column.canHide !== false)
  const shown = choosable.filter(column => !hidden.includes(column.id)).map(column => column.id)
  return (
    <DialogTrigger>
      <Button variant="quiet" icon="columns">
        {words.columns}
      </Button>
      <Popover placement="bottom end">
        <Dialog className={styles.choice ?? ''} aria-label={words.columns}>
          <CheckboxGroup
            label={words.columns}
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
