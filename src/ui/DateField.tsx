import { type CalendarDate, parseDate } from '@internationalized/date'
import { useState } from 'react'
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import styles from './DateField.module.css'
import { FieldLabel } from './Field.tsx'
import { controlClass, fieldClass } from './fieldClasses.ts'

export interface DateFieldProps {
  label: string
  /** yyyy-MM-dd; empty for none. */
  value: string
  /** Called with a whole day, or with nothing. */
  onChange: (day: string) => void
}

/** A day of an address may be no day; then none is shown. */
export const dayOf = (value: string) => {
  try {
    return parseDate(value)
  } catch {
    return null
  }
}

/** While a year is being typed it is one of the first centuries, which nobody means. */
const firstYear = 1000

/** A day, typed part by part in the order of the page's locale: dd/mm/yyyy, whatever the browser speaks. */
export function DateField({ label, value, onChange }: DateFieldProps) {
  const [known, setKnown] = useState(value)
  const [typed, setTyped] = useState(dayOf(value))
  if (value !== known) {
    setKnown(value)
    setTyped(dayOf(value))
  }
  const change = (day: CalendarDate | null) => {
    setTyped(day)
    if (day === null) onChange('')
    else if (day.year >= firstYear) onChange(day.toString())
  }
  return (
    <AriaDateField className={fieldClass} value={typed} onChange={change} shouldForceLeadingZeros>
      <FieldLabel label={label} />
      <DateSegments />
    </AriaDateField>
  )
}

/** The parts of a day, each typed by itself. */
export function DateSegments() {
  return (
    <DateInput className={`${controlClass} ${styles.input}`}>
      {segment => <DateSegment className={styles.segment ?? ''} segment={segment} />}
    </DateInput>
  )
}
