import { Breadcrumbs as AriaBreadcrumbs, Breadcrumb } from 'react-aria-components/Breadcrumbs'
import { LinkContext } from 'react-aria-components/Link'
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
      <AriaBreadcrumbs className={styles.list ?? ''} data-plain items={crumbs}>
        {crumb => (
          <Breadcrumb id={crumb.id} className={styles.crumb ?? ''}>
            {/* The library takes the last crumb for the page itself; ours is its parent, unless it says otherwise. */}
            <LinkContext value={null}>
              <span aria-current={crumb.isCurrent ? 'page' : undefined}>
                {crumb.href === undefined ? (
                  crumb.label
                ) : (
                  <Link href={crumb.href} variant="quiet">
                    {crumb.label}
                  </Link>
                )}
              </span>
            </LinkContext>
            <Icon name="chevronRight" size="small" />
          </Breadcrumb>
        )}
      </AriaBreadcrumbs>
    </nav>
  )
}
