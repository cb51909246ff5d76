import { useMessages } from '../messages/index.ts'
import { Hidden } from './Hidden.tsx'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** What is drawn in place of what is coming: a part of a page, or a whole page by its kind. */
  shape?: 'text' | 'card' | 'rows' | 'funnel' | PageShape
  /** How many lines or rows. */
  lines?: number
  /** What is loading, read out. */
  label?: string
}

/** The parts of each kind of page, in the order and room in which they will be there. */
const pages = {
  dashboard: ['list', 'card', 'card', 'card'],
  page: ['way', 'title', 'card', 'list'],
  report: ['title', 'side', 'list'],
  submission: ['way', 'title', 'steps', 'card', 'list'],
} as const

type PageShape = keyof typeof pages

const isPage = (shape: string): shape is PageShape => shape in pages

/** A sketch of what is loading. It appears only after 150 ms, so that quick answers do not flicker. */
export function Skeleton({ shape = 'text', lines = 3, label }: SkeletonProps) {
  const t = useMessages('ui')
  return (
    <div className={styles.skeleton} data-shape={shape} role="status">
      <Hidden>{label ?? t('loading')}</Hidden>
      {isPage(shape)
        ? pages[shape].map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a shape never change
            <span key={at} className={styles.part} data-part={part} />
          ))
        : null}
      {Array.from({ length: isPage(shape) ? 0 : lines }, (_, line) => `line ${line}`).map(line => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
