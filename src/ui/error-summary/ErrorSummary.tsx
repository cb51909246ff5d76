import { useEffect, useId, useRef } from 'react'
import { Icon } from '../icon/index.ts'
import { Link } from '../link/index.ts'
import { words } from '../words.ts'
import styles from './ErrorSummary.module.css'

export interface FieldFault {
  /** Id of the control with the fault. */
  fieldId: string
  /** The same words as at the field. */
  message: string
}

export interface ErrorSummaryProps {
  faults: readonly FieldFault[]
  title?: string
}

/** All faults of a form, at the top of it. It takes the focus when faults appear; each one leads to its field. */
export function ErrorSummary({ faults, title = words.errorTitle }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const all = faults.map(fault => fault.message).join('\n')
  useEffect(() => {
    if (all !== '') box.current?.focus()
  }, [all])
  if (faults.length === 0) return null
  return (
    <div className={styles.summary} ref={box} tabIndex={-1} role="alert" aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        <Icon name="stop" size="large" />
        {title}
      </h2>
      <ul className={styles.list}>
        {faults.map(fault => (
          <li key={fault.fieldId}>
            <Link href={`#${fault.fieldId}`} onPress={() => document.getElementById(fault.fieldId)?.focus()}>
              {fault.message}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
