import type { ReactNode } from 'react'
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import styles from './Button.module.css'
import { Button, type ButtonVariant } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'

export interface LinkButtonProps
  extends Pick<AriaLinkProps, 'target' | 'rel' | 'download' | 'aria-label' | 'onPress'> {
  href: string
  children: ReactNode
  variant?: ButtonVariant
  size?: 'medium' | 'small' | 'large'
  icon?: IconName
  iconEnd?: IconName
  isWide?: boolean
  /** Why one cannot go there now; then it is a button that tells so. */
  disabledReason?: string | undefined
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function LinkButton({ disabledReason, href, ...props }: LinkButtonProps) {
  const { variant = 'secondary', size = 'medium', icon, iconEnd, isWide, children, ...link } = props
  if (disabledReason) {
    const name = link['aria-label']
    const looks = {
      variant,
      size,
      icon,
      iconEnd,
      isWide,
      disabledReason,
      ...(name && { 'aria-label': name }),
    }
    return <Button {...looks}>{children}</Button>
  }
  return (
    <AriaLink
      {...link}
      href={href}
      className={styles.button ?? ''}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.label}>{children}</span>
      {iconEnd && <Icon name={iconEnd} />}
    </AriaLink>
  )
}
