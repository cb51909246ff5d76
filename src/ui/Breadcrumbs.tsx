import { Breadcrumbs as AriaBreadcrumbs, Breadcrumb } from 'react-aria-components/Breadcrumbs'
import { Link as AriaLink } from 'react-aria-components/Link'
import styles from './Breadcrumbs.module.css'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import { moreAside } from './moreAside.ts'

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

/**
 * The way back up. It ends with the page itself: React Aria takes the last crumb for it. Where the heading names the page,
 * that crumb is only read out, by the heading's name.
 */
export function Breadcrumbs({ label, crumbs }: BreadcrumbsProps) {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label={label}>
      <AriaBreadcrumbs className={styles.list ?? ''} ref={moreAside} aria-label={label} data-plain>
        {crumbs.map(crumb => (
          <Breadcrumb key={crumb.id} id={crumb.id} className={styles.crumb ?? ''}>
            <span title={crumb.label}>
              <CrumbName {...crumb} />
            </span>
            <Icon name="chevronRight" size="small" />
          </Breadcrumb>
        ))}
        {!crumbs.at(-1)?.isCurrent && (
          <Breadcrumb id="page" className={styles.page ?? ''}>
            <AriaLink aria-labelledby="page-title" />
          </Breadcrumb>
        )}
      </AriaBreadcrumbs>
    </nav>
  )
}

function CrumbName({ label, href, isCurrent }: Crumb) {
  if (isCurrent) return <AriaLink>{label}</AriaLink>
  if (href === undefined) return label
  return (
    <Link href={href} variant="quiet">
      {label}
    </Link>
  )
}
