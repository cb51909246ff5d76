import { type ReactNode, useId } from 'react'
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

/**
 * A button that opens a small panel at the end of the header, by the browser's own popover: Escape, a press outside and
 * the way back of the focus are the browser's. For the frame, which every page loads.
 */
export function Popup({ label, icon, title, children }: PopupProps) {
  const id = useId()
  return (
    <div className={styles.popup}>
      <button type="button" className={styles.trigger} popoverTarget={id} aria-haspopup="dialog">
        {icon && <Icon name={icon} />}
        <span className={styles.label}>{label}</span>
        <Icon name="chevronDown" />
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={title} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}

export interface PopupItemProps {
  icon?: IconName
  /** The chosen one of its group. */
  isCurrent?: boolean
  onPress: () => void
  children: ReactNode
}

/** A line of a Popup that does something. */
export function PopupItem({ icon, isCurrent, onPress, children }: PopupItemProps) {
  return (
    <button
      type="button"
      className={styles.item}
      {...(isCurrent === undefined ? {} : { 'aria-pressed': isCurrent })}
      onClick={onPress}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.words}>{children}</span>
      {isCurrent && <Icon name="check" />}
    </button>
  )
}

/** Lines of a Popup that belong together, under a heading. */
export function PopupGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={label}>
      <p className={styles.heading}>{label}</p>
      {children}
    </section>
  )
}
