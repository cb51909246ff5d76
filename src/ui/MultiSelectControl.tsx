import { useEffect, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import { DialogPopover, type DialogPopoverProps } from './DialogPopover.tsx'
import styles from './MultiSelect.module.css'
import type { MultiSelectProps } from './MultiSelect.tsx'
import { searchOptions } from './optionSearch.ts'
import { SearchField } from './SearchField.tsx'

interface MultiSelectControlProps
  extends MultiSelectProps,
    Pick<DialogPopoverProps, 'trigger' | 'firstUse'> {}

const enoughToSearch = 8
const searchDelay = 200

/** The button of a filter with the list that it opens, in the place of its stand-in. */
export function MultiSelectControl({ trigger, firstUse, ...props }: MultiSelectControlProps) {
  return (
    <DialogPopover
      trigger={trigger}
      firstUse={firstUse}
      title={props.label}
      placement="bottom start"
      className={styles.panel}
    >
      <Choices {...props} />
    </DialogPopover>
  )
}

/** What stood in a box when its typing last paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** What is typed begins afresh each time the list is opened. */
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
