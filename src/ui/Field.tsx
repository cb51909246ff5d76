import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import styles from './Field.module.css'
import { labelClass } from './fieldClasses.ts'
import { hiddenClass } from './Hidden.tsx'
import { Icon } from './Icon.tsx'

/** What every field takes. */
export interface FieldProps {
  /** Id of the control itself. */
  id?: string
  label: string
  /** The label is only read out: for fields whose place makes them plain. */
  isLabelHidden?: boolean
  /** A sentence under the label. */
  description?: ReactNode
  /** What is wrong and what to do. */
  error?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
  name?: string
}

/** Label and description, above the control. */
export function FieldLabel({ label, isLabelHidden, description }: FieldProps) {
  return (
    <>
      <Label className={isLabelHidden ? hiddenClass : labelClass}>{label}</Label>
      {description && (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      )}
    </>
  )
}

/** The error of a field, under the control; without one what its own validation found. */
export function FieldProblem({ error }: Pick<FieldProps, 'error'>) {
  return (
    <FieldError className={styles.error ?? ''}>
      {({ validationErrors }) => (
        <>
          <Icon name="stop" />
          <span>{error ?? validationErrors.join(' ')}</span>
        </>
      )}
    </FieldError>
  )
}
