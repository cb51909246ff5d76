import { type ReactNode, useId } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import styles from './Checkbox.module.css'
import { formatCount } from './format.ts'
import { Hidden } from './Hidden.tsx'
import { Icon } from './Icon.tsx'

export interface CheckboxProps {
  children: ReactNode
  isSelected?: boolean
  /** Within a form that keeps it: whether it is ticked at first. */
  defaultSelected?: boolean
  onChange?: (isSelected: boolean) => void
  /** Some of the things it stands for are chosen. */
  isIndeterminate?: boolean
  /** Taken away without a reason. Prefer disabledReason. */
  isDisabled?: boolean
  /** Why it cannot be ticked now. It stays in the tab order, and the reason is read out. */
  disabledReason?: string | undefined
  isInvalid?: boolean
  /** Id of an element that says more, for instance an error. */
  'aria-describedby'?: string
  id?: string
  name?: string
  /** Within a CheckboxGroup: its value there. */
  value?: string
  /** A second, quieter line. */
  hint?: ReactNode
  /** Number shown at the end of the line. */
  count?: number
}

/** A box to tick. With disabledReason it keeps the focus and tells why it cannot be ticked. */
export function Checkbox({ children, hint, count, disabledReason, ...props }: CheckboxProps) {
  const reasonId = useId()
  const described = [props['aria-describedby'], disabledReason && reasonId].filter(Boolean).join(' ')
  return (
    <>
      <AriaCheckbox
        {...props}
        isReadOnly={disabledReason !== undefined}
        {...(described ? { 'aria-describedby': described } : {})}
        className={styles.checkbox ?? ''}
      >
        <span className={styles.box}>
          <Icon name={props.isIndeterminate ? 'dash' : 'check'} size="small" />
        </span>
        <span className={styles.text}>
          <span>{children}</span>
          {hint && <span className={styles.hint}>{hint}</span>}
        </span>
        {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
      </AriaCheckbox>
      {disabledReason && <Hidden id={reasonId}>{disabledReason}</Hidden>}
    </>
  )
}
