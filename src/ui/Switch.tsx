import type { ReactNode } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import styles from './Switch.module.css'

export interface SwitchProps {
  children: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  /** Why it cannot be used now, shown beside it. It stays in the tab order. */
  disabledReason?: string | undefined
}

/** Turns something on or off at once. For choices that are sent with a form use Checkbox. */
export function Switch({ children, isSelected, onChange, disabledReason }: SwitchProps) {
  return (
    <AriaSwitch
      className={styles.switch ?? ''}
      isSelected={isSelected}
      onChange={onChange}
      isReadOnly={disabledReason !== undefined}
    >
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
      <span className={styles.text}>
        <span>{children}</span>
        {disabledReason !== undefined && <span className={styles.hint}>{disabledReason}</span>}
      </span>
    </AriaSwitch>
  )
}
