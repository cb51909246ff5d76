import { DateField } from 'react-aria-components/DateField'
import { DateSegments, dayOf } from './DateField.tsx'
import { FieldLabel, FieldProblem } from './Field.tsx'
import { fieldClass } from './fieldClasses.ts'

export interface FormDateProps {
  name: string
  label: string
  /** yyyy-MM-dd. */
  defaultValue?: string
  /** By default it is. */
  isRequired?: boolean
  description?: string
}

/** A day of a form, typed part by part; the form gives it as yyyy-MM-dd. */
export function FormDate({ name, label, defaultValue, isRequired = true, description }: FormDateProps) {
  const day = defaultValue === undefined ? null : dayOf(defaultValue)
  return (
    <DateField
      className={fieldClass}
      name={name}
      defaultValue={day}
      isRequired={isRequired}
      shouldForceLeadingZeros
    >
      <FieldLabel label={label} description={description} />
      <DateSegments />
      <FieldProblem />
    </DateField>
  )
}
