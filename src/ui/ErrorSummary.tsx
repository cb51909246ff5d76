import { type ReactNode, useId } from 'react'
import { toneIcons } from './Badge.tsx'
import styles from './Banner.module.css'
import { Icon } from './Icon.tsx'

export interface ErrorSummaryProps {
  title: string
  /** What is wrong and what to do. */
  children: ReactNode
  /** Of the control where it is put right. */
  controlId: string
  /** Whether it is read out when it appears; not where something else says so. */
  isAnnounced?: boolean
}

const takeFocus = (box: HTMLElement | null): void => box?.focus()

/** What is wrong with what was entered, at the top: the focus moves to it, and from it a link leads to the control. */
export function ErrorSummary({ title, children, controlId, isAnnounced = true }: ErrorSummaryProps) {
  const id = useId()
  return (
    <section ref={takeFocus} tabIndex={-1} aria-labelledby={id} className={styles.banner} data-tone="failed">
      <Icon name={toneIcons.failed} />
      <div className={styles.content} role={isAnnounced ? 'alert' : undefined}>
        <p className={styles.title} id={id}>
          {title}
        </p>
        <div className={styles.text}>
          <a
            href={`#${controlId}`}
            onClick={event => {
              event.preventDefault()
              document.getElementById(controlId)?.focus()
            }}
          >
            {children}
          </a>
        </div>
      </div>
    </section>
  )
}
