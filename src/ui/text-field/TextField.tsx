import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { controlClass, FieldLabel, FieldProblem, type FieldProps, fieldClass } from '../field/index.ts'

export interface TextFieldProps
  extends FieldProps,
    Pick<
      AriaTextFieldProps,
      | 'type'
      | 'inputMode'
      | 'autoComplete'
      | 'maxLength'
      | 'autoFocus'
      | 'isReadOnly'
      | 'onBlur'
      | 'spellCheck'
    > {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** A box of this many lines for longer text. */
  lines?: number
}

/** A line of text, or a box of several. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, description, error, placeholder, lines, ...field } = props
  return (
    <AriaTextField
      {...field}
      className={fieldClass}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel {...props} />
      {lines ? (
        <TextArea className={controlClass} rows={lines} placeholder={placeholder} />
      ) : (
        <Input className={controlClass} placeholder={placeholder} />
      )}
      <FieldProblem error={error} />
    </AriaTextField>
  )
}
