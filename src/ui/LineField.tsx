import { useState } from 'react'
import { Button } from './Button.tsx'
import styles from './LineField.module.css'
import { TextField } from './TextField.tsx'

export interface LineFieldProps {
  label: string
  /** Of the button. */
  action: string
  /** Takes a whole number from 1. */
  onLine: (line: number) => void
}

/** A field for the number of a line, and a button that goes there. */
export function LineField({ label, action, onLine }: LineFieldProps) {
  const [value, setValue] = useState('')
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        const line = Number(value.replaceAll(/\D/g, ''))
        if (line > 0) onLine(line)
      }}
    >
      <TextField label={label} kind="number" maxLength={12} value={value} onChange={setValue} />
      <Button type="submit" size="small">
        {action}
      </Button>
    </form>
  )
}
