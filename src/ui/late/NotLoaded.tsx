import { words } from '../words.ts'
import styles from './NotLoaded.module.css'

/** Stands beside a control whose panel could not be loaded. */
export function NotLoaded() {
  return (
    <span className={styles.words} role="alert">
      {words.notLoaded}
    </span>
  )
}
