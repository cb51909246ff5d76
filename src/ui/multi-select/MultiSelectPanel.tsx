import { useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Button } from '../button/index.ts'
import { Checkbox, CheckboxGroup } from '../checkbox/index.ts'
import type { Option } from '../options/options.ts'
import { Popover } from '../overlay/index.ts'
import type { Opener } from '../overlay/opener.ts'
import { SearchField } from '../search-field/index.ts'
import { words } from '../words.ts'
import styles from './MultiSelect.module.css'
import type { MultiSelectProps } from './MultiSelect.tsx'

const enoughToSearch = 8

/** The list that a MultiSelect opens, apart so that it can be loaded late. */
export function MultiSelectPanel({ opener, ...props }: MultiSelectProps & { opener: Opener }) {
  return (
    <Popover opener={opener} placement="bottom start">
      <Dialog className={styles.panel ?? ''} aria-label={props.label}>
        <Choices {...props} />
      </Dialog>
    </Popover>
  )
}

/** What is typed begins afresh each time the list is opened. */
function Choices({ label, options, value, onChange, search = containing }: MultiSelectProps) {
  const [text, setText] = useState('')
  const shown = text.trim() === '' ? options : search(options, text.trim())
  return (
    <>
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
    </>
  )
}

function containing(options: readonly Option[], text: string): readonly Option[] {
  const wanted = text.toLocaleLowerCase('en-GB')
  return options.filter(option => option.label.toLocaleLowerCase('en-GB').includes(wanted))
}
