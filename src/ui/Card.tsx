import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'
import { Link } from './Link.tsx'

export interface CardProps {
  title?: string
  /** Where the title leads. */
  href?: string | undefined
  /** Level of the title, 2 by default. */
  level?: 2 | 3 | 4
  /** Beside the title: what its term means. */
  explanation?: ReactNode
  /** A quiet line under the title. */
  hint?: ReactNode
  /** Beside the title: a StatusTag, a Menu, a button. */
  actions?: ReactNode
  /** none: the content touches the edges, for tables. */
  padding?: 'normal' | 'none'
  /** Below the content, behind a line. */
  footer?: ReactNode
  children?: ReactNode
}

/** Text in a card whose content touches the edges. */
export function CardText({ children }: { children: ReactNode }) {
  return <p className={styles.paragraph}>{children}</p>
}

/** A sheet that holds one subject. */
export function Card(props: CardProps) {
  const { title, href, level = 2, explanation, hint, actions, padding = 'normal', footer, children } = props
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className={styles.header}>
          <div className={styles.text}>
            {title && (
              <div className={styles.heading}>
                <Heading className={styles.title} id={id}>
                  {href === undefined ? (
                    title
                  ) : (
                    <Link href={href} variant="row">
                      {title}
                    </Link>
                  )}
                </Heading>
                {explanation}
              </div>
            )}
            {hint && <div className={styles.hint}>{hint}</div>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children !== undefined && (
        <div
          className={styles.content}
          data-padding={padding}
          data-headed={title || actions ? true : undefined}
        >
          {children}
        </div>
      )}
      {footer && <div className={styles.footer}>{footer}</div>}
    </section>
  )
}
