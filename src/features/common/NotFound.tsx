import type { ReactNode } from 'react'
import { PageTitle } from '../../hooks/index.ts'
import { EmptyState } from '../../ui/index.ts'

export interface NotFoundProps {
  title: string
  level: 1 | 2
  actions?: ReactNode
  children: ReactNode
}

/** In place of a page whose subject there is not: what the address names is missing, or another organisation's. */
export function NotFound({ title, level, actions, children }: NotFoundProps) {
  return (
    <>
      <PageTitle title={title} />
      <EmptyState title={title} level={level} actions={actions}>
        {children}
      </EmptyState>
    </>
  )
}
