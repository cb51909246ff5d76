import type { ReactNode } from 'react'
import styles from './Hidden.module.css'

/** Text that only a screen reader meets. */
export function Hidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span className={styles.hidden} id={id}>
      {children}
    </span>
  )
}
