import type { ReactNode } from 'react'
import styles from './ControlBox.module.css'
import { Icon, type IconName } from './Icon.tsx'

export interface ControlBoxProps {
  /** Stands at the start, inside the control. */
  icon?: IconName | undefined
  /** bare: without a frame until hovered or focused, for a header. */
  variant?: 'framed' | 'bare' | undefined
  /** The control, and what stands at its end. */
  children: ReactNode
}

/** A control with an icon at its start and something small at its end, all inside its frame. */
export function ControlBox({ icon, variant, children }: ControlBoxProps) {
  return (
    <div className={styles.box} data-variant={variant} data-icon={icon ? true : undefined}>
      {icon && <Icon name={icon} />}
      {children}
    </div>
  )
}

/** The key that moves the focus to the control, drawn at its end until it is there. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {children}
    </span>
  )
}

/** Class of a button at the end of a control. */
export const endButtonClass = styles.end ?? ''
