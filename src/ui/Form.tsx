import type { ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'
import { FieldLabel } from './Field.tsx'
import styles from './Form.module.css'
import { controlClass, fieldClass, labelClass } from './fieldClasses.ts'

export interface FormProps {
  label: string
  /** What was entered, by the names of the fields; asked for only when every field that must be filled is. */
  onSubmit: (entered: FormData) => void
  children: ReactNode
}

/** A form that keeps what is entered by itself until it is sent. */
export function Form({ label, onSubmit, children }: FormProps) {
  return (
    <form
      aria-label={label}
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget))
      }}
    >
      {children}
    </form>
  )
}

export interface FormFieldProps {
  /** Under which the form gives what was entered. */
  name: string
  label: string
  description?: string
  isRequired?: boolean
  /** Characters at most. */
  maxLength?: number
  /** line (default): one line; lines: several; number: one line of digits. */
  kind?: 'line' | 'lines' | 'number'
  defaultValue?: string
}

/** A field of a form, for text or a number. */
export function FormField({ name, isRequired = false, kind = 'line', ...props }: FormFieldProps) {
  const { label, description, maxLength, defaultValue = '' } = props
  return (
    <TextField
      name={name}
      className={fieldClass}
      isRequired={isRequired}
      defaultValue={defaultValue}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
    >
      <FieldLabel label={label} description={description} />
      {kind === 'lines' ? (
        <TextArea className={`${controlClass} ${styles.lines}`} rows={4} />
      ) : (
        <Input className={controlClass} />
      )}
    </TextField>
  )
}

export interface FormFilesProps {
  name: string
  label: string
  description?: string
}

/** Files that go along with a form. */
export function FormFiles({ name, label, description }: FormFilesProps) {
  return (
    <label className={fieldClass}>
      <span className={labelClass}>{label}</span>
      {description && <span className={styles.description}>{description}</span>}
      <input type="file" name={name} multiple className={styles.files} />
    </label>
  )
}
