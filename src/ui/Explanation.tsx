import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { DialogPopover } from './DialogPopover.tsx'
import styles from './Explanation.module.css'
import { Icon } from './Icon.tsx'

export interface ExplanationProps {
  /** Name of the button and of the panel that it opens. */
  label: string
  /** The term, as the button shows it; without it the button is a small "?". */
  term?: string
  /** Drawn only while the panel is open. */
  children: ReactNode
}

/** A term that explains itself in a small panel beside it. */
export function Explanation({ label, term, children }: ExplanationProps) {
  return (
    <DialogPopover
      trigger={
        <Button
          className={styles.trigger ?? ''}
          data-look={term === undefined ? 'mark' : 'term'}
          {...(term === undefined && { 'aria-label': label })}
        >
          {term ?? <Icon name="help" />}
        </Button>
      }
      title={label}
      placement="bottom start"
      className={styles.panel}
    >
      {children}
    </DialogPopover>
  )
}
