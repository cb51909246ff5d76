import { lazy, type ReactNode, Suspense } from 'react'
import type { Permission } from '../../domain/permissions.ts'
import { PageTitle } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { withMessages } from '../../messages/language.ts'
import { EmptyState, Page, Stack } from '../../ui/index.ts'

const WaysForward = lazy(
  withMessages(
    async () => ({ default: (await import('./WaysForward.tsx')).WaysForward }),
    'accessDenied',
    'shell',
  ),
)

export interface AccessDeniedProps {
  /** Level of the title; 0 within a table. At 1 and 2 this is the whole page: it sets the page's title and shows ways forward. */
  level?: 0 | 1 | 2 | 3
  actions?: ReactNode
  /** The permission that opens the page, if a single one does: its holders are listed. */
  permission?: Permission
}

/** Shown instead of content that the viewer may not see (specification 2 §2.3). */
export function AccessDenied({ level = 2, actions, permission }: AccessDeniedProps) {
  const t = useMessages('common')
  const title = t('accessDenied.title')
  const text = t('accessDenied.text')
  if (level !== 1 && level !== 2)
    return (
      <EmptyState title={title} level={level} icon="lock" actions={actions}>
        {text}
      </EmptyState>
    )
  const whole = (
    <Stack gap={4}>
      <PageTitle title={title} />
      <EmptyState title={title} level={level} icon="lock" actions={actions} isAtStart>
        {text}
      </EmptyState>
      <Suspense>
        <WaysForward level={level} {...(permission && { permission })} />
      </Suspense>
    </Stack>
  )
  // A page has its frame where its title is of level 2.
  return level === 1 ? <Page>{whole}</Page> : whole
}
