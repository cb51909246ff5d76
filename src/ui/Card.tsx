import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

export interface CardProps {
  title?: string
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
  children: ReactNode
}

/** A sheet that holds one subject. */
export function Card(props: CardProps) {
  const { title, level = 2, explanation, hint, actions, padding = 'normal', children } = props
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
                  {title}
                </Heading>
                {explanation}
              </div>
            )}
            {hint && <div className={styles.hint}>{hint}</div>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div
        className={styles.content}
        data-padding={padding}
        data-headed={title || actions ? true : undefined}
      >
        {children}
      </div>
    </section>
  )
}
