import type { ReactNode } from 'react'
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import { useMessages } from '../messages/index.ts'
import { Hidden } from './Hidden.tsx'
import { Icon } from './Icon.tsx'
import styles from './Link.module.css'

export interface LinkProps
  extends Pick<
    AriaLinkProps,
    'onPress' | 'aria-label' | 'aria-current' | 'download' | 'target' | 'rel' | 'autoFocus'
  > {
  href: string
  children: ReactNode
  /** text (default): underlined in prose; row: bold, underlined on hover, for the name of a row; quiet: muted. */
  variant?: 'text' | 'row' | 'quiet'
  /** Opens in a new tab, and says so. */
  isExternal?: boolean
}

/** A link. In-app addresses go through the router given to React Aria's RouterProvider. */
export function Link({ variant = 'text', isExternal, children, ...props }: LinkProps) {
  const t = useMessages('ui')
  const external = isExternal ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <AriaLink {...props} {...external} className={styles.link ?? ''} data-variant={variant}>
      {children}
      {isExternal && (
        <>
          <Icon name="external" size="small" />
          <Hidden> {t('opensInNewTab')}</Hidden>
        </>
      )}
    </AriaLink>
  )
}
