import type { ReactNode } from 'react'
import styles from './BulletList.module.css'

/** A short list inside a notice. */
export function BulletList({ items }: { items: readonly { id: string; content: ReactNode }[] }) {
  return (
    <ul className={styles.list}>
      {items.map(item => (
        <li key={item.id}>{item.content}</li>
      ))}
    </ul>
  )
}
