import type { ReactNode } from 'react'
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { FieldLabel, FieldProblem } from './Field.tsx'
import { fieldClass, labelClass } from './fieldClasses.ts'
import styles from './RadioChoice.module.css'

export interface FormCheckboxesProps {
  /** Under which the form gives the values that are ticked. */
  name: string
  label: string
  description?: string
  /** Values that are ticked at first. */
  defaultValue?: readonly string[]
  /** What is said when none is ticked. */
  missing: string
  /** Checkbox elements with a value. */
  children: ReactNode
}

/** Boxes of a form that belong together, of which one has to be ticked at least. */
export function FormCheckboxes({
  name,
  label,
  description,
  defaultValue = [],
  missing,
  children,
}: FormCheckboxesProps) {
  return (
    <CheckboxGroup name={name} isRequired defaultValue={[...defaultValue]} className={fieldClass}>
      <FieldLabel label={label} description={description} />
      {children}
      <FieldProblem error={missing} />
    </CheckboxGroup>
  )
}

export interface FormRadiosProps {
  /** Under which the form gives the one that is chosen. */
  name: string
  label: string
  options: readonly { id: string; label: string }[]
  defaultValue: string
}

/** One of a few, of a form that keeps it. */
export function FormRadios({ name, label, options, defaultValue }: FormRadiosProps) {
  return (
    <RadioGroup name={name} className={styles.group ?? ''} defaultValue={defaultValue}>
      <Label className={labelClass}>{label}</Label>
      {options.map(option => (
        <Radio key={option.id} value={option.id} className={styles.radio ?? ''}>
          <span className={styles.ring} />
          <span>{option.label}</span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
