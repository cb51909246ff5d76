import type { ReactNode } from 'react'
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { FieldLabel, FieldProblem, type FieldProps } from './Field.tsx'
import { fieldClass } from './fieldClasses.ts'

export interface CheckboxGroupProps extends FieldProps {
  /** Values of the ticked boxes. */
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Checkbox elements with a value. */
  children: ReactNode
}

/** Boxes that belong together. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { label, isLabelHidden, description, error, value, children, ...group } = props
  return (
    <AriaCheckboxGroup
      {...group}
      value={[...value]}
      className={fieldClass}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel {...props} />
      {children}
      <FieldProblem error={error} />
    </AriaCheckboxGroup>
  )
}
