import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** What a thing's state means to the reader, in any trade. */
export type Tone = 'neutral' | 'waiting' | 'good' | 'attention' | 'failed'

/** The icon that stands for each tone when none is chosen. */
export const toneIcons: Readonly<Record<Tone, IconName>> = {
  neutral: 'dash',
  waiting: 'clock',
  good: 'check',
  attention: 'warning',
  failed: 'stop',
}

export interface StatusTagProps {
  tone: Tone
  /** The state in words; required, since colour and icon never stand alone. */
  children: ReactNode
  icon?: IconName
  /** plain: icon and word without a ground, for dense tables. */
  variant?: 'filled' | 'plain'
}

/** A state shown by colour, icon and word together. */
export function StatusTag({ tone, icon, variant = 'filled', children }: StatusTagProps) {
  return (
    <span className={styles.tag} data-tone={tone} data-variant={variant}>
      <Icon name={icon ?? toneIcons[tone]} size={variant === 'plain' ? 'medium' : 'small'} />
      <span>{children}</span>
    </span>
  )
}

export interface BadgeProps {
  tone?: Tone | 'accent'
  children: ReactNode
}

/** A short label or a count beside a title. Not for states: those are StatusTag. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
