import type { ReactNode } from 'react'
import type { Problem } from '../../domain/problem.ts'
import { PageTitle } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { EmptyState, LinkButton, Page } from '../../ui/index.ts'

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

export interface NotFoundPageProps {
  title: string
  /** The way back to a list that has what there is. */
  back: { href: string; label: string }
  /** What the answer said: a deletion is told as that, with who did it where the answer says so (decisions §15). */
  problem?: Problem | undefined
  children: ReactNode
}

/** The same as a whole page. */
export function NotFoundPage({ title, back, problem, children }: NotFoundPageProps) {
  const t = useMessages('common')
  const text = useText()
  const isDeleted = problem?.kind === 'gone'
  return (
    <Page>
      <NotFound
        title={isDeleted ? t('deleted.title') : title}
        level={1}
        actions={
          <LinkButton href={back.href} icon="arrowLeft">
            {back.label}
          </LinkButton>
        }
      >
        {isDeleted ? text(problem.reason) : children}
      </NotFound>
    </Page>
  )
}
