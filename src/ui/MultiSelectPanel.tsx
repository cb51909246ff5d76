import { useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import styles from './MultiSelect.module.css'
import type { MultiSelectProps } from './MultiSelect.tsx'
import type { Opener } from './opener.ts'
import type { Option } from './options.ts'
import { Popover } from './Popover.tsx'
import { SearchField } from './SearchField.tsx'

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
  const t = useMessages('ui')
  const [text, setText] = useState('')
  const shown = text.trim() === '' ? options : search(options, text.trim())
  return (
    <>
      {options.length >= enoughToSearch && (
        <SearchField label={`${t('search')}: ${label}`} isLabelHidden value={text} onChange={setText} />
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
        {shown.length === 0 && <p className={styles.none}>{t('noMatches')}</p>}
      </div>
      <div className={styles.foot}>
        <span className={styles.chosen}>{t('chosen', { count: value.length })}</span>
        <Button variant="quiet" size="small" isDisabled={value.length === 0} onPress={() => onChange([])}>
          {t('clear')}
        </Button>
      </div>
    </>
  )
}

function containing(options: readonly Option[], text: string): readonly Option[] {
  const wanted = text.toLocaleLowerCase('en-GB')
  return options.filter(option => option.label.toLocaleLowerCase('en-GB').includes(wanted))
}
