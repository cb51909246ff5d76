import { type ReactNode, useId, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { FieldLabel, FieldProblem } from './Field.tsx'
import { FileCard } from './FileCard.tsx'
import styles from './Form.module.css'
import { controlClass, fieldClass, labelClass } from './fieldClasses.ts'

export interface FormProps {
  label: string
  /** What was entered, by the names of the fields, with the button that sent it if that has a name; only when every required field is filled. */
  onSubmit: (entered: FormData) => void
  /** A field changed, so an error shown for the former content is out of date. */
  onChange?: () => void
  /** A field is not valid, so nothing was sent: a form in steps shows its step. */
  onInvalid?: (field: Element) => void
  children: ReactNode
}

/** A form that keeps what is entered by itself until it is sent. */
export function Form({ label, onSubmit, onChange, onInvalid, children }: FormProps) {
  return (
    <form
      aria-label={label}
      className={styles.form}
      onChange={onChange}
      onInvalidCapture={({ target }) => target instanceof Element && onInvalid?.(target)}
      onSubmit={event => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        onSubmit(new FormData(event.currentTarget, submitter))
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

/** Files that a form sends. Each choice adds to the ones before, and can be removed. */
export function FormFiles({ name, label, description, accept, isSingle = false }: FormFilesProps) {
  const t = useMessages('ui')
  const id = useId()
  // An input of its own for each choice: a second choice in the same input would replace the first one's files.
  const [choices, setChoices] = useState<readonly { key: number; names: string }[]>([])
  // Never use a key twice: a removed input would come back with its files.
  const [next, setNext] = useState(0)
  const keep = (files: FileList | null) => {
    if (!files || files.length === 0) return
    setChoices([...choices, { key: next, names: [...files].map(file => file.name).join(', ') }])
    setNext(next + 1)
  }
  return (
    <div className={fieldClass}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      {description && <span className={styles.description}>{description}</span>}
      {choices.map(({ key, names }) => (
        <FileCard
          key={key}
          name={names}
          actions={
            <Button
              size="small"
              variant="quiet"
              onPress={() => setChoices(choices.filter(choice => choice.key !== key))}
              aria-label={t('removeFile', { name: names })}
            >
              {t('remove')}
            </Button>
          }
        />
      ))}
      {[...choices.map(({ key }) => key), next].map(key => (
        <input
          key={key}
          {...(key === next && { id })}
          // biome-ignore lint/a11y/noAutofocus: the input that had the focus is now hidden.
          autoFocus={key === next && next > 0}
          hidden={key !== next}
          type="file"
          name={name}
          accept={accept}
          multiple={!isSingle}
          className={styles.files}
          onChange={isSingle ? undefined : event => keep(event.currentTarget.files)}
        />
      ))}
    </div>
  )
}
