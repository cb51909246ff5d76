import type { ReactNode } from 'react'
import { hiddenClass } from './Hidden.tsx'
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
  const isReadOnly = disabledReason !== undefined
  return (
    <label className={styles.switch} data-readonly={isReadOnly || undefined}>
      <input
        type="checkbox"
        role="switch"
        className={hiddenClass}
        checked={isSelected}
        aria-checked={isSelected}
        aria-readonly={isReadOnly || undefined}
        onChange={({ target }) => {
          if (!isReadOnly) onChange(target.checked)
        }}
      />
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
      <span className={styles.words}>
        <span>{children}</span>
        {isReadOnly && <span className={styles.hint}>{disabledReason}</span>}
      </span>
    </label>
  )
}
