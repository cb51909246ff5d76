import styles from './Breadcrumbs.module.css'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

export interface Crumb {
  id: string
  label: string
  /** Without it the crumb is only text. */
  href?: string | undefined
  /** The page itself, where its heading does not name it: the last one. */
  isCurrent?: boolean
}

export interface BreadcrumbsProps {
  label: string
  /** From the root to the parent of the page, or to the page where its heading names something else. */
  crumbs: readonly Crumb[]
}

/** The way back up. */
export function Breadcrumbs({ label, crumbs }: BreadcrumbsProps) {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label={label}>
      <ol className={styles.list} data-plain>
        {crumbs.map(({ id, label: name, href, isCurrent }) => (
          <li key={id} className={styles.crumb}>
            <span aria-current={isCurrent ? 'page' : undefined}>
              {href === undefined ? (
                name
              ) : (
                <Link href={href} variant="quiet">
                  {name}
                </Link>
              )}
            </span>
            <Icon name="chevronRight" size="small" />
          </li>
        ))}
      </ol>
    </nav>
  )
}
