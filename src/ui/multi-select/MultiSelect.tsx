import { useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Badge } from '../badge/index.ts'
import { Button } from '../button/index.ts'
import { Checkbox, CheckboxGroup } from '../checkbox/index.ts'
import type { Option } from '../options/index.ts'
import { Popover } from '../overlay/index.ts'
import { SearchField } from '../search-field/index.ts'
import { words } from '../words.ts'
import styles from './MultiSelect.module.css'

export interface MultiSelectProps {
  label: string
  options: readonly Option[]
  /** Ids of the chosen ones. */
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Narrows the options to what is typed; the default keeps those whose label contains it. */
  search?: (options: readonly Option[], text: string) => readonly Option[]
  isDisabled?: boolean
}

const enoughToSearch = 8

/** A filter: a button that opens a list of boxes with counts, searchable when long. */
export function MultiSelect({
  label,
  options,
  value,
  onChange,
  search = containing,
  isDisabled,
}: MultiSelectProps) {
  const [text, setText] = useState('')
  const shown = text.trim() === '' ? options : search(options, text.trim())
  return (
    <DialogTrigger onOpenChange={() => setText('')}>
      <Button iconEnd="chevronDown" isDisabled={isDisabled ?? false}>
        <span className={styles.trigger}>
          {label}
          {value.length > 0 && <Badge tone="accent">{value.length}</Badge>}
        </span>
      </Button>
      <Popover placement="bottom start">
        <Dialog className={styles.panel ?? ''} aria-label={label}>
          {options.length >= enoughToSearch && (
            <SearchField label={`${words.search}: ${label}`} isLabelHidden value={text} onChange={setText} />
          )}
          <div className={styles.options}>
            <CheckboxGroup label={label} isLabelHidden value={value} onChange={onChange}>
              {shown.map(option => (
                <Checkbox
                  key={option.id}
                  value={option.id}
                  hint={option.disabledReason ?? option.hint}
                  {...(option.count === undefined ? {} : { count: option.count })}
                  isDisabled={option.disabledReason !== undefined}
                >
                  {option.label}
                </Checkbox>
              ))}
            </CheckboxGroup>
            {shown.length === 0 && <p className={styles.none}>{words.noMatches}</p>}
          </div>
          <div className={styles.foot}>
            <span className={styles.chosen}>{words.chosen(value.length)}</span>
            <Button variant="quiet" size="small" isDisabled={value.length === 0} onPress={() => onChange([])}>
              {words.clear}
            </Button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function containing(options: readonly Option[], text: string): readonly Option[] {
  const wanted = text.toLocaleLowerCase('en-GB')
  return options.filter(option => option.label.toLocaleLowerCase('en-GB').includes(wanted))
}
