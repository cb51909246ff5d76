import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { FieldProblem } from './Field.tsx'
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
  /** Each in its own frame: under each other, or side by side where there is room. */
  frames?: 'stack' | 'row'
  /** What is wrong with the choice, or that there is none. */
  error?: string | undefined
}

/** One of a few, all of them in sight. */
export function RadioChoice({ label, options, value, onChange, frames, error }: RadioChoiceProps) {
  return (
    <RadioGroup
      className={styles.group ?? ''}
      data-frames={frames}
      isInvalid={error !== undefined}
      value={value}
      onChange={onChange}
    >
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
      {error !== undefined && (
        <div role="alert" className={styles.error}>
          <FieldProblem error={error} />
        </div>
      )}
    </RadioGroup>
  )
}
