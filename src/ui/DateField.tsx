import { useId } from 'react'
import { controlClass, fieldClass, labelClass } from './fieldClasses.ts'

export interface DateFieldProps {
  label: string
  /** yyyy-MM-dd; empty for none. */
  value: string
  /** Called with a whole day, or with nothing. */
  onChange: (day: string) => void
}

/** A day, by the browser's own control: it needs no code to open, and writes as the device does. */
export function DateField({ label, value, onChange }: DateFieldProps) {
  const id = useId()
  return (
    <div className={fieldClass}>
      <label className={labelClass} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={controlClass}
        type="date"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
