import styles from './ShortcutList.module.css'

export interface Shortcut {
  /** The keys to press: "/", "?". */
  keys: string
  does: string
}

/** Keys and what they do. */
export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <dl className={styles.list}>
      {shortcuts.map(({ keys, does }) => (
        <div key={keys} className={styles.line}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
