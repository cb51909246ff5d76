import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { labelClass } from './fieldClasses.ts'
import styles from './RadioChoice.module.css'

export interface RadioOption {
  id: string
  label: string
  /** What follows from choosing it. */
  hint?: string
  /** Why it cannot be chosen; it is shown beneath. */
  disabledReason?: string
}

export interface RadioChoiceProps {
  label: string
  options: readonly RadioOption[]
  value: string
  onChange: (id: string) => void
}

/** One of a few, all of them in sight. */
export function RadioChoice({ label, options, value, onChange }: RadioChoiceProps) {
  return (
    <RadioGroup className={styles.group ?? ''} value={value} onChange={onChange}>
      <Label className={labelClass}>{label}</Label>
      {options.map(option => (
        <Radio
          key={option.id}
          value={option.id}
          isDisabled={option.disabledReason !== undefined}
          className={styles.radio ?? ''}
        >
          <span className={styles.ring} />
          <span>
            {option.label}
            {(option.disabledReason ?? option.hint) !== undefined && (
              <span className={styles.hint}>{option.disabledReason ?? option.hint}</span>
            )}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
