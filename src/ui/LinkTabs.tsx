import { Link as AriaLink } from 'react-aria-components/Link'
import { Badge } from './Badge.tsx'
import { formatCount } from './format.ts'
import { intoSight } from './intoSight.ts'
import styles from './LinkTabs.module.css'
import { moreAside } from './moreAside.ts'

export interface LinkTab {
  id: string
  label: string
  /** Shown as a small badge after the label. */
  count?: number
  href: string
  isCurrent?: boolean
}

export interface LinkTabsProps {
  /** Names the whole, read out. */
  label: string
  tabs: readonly LinkTab[]
  /** segments: one small control, for two ways to see the same. */
  look?: 'tabs' | 'segments'
  /** On a narrow screen two columns in place of a line that scrolls. */
  isGrid?: boolean
}

/** Links that look like tabs: each leads to its own page, or to another part of this one. */
export function LinkTabs({ label, tabs, look = 'tabs', isGrid }: LinkTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      <ul className={styles.list} ref={moreAside} data-plain data-look={look} data-grid={isGrid || undefined}>
        {tabs.map(tab => (
          <li key={tab.id}>
            <AriaLink
              className={styles.tab ?? ''}
              href={tab.href}
              ref={tab.isCurrent ? intoSight : undefined}
              data-selected={tab.isCurrent || undefined}
              {...(tab.isCurrent && { 'aria-current': 'page' })}
            >
              <span className={styles.label} data-text={tab.label}>
                {tab.label}
              </span>
              {tab.count !== undefined && <Badge>{formatCount(tab.count)}</Badge>}
            </AriaLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
