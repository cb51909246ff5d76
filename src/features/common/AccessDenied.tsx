import type { ReactNode } from 'react'
import { PageTitle } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { EmptyState } from '../../ui/index.ts'

export interface AccessDeniedProps {
  /** Level of the title; 0 within a table. From 2 up it stands for the whole page and names it. */
  level?: 0 | 1 | 2 | 3
  actions?: ReactNode
}

/** In place of what the viewer may not see (specification 2 §2.3). */
export function AccessDenied({ level = 2, actions }: AccessDeniedProps) {
  const t = useMessages('common')
  const title = t('accessDenied.title')
  return (
    <>
      {(level === 1 || level === 2) && <PageTitle title={title} />}
      <EmptyState title={title} level={level} icon="lock" actions={actions}>
        {t('accessDenied.text')}
      </EmptyState>
    </>
  )
}
