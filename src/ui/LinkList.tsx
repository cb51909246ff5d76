import type { ReactNode } from 'react'
import { Link as AriaLink } from 'react-aria-components/Link'
import { Icon } from './Icon.tsx'
import styles from './LinkList.module.css'

export interface LinkListProps {
  items: readonly {
    href: string
    label: string
    /** A quiet second line. */
    hint?: ReactNode
  }[]
}

/** Ways forward, one below the other: each is a link over the whole width. Fits into a Card without padding. */
export function LinkList({ items }: LinkListProps) {
  return (
    <ul className={styles.list} data-plain>
      {items.map(({ href, label, hint }) => (
        <li key={href} className={styles.item}>
          <AriaLink className={styles.link ?? ''} href={href}>
            <span className={styles.text}>
              <span className={styles.label}>{label}</span>
              {hint && <span className={styles.hint}>{hint}</span>}
            </span>
            <Icon name="chevronRight" size="small" />
          </AriaLink>
        </li>
      ))}
    </ul>
  )
}
