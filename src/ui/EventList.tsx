import type { Tone } from './Badge.tsx'
import styles from './EventList.module.css'
import { Hidden } from './Hidden.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Link } from './Link.tsx'
import { useSeen } from './useSeen.ts'

export interface ListedEvent {
  id: string
  icon: IconName
  tone: Tone
  title: string
  /** A quiet line below the title. */
  hint?: string | undefined
  /** When it happened, in words. */
  at: string
  /** Where it leads. */
  href?: string | undefined
  /** Marks it as new, in a word that is read out. */
  mark?: string | undefined
  onPress?: (() => void) | undefined
}

/** What has happened, the newest first: a line for each, with when it was. */
export function EventList({
  label,
  events,
  onSeen,
}: {
  label: string
  events: readonly ListedEvent[]
  /** Gets the ids of new events that have come into sight. */
  onSeen?: (ids: readonly string[]) => void
}) {
  const list = useSeen(onSeen)
  return (
    <ul ref={list} className={styles.list} aria-label={label} data-plain>
      {events.map(({ id, icon, tone, title, hint, at, href, mark, onPress }) => (
        <li key={id} className={styles.event} data-new={mark === undefined ? undefined : id}>
          <span className={styles.icon} data-tone={tone}>
            <Icon name={icon} />
          </span>
          <span className={styles.text}>
            {mark !== undefined && <Hidden>{mark}: </Hidden>}
            {href === undefined ? (
              title
            ) : (
              <Link href={href} variant="row" {...(onPress ? { onPress } : {})}>
                {title}
              </Link>
            )}
            {hint !== undefined && <span className={styles.hint}>{hint}</span>}
          </span>
          <span className={styles.at}>{at}</span>
        </li>
      ))}
    </ul>
  )
}
