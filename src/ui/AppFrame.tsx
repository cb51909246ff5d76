import type { ReactNode } from 'react'
import { Link as AriaLink } from 'react-aria-components/Link'
import { useMessages } from '../messages/index.ts'
import styles from './AppFrame.module.css'
import { intoSight } from './intoSight.ts'
import { moreAside } from './moreAside.ts'

export interface NavigationLink {
  id: string
  label: string
  href: string
  isCurrent?: boolean
}

export interface AppFrameProps {
  /** Name of the product; leads home. */
  product: string
  homeHref: string
  /** Beside the product: the ComboBox of the organisation, or its name. */
  organisation?: ReactNode
  /** After it: a Select or a name. */
  context?: ReactNode
  /** At the end of the header: the user's Menu. */
  user?: ReactNode
  navigationLabel: string
  navigation: readonly NavigationLink[]
  /** A notice for the whole product, under the header. */
  notice?: ReactNode
  footer?: ReactNode
  /** The page: usually a Page. */
  children: ReactNode
}

/** Header, navigation, main region and footer of every signed-in page, with a link that skips to the content. */
export function AppFrame(props: AppFrameProps) {
  const t = useMessages('ui')
  const { product, homeHref, organisation, context, user, navigationLabel, navigation, notice, footer } =
    props
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {t('skipToContent')}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <AriaLink className={styles.product ?? ''} href={homeHref}>
            <Mark />
            <span>{product}</span>
          </AriaLink>
          {organisation && <div className={styles.organisation}>{organisation}</div>}
          {context && <div className={styles.context}>{context}</div>}
          {navigation.length > 0 && (
            <nav className={styles.navigation} aria-label={navigationLabel}>
              <ul className={styles.links} ref={moreAside} data-plain>
                {navigation.map(link => (
                  <li key={link.id}>
                    <AriaLink
                      className={styles.link ?? ''}
                      href={link.href}
                      ref={link.isCurrent ? intoSight : undefined}
                      {...(link.isCurrent && { 'aria-current': 'page' })}
                    >
                      {link.label}
                    </AriaLink>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {user && <div className={styles.user}>{user}</div>}
        </div>
      </header>
      {notice && <div className={styles.notice}>{notice}</div>}
      <main className={styles.main} id="main" tabIndex={-1}>
        {props.children}
      </main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  )
}

/** The sign of the product: a mace seen from its end, as the bedel carries it. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="M10 1.5l2.3 3.2 3.7-.7-.7 3.7L18.5 10l-3.2 2.3.7 3.7-3.7-.7L10 18.5l-2.3-3.2-3.7.7.7-3.7L1.500 10l3.2-2.3-.7-3.7 3.7.7z" />
      <circle cx="10" cy="10" r="2.75" />
    </svg>
  )
}

export interface PageProps {
  /** Breadcrumbs. */
  breadcrumbs?: ReactNode
  /** At most one Banner, before the heading. */
  banner?: ReactNode
  /** A PageHeader. */
  header?: ReactNode
  /** A Stepper or LinkTabs under the header. */
  steps?: ReactNode
  children: ReactNode
  /** prose keeps the content to a readable width; full (default) uses up to 1,440 px. */
  width?: 'full' | 'prose'
  /** Heading and breadcrumbs in one row, small distances: for a page of rows that should show as many as possible. */
  isDense?: boolean
}

/**
 * The parts of a page in their order and distances. With steps, what stands above the content is a band of two compact
 * rows: breadcrumbs and header, then the steps.
 */
export function Page({ breadcrumbs, banner, header, steps, children, width = 'full', isDense }: PageProps) {
  const head = (breadcrumbs || header) && (
    <div className={styles.head}>
      {breadcrumbs}
      {header}
    </div>
  )
  return (
    <>
      {steps && (
        <div className={styles.band} data-band>
          <div className={styles.bandContent}>
            {head}
            <div className={styles.steps}>{steps}</div>
          </div>
        </div>
      )}
      <div className={styles.page} data-width={width} data-dense={isDense || undefined}>
        {banner}
        {!steps && head}
        <div className={styles.content}>{children}</div>
      </div>
    </>
  )
}
