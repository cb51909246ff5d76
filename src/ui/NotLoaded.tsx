import styles from './NotLoaded.module.css'
import { words } from './words.ts'

/** Stands beside a control whose panel could not be loaded. */
export function NotLoaded() {
  return (
    <span className={styles.words} role="alert">
      {words.notLoaded}
    </span>
  )
}
