import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Link } from './Link.tsx'
import styles from './TaskList.module.css'

export interface ListedTask {
  id: string
  icon: IconName
  tone: Tone
  title: string
  /** Where it is done. */
  href: string
  /** Why, in a quiet line below the title. */
  reason?: string | undefined
  /** What it belongs to. */
  about: string
  /** The day by which it is due, and how far away that is. */
  due?: { day: string; left: string; isNear: boolean } | undefined
}

/** Things to do in their order: a link each, with what it is about and until when. */
export function TaskList({ label, tasks }: { label: string; tasks: readonly ListedTask[] }): ReactNode {
  return (
    <ol className={styles.list} aria-label={label} data-plain>
      {tasks.map(({ id, icon, tone, title, href, reason, about, due }) => (
        <li key={id} className={styles.task}>
          <span className={styles.icon} data-tone={tone}>
            <Icon name={icon} />
          </span>
          <span className={styles.what}>
            <Link href={href} variant="row">
              {title}
            </Link>
            {reason !== undefined && <span className={styles.quiet}>{reason}</span>}
          </span>
          <span className={styles.about}>{about}</span>
          {due && (
            <span className={styles.due}>
              <span className={styles.day}>{due.day}</span>{' '}
              <span className={styles.quiet} data-near={due.isNear || undefined}>
                {due.left}
              </span>
            </span>
          )}
          <span className={styles.way}>
            <Icon name="chevronRight" />
          </span>
        </li>
      ))}
    </ol>
  )
}
