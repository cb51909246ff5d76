import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup'
import { FieldLabel, FieldProblem, type FieldProps, fieldClass } from '../field/index.ts'
import type { Option } from '../options/index.ts'
import styles from './RadioGroup.module.css'

export interface RadioGroupProps extends FieldProps {
  options: readonly Option[]
  value: string | null
  onChange: (id: string) => void
  orientation?: 'vertical' | 'horizontal'
}

/** One of a few choices, all in sight. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, isLabelHidden, description, error, options, ...group } = props
  return (
    <AriaRadioGroup
      {...group}
      className={fieldClass}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel {...props} />
      <div className={styles.options} data-orientation={props.orientation}>
        {options.map(option => (
          <Radio
            key={option.id}
            value={option.id}
            isDisabled={option.disabledReason !== undefined}
            className={styles.radio ?? ''}
          >
            <span className={styles.mark} />
            <span className={styles.words}>
              <span>{option.label}</span>
              {(option.disabledReason ?? option.hint) && (
                <span className={styles.hint}>{option.disabledReason ?? option.hint}</span>
              )}
            </span>
          </Radio>
        ))}
      </div>
      <FieldProblem error={error} />
    </AriaRadioGroup>
  )
}
