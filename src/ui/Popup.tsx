import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import choices from './Choices.module.css'
import { DialogPopover } from './DialogPopover.tsx'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Popup.module.css'

export interface PopupProps {
  /** Words of the button. */
  label: string
  icon?: IconName
  /** Name of what opens, read out. */
  title: string
  children: ReactNode
}

/** A button that opens a small panel at the end of the header. */
export function Popup({ label, icon, title, children }: PopupProps) {
  const trigger = (
    <Button className={styles.trigger ?? ''}>
      {icon && <Icon name={icon} />}
      <span className={styles.label} title={label}>
        {label}
      </span>
      <Icon name="chevronDown" />
    </Button>
  )
  return (
    <DialogPopover
      trigger={trigger}
      title={title}
      placement="bottom end"
      className={`${choices.list} ${styles.panel}`}
    >
      {children}
    </DialogPopover>
  )
}

export interface PopupItemProps {
  icon?: IconName
  /** The chosen one of its group. */
  isCurrent?: boolean
  /** Closes the panel: it leads elsewhere. */
  closes?: boolean
  onPress: () => void
  children: ReactNode
}

/** A line of a Popup that does something. */
export function PopupItem({ icon, isCurrent, closes, onPress, children }: PopupItemProps) {
  return (
    <Button
      className={styles.item ?? ''}
      {...(isCurrent === undefined ? {} : { 'aria-pressed': isCurrent })}
      {...(closes ? { slot: 'close' } : {})}
      onPress={onPress}
    >
      {icon && <Icon name={icon} />}
      <span className={choices.text}>{children}</span>
      {isCurrent && <Icon name="check" />}
    </Button>
  )
}

/** Lines of a Popup that belong together, under a heading. */
export function PopupGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={choices.section} aria-label={label}>
      <p className={choices.heading}>{label}</p>
      {children}
    </section>
  )
}
