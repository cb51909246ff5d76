import type { ReactNode } from 'react'
import styles from './Hidden.module.css'

/** Class of what only a screen reader meets, for elements that must stay what they are. */
export const hiddenClass = styles.hidden ?? ''

/** Text that only a screen reader meets. */
export function Hidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span className={styles.hidden} id={id}>
      {children}
    </span>
  )
}
