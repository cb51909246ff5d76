import type { ReactNode } from 'react'
import { useMessages } from '../messages/index.ts'
import { type Tone, toneIcons } from './Badge.tsx'
import styles from './Banner.module.css'
import { IconButton } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'

export interface BannerProps {
  tone: Tone
  title: string
  children?: ReactNode
  icon?: IconName
  /** Buttons or links at the end. */
  actions?: ReactNode
  onClose?: () => void
  /** What it says stands in columns, over the whole width. */
  isWide?: boolean
  /** One low line, for a notice that asks for nothing. */
  isLine?: boolean
  /** Read out when it appears: alert interrupts, status waits. Leave out for banners that were there before. */
  announced?: 'status' | 'alert'
}

/** A notice across the page, before its heading. At most one is shown. */
export function Banner({
  tone,
  title,
  children,
  icon,
  actions,
  onClose,
  isWide,
  isLine,
  announced,
}: BannerProps) {
  const t = useMessages('ui')
  return (
    <div className={styles.banner} data-tone={tone} data-line={isLine || undefined} role={announced}>
      <Icon name={icon ?? (tone === 'neutral' ? 'info' : toneIcons[tone])} />
      <div className={styles.content}>
        <p className={styles.title} data-focus-next>
          {title}
        </p>
        {children && (
          <div className={styles.text} data-wide={isWide || undefined}>
            {children}
          </div>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {onClose && <IconButton icon="close" label={t('close')} size="small" onPress={onClose} />}
    </div>
  )
}
