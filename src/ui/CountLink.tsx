import { Link as AriaLink } from 'react-aria-components/Link'
import styles from './CountLink.module.css'
import { formatCount } from './format.ts'
import { Icon, type IconName } from './Icon.tsx'

export interface CountLinkProps {
  href: string
  icon: IconName
  /** Name of the link, which says the number too. */
  label: string
  /** Shown at the corner of the icon while it is not 0. */
  count: number
  isCurrent?: boolean
}

/** More than this is shown as "99+": the exact number is in the name. */
const most = 99

/** An icon in the header that leads somewhere, with the number of what waits there. */
export function CountLink({ href, icon, label, count, isCurrent }: CountLinkProps) {
  return (
    <AriaLink
      className={styles.link ?? ''}
      href={href}
      aria-label={label}
      {...(isCurrent && { 'aria-current': 'page' })}
    >
      <Icon name={icon} size="large" />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > most ? `${formatCount(most)}+` : formatCount(count)}
        </span>
      )}
    </AriaLink>
  )
}
