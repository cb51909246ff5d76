import { createContext, type ReactNode, use, useEffect } from 'react'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { Disclosure } from './Disclosure.tsx'
import { Icon, type IconName } from './Icon.tsx'
import styles from './States.module.css'

export interface EmptyStateProps {
  title: string
  children?: ReactNode
  icon?: IconName | undefined
  /** What one can do about it. */
  actions?: ReactNode
  /** Level of the title, 3 by default; 0 draws it as text, inside a table for instance. */
  level?: 0 | 1 | 2 | 3
  /** Begins at the left, as the head of what follows, instead of in the middle. */
  isAtStart?: boolean
}

/** Says that there is nothing here, why, and what one can do. */
export function EmptyState(props: EmptyStateProps) {
  const { title, children, icon = 'search', actions, level = 3, isAtStart } = props
  return (
    <div className={styles.state} data-start={isAtStart || undefined}>
      <span className={styles.icon}>
        <Icon name={icon} size="large" />
      </span>
      <Title level={level}>{title}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

export interface ErrorStateProps {
  title: string
  /** What happened and what to do. */
  children?: ReactNode
  onRetry?: () => void
  retryLabel?: string
  isRetrying?: boolean
  /** For whoever helps: code, reference, time. Shown on request. */
  details?: ReactNode
  actions?: ReactNode
  level?: 0 | 1 | 2 | 3
}

/** Hears which failures are in sight, by their ways to try again; gives what takes that back. */
export const ShownFailures = createContext<((retry: () => void) => () => void) | undefined>(undefined)

/** Tells whoever asks that the failure with this way to try again is in sight. */
export const useShownFailure = (retry: (() => void) | undefined): void => {
  const show = use(ShownFailures)
  useEffect(() => (retry ? show?.(retry) : undefined), [show, retry])
}

/** Says that something failed, with a way to try again and the details on request. */
export function ErrorState(props: ErrorStateProps) {
  const t = useMessages('ui')
  const {
    title,
    children,
    onRetry,
    retryLabel = t('tryAgain'),
    isRetrying,
    details,
    actions,
    level = 3,
  } = props
  useShownFailure(onRetry)
  return (
    <div className={styles.state} data-tone="failed" role="alert">
      <span className={styles.icon}>
        <Icon name="stop" size="large" />
      </span>
      <Title level={level}>{title}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {(onRetry || actions) && (
        <div className={styles.actions}>
          {onRetry && (
            <Button icon="refresh" isPending={isRetrying ?? false} onPress={onRetry}>
              {retryLabel}
            </Button>
          )}
          {actions}
        </div>
      )}
      {details && (
        <div className={styles.details}>
          <Disclosure title={t('details')}>{details}</Disclosure>
        </div>
      )}
    </div>
  )
}

function Title({ level, children }: { level: 0 | 1 | 2 | 3; children: string }) {
  if (level === 0) return <p className={styles.title}>{children}</p>
  const Heading = `h${level}` as const
  return (
    <Heading className={styles.title} {...(level === 1 ? { id: 'page-title', tabIndex: -1 } : {})}>
      {children}
    </Heading>
  )
}
