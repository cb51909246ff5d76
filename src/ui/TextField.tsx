import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldLabel, FieldProblem, type FieldProps } from './Field.tsx'
import { controlClass, fieldClass } from './fieldClasses.ts'

export interface TextFieldProps extends Pick<FieldProps, 'label' | 'description' | 'error' | 'isRequired'> {
  value: string
  onChange: (value: string) => void
  /** Characters at most. */
  maxLength?: number
}

/** A field for one line of text. */
export function TextField({ value, onChange, maxLength, isRequired = false, ...props }: TextFieldProps) {
  return (
    <AriaTextField
      className={fieldClass}
      value={value}
      onChange={onChange}
      isRequired={isRequired}
      isInvalid={props.error !== undefined}
      {...(maxLength === undefined ? {} : { maxLength })}
    >
      <FieldLabel {...props} />
      <Input className={controlClass} />
      <FieldProblem {...props} />
    </AriaTextField>
  )
}
