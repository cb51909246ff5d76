import { useMessages } from '../messages/index.ts'
import { Hidden } from './Hidden.tsx'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** What is drawn in place of what is coming: lines of text, a card, rows of a table, or the room of a funnel. */
  shape?: 'text' | 'card' | 'rows' | 'funnel'
  /** How many lines or rows. */
  lines?: number
  /** What is loading, read out. */
  label?: string
}

/** A sketch of what is loading. It appears only after 150 ms, so that quick answers do not flicker. */
export function Skeleton({ shape = 'text', lines = 3, label }: SkeletonProps) {
  const t = useMessages('ui')
  return (
    <div className={styles.skeleton} data-shape={shape} role="status">
      <Hidden>{label ?? t('loading')}</Hidden>
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map(line => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
