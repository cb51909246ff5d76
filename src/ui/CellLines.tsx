import type { ReactNode } from 'react'
import styles from './CellLines.module.css'

/** A cell of a table that says more in a quiet line below. */
export function CellLines({ note, children }: { note: ReactNode; children?: ReactNode }) {
  return (
    <span className={styles.lines}>
      {children}
      {note && <span className={styles.note}>{note}</span>}
    </span>
  )
}
