import type { ReactNode } from 'react'
import { Dotted } from './Dotted.tsx'
import { moreAside } from './moreAside.ts'
import styles from './PageHeader.module.css'

export interface PageHeaderProps {
  title: string
  /** Beside the title: what its term means. */
  explanation?: ReactNode
  /** Beside the title: a StatusTag. */
  status?: ReactNode
  /** Quiet facts after the title: reference, dates, an id. Beside steps those go for which its line has no room. */
  meta?: ReactNode
  /** One primary action, and quiet ones before it. */
  actions?: ReactNode
  /** What the reader decides about the thing of the page; on a phone it lies at the foot of the window. */
  decisions?: ReactNode
  /** A sentence or two about the page. */
  children?: ReactNode
}

/** The heading of a page: the only h1. The router moves the focus to #page-title after a navigation. */
export function PageHeader({
  title,
  explanation,
  status,
  meta,
  actions,
  decisions,
  children,
}: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        <div className={styles.line} ref={moreAside}>
          <h1 id="page-title" tabIndex={-1}>
            <Dotted code={title} />
          </h1>
          {explanation}
          {status}
          {meta && (
            <div className={styles.meta} data-spare>
              {meta}
            </div>
          )}
        </div>
        {children && <div className={styles.lead}>{children}</div>}
      </div>
      {(actions || decisions) && (
        <div className={styles.actions}>
          {actions}
          {decisions && (
            <div className={styles.decisions} data-decisions>
              {decisions}
            </div>
          )}
        </div>
      )}
    </header>
  )
}
