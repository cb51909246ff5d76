import type { ReactNode } from 'react'
import styles from './DescriptionList.module.css'

export interface Description {
  id: string
  term: string
  /** Beside the term: what it means. */
  explanation?: ReactNode
  value: ReactNode
}

export interface DescriptionListProps {
  items: readonly Description[]
  /** rows: term at the left of its value; grid: term above its value, several beside each other. */
  layout?: 'rows' | 'grid'
}

/** Names and their values. */
export function DescriptionList({ items, layout = 'rows' }: DescriptionListProps) {
  return (
    <dl className={styles.list} data-layout={layout}>
      {items.map(item => (
        <div key={item.id} className={styles.item}>
          <dt className={styles.term}>
            {item.term}
            {item.explanation}
          </dt>
          <dd className={styles.value}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
