import type { ReactNode } from 'react'
import styles from './DropZone.module.css'
import { Icon } from './Icon.tsx'

export interface FileCardProps {
  name: string
  /** The size in words: 12.3 MB. */
  size?: string
  /** After the size: a date, who brought it. */
  meta?: ReactNode
  /** A StatusTag with what a check found. */
  status?: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
  /** Below: a ProgressBar, a list of problems. */
  children?: ReactNode
}

/** A file that was chosen or stored: name, size, what is known of it. */
export function FileCard({ name, size, meta, status, actions, children }: FileCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.cardLine}>
        <span className={styles.fileIcon}>
          <Icon name="file" size="large" />
        </span>
        <div className={styles.cardText}>
          <span className={styles.name} data-focus-next>
            {name}
          </span>
          <span className={styles.meta}>
            {size !== undefined && <span>{size}</span>}
            {meta && <span>{meta}</span>}
          </span>
        </div>
        {status}
        {actions && <div className={styles.cardActions}>{actions}</div>}
      </div>
      {children && <div className={styles.cardBody}>{children}</div>}
    </div>
  )
}
