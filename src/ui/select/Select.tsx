import { Button } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { controlClass, FieldLabel, FieldProblem, type FieldProps, fieldClass } from '../field/index.ts'
import { Icon } from '../icon/index.ts'
import { findOption, OptionList, type Options } from '../options/index.ts'
import { Popover } from '../overlay/index.ts'
import styles from './Select.module.css'

export interface SelectProps extends FieldProps {
  options: Options
  /** Id of the chosen option; null for none. */
  value: string | null
  onChange: (id: string) => void
  placeholder?: string
}

/** One choice of a short list. For long lists use ComboBox. */
export function Select(props: SelectProps) {
  const {
    label,
    isLabelHidden,
    description,
    error,
    options,
    value,
    onChange,
    placeholder = '',
    ...field
  } = props
  return (
    <AriaSelect
      {...field}
      className={fieldClass}
      placeholder={placeholder}
      value={value}
      onChange={key => {
        const chosen = findOption(options, key === null ? null : String(key))
        if (chosen && !chosen.disabledReason) onChange(chosen.id)
      }}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel {...props} />
      <Button className={`${controlClass} ${styles.button}`}>
        <SelectValue className={styles.value ?? ''}>
          {({ isPlaceholder }) =>
            isPlaceholder ? (
              <span className={styles.placeholder}>{placeholder}</span>
            ) : (
              findOption(options, value)?.label
            )
          }
        </SelectValue>
        <Icon name="chevronDown" />
      </Button>
      <FieldProblem error={error} />
      <Popover width="trigger">
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  )
}
