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
  /** Level of the title; 0 within a table. From 2 up it stands for the whole page, names it and shows ways forward. */
  level?: 0 | 1 | 2 | 3
  actions?: ReactNode
  /** The permission that the page needs, if one decides it: the page then says who has it. */
  permission?: Permission
}

/** In place of what the viewer may not see (specification 2 §2.3). */
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
