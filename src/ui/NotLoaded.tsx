import { useMessages } from '../messages/index.ts'
import styles from './NotLoaded.module.css'

/** Stands beside a control whose panel could not be loaded. */
export function NotLoaded() {
  const t = useMessages('ui')
  return (
    <span className={styles.words} role="alert">
      {t('notLoaded')}
    </span>
  )
}
