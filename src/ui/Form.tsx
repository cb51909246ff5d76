import type { ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'
import { FieldLabel, FieldProblem } from './Field.tsx'
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
  /** What is said at the field when it has to be filled and is not; without it the browser says so. */
  missing?: string
  /** Characters at most. */
  maxLength?: number
  /** line (default): one line; lines: several; number: one line of digits. */
  kind?: 'line' | 'lines' | 'number'
  defaultValue?: string | undefined
  /** What is wrong with what was entered; it is asked when the field is left and when the form is sent. */
  validate?: (value: string) => string | undefined
}

/** A field of a form, for text or a number. */
export function FormField({ name, isRequired = false, kind = 'line', validate, ...props }: FormFieldProps) {
  const { label, description, maxLength, missing, defaultValue = '' } = props
  return (
    <TextField
      name={name}
      className={fieldClass}
      isRequired={isRequired}
      defaultValue={defaultValue}
      {...(validate && { validate: value => validate(value) ?? null })}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
    >
      <FieldLabel label={label} description={description} />
      {kind === 'lines' ? (
        <TextArea className={`${controlClass} ${styles.lines}`} rows={4} />
      ) : (
        <Input className={controlClass} />
      )}
      <FieldProblem error={missing} />
    </TextField>
  )
}

export interface FormFilesProps {
  name: string
  label: string
  description?: string
  /** Which files the window for choosing offers; all of them without it. */
  accept?: string
  /** One file at most. */
  isSingle?: boolean
}

/** Files that go along with a form. */
export function FormFiles({ name, label, description, accept, isSingle = false }: FormFilesProps) {
  return (
    <label className={fieldClass}>
      <span className={labelClass}>{label}</span>
      {description && <span className={styles.description}>{description}</span>}
      <input type="file" name={name} accept={accept} multiple={!isSingle} className={styles.files} />
    </label>
  )
}
