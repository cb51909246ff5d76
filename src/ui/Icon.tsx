import { glyphs, type IconName } from './glyphs.ts'
import styles from './Icon.module.css'

export type { IconName }

export interface IconProps {
  name: IconName
  /** Edge length: 12, 16 (default), 20 or 32 px at the default text size. */
  size?: 'small' | 'medium' | 'large' | 'huge'
  /** Said by a screen reader. Leave out where a word stands beside the icon; then it is hidden from them. */
  label?: string
}

/** A drawing of the set in the colour of the text around it. */
export function Icon({ name, size = 'medium', label }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-size={size}
      data-name={name}
      viewBox="0 0 16 16"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path d={glyphs[name]} />
    </svg>
  )
}
