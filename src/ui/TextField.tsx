import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldLabel, FieldProblem, type FieldProps } from './Field.tsx'
import { controlClass, fieldClass } from './fieldClasses.ts'
import styles from './TextField.module.css'

export interface TextFieldProps
  extends Pick<
    FieldProps,
    'label' | 'isLabelHidden' | 'description' | 'error' | 'isRequired' | 'isDisabled'
  > {
  value: string
  onChange: (value: string) => void
  /** The field has lost the focus. */
  onLeave?: () => void
  /** Characters at most. */
  maxLength?: number
  /** line (default): one line; lines: several; number: a few digits. */
  kind?: 'line' | 'lines' | 'number'
}

/** A field for text that its place keeps. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, onLeave, maxLength, isRequired = false, isDisabled = false, kind = 'line' } = props
  return (
    <AriaTextField
      className={`${fieldClass} ${kind === 'number' ? styles.narrow : ''}`}
      value={value}
      onChange={onChange}
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={props.error !== undefined}
      {...(onLeave && { onBlur: onLeave })}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
    >
      <FieldLabel {...props} />
      {kind === 'lines' ? (
        <TextArea className={`${controlClass} ${styles.lines}`} rows={3} />
      ) : (
        <Input className={controlClass} />
      )}
      <FieldProblem error={props.error} />
    </AriaTextField>
  )
}
