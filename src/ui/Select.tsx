import { Button } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { useMessages } from '../messages/index.ts'
import { FieldLabel, FieldProblem } from './Field.tsx'
import { controlClass, fieldClass } from './fieldClasses.ts'
import { Icon } from './Icon.tsx'
import { OptionList } from './OptionList.tsx'
import { findOption, type Options } from './options.ts'
import { Popover } from './Popover.tsx'
import styles from './Select.module.css'

export interface SelectProps {
  label: string
  /** The label is only read out: for fields whose position makes them plain. */
  isLabelHidden?: boolean
  options: Options
  /** Id of the chosen option; null for none. */
  value: string | null
  onChange: (id: string) => void
  placeholder?: string
  /** What is wrong with the choice, or that there is none. */
  error?: string | undefined
  /** A few words wide, however long the options are: for the header. By default as wide as its container or its options. */
  isNarrow?: boolean
}

/** One choice of a few. An option with a disabledReason is shown and read out with it, but cannot be chosen. */
export function Select(props: SelectProps) {
  const { label, options, value, onChange, isNarrow, error } = props
  const t = useMessages('ui')
  const chosen = findOption(options, value)?.label
  return (
    <AriaSelect
      className={fieldClass}
      isInvalid={error !== undefined}
      value={value}
      onChange={key => {
        const option = findOption(options, key === null ? null : String(key))
        if (option && !option.disabledReason) onChange(option.id)
      }}
    >
      <FieldLabel {...props} />
      <Button className={`${controlClass} ${styles.select}`} data-narrow={isNarrow || undefined}>
        <span className={styles.value} title={isNarrow ? chosen : undefined}>
          <SelectValue>{() => chosen ?? props.placeholder ?? t('chooseOption')}</SelectValue>
        </span>
        <Icon name="chevronDown" />
      </Button>
      {error !== undefined && (
        <div role="alert">
          <FieldProblem error={error} />
        </div>
      )}
      <Popover width="trigger">
        <OptionList options={options} label={label} />
      </Popover>
    </AriaSelect>
  )
}
