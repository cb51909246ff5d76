import { useEffect, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import { DialogPopover } from './DialogPopover.tsx'
import styles from './MultiSelect.module.css'
import { searchOptions } from './optionSearch.ts'
import type { Option } from './options.ts'
import { SearchField } from './SearchField.tsx'

export interface MultiSelectProps {
  label: string
  options: readonly Option[]
  /** Ids of the chosen ones. */
  value: readonly string[]
  onChange: (value: string[]) => void
  isDisabled?: boolean
  /** A small button, for a dense toolbar. */
  isSmall?: boolean | undefined
}

const enoughToSearch = 8
const searchDelay = 200

/** A filter: a button that opens a list of boxes with counts, searchable when long. */
export function MultiSelect({ isDisabled = false, isSmall, ...props }: MultiSelectProps) {
  return (
    <DialogPopover
      trigger={
        <Button iconEnd="chevronDown" isDisabled={isDisabled} size={isSmall ? 'small' : 'medium'}>
          <span className={styles.trigger}>
            {props.label}
            {props.value.length > 0 && <Badge tone="accent">{props.value.length}</Badge>}
          </span>
        </Button>
      }
      title={props.label}
      placement="bottom start"
      className={styles.panel}
    >
      <Choices {...props} />
    </DialogPopover>
  )
}

/** The text when typing last paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** A component of its own, so that the search is empty each time the list opens. */
function Choices({ label, options, value, onChange }: MultiSelectProps) {
  const t = useMessages('ui')
  const [text, setText] = useState('')
  const shown = searchOptions(options, useSettled(text))
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
