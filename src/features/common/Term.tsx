import { lazy, Suspense } from 'react'
import type { GlossaryTerm } from '../../domain/glossary.ts'
import { useMessages, withMessages } from '../../messages/index.ts'
import { Explanation } from '../../ui/index.ts'

const Explained = lazy(
  withMessages(async () => ({ default: (await import('./ExplainedTerm.tsx')).ExplainedTerm }), 'glossary'),
)

export interface TermProps {
  id: GlossaryTerm
  /** The term as the page writes it. */
  children: string
  /** Only a "?": beside a heading or a column that says the term already. */
  isMark?: boolean
}

/** A term of the glossary with its explanation beside it, which is loaded when it is first opened. */
export function Term({ id, children, isMark = false }: TermProps) {
  const t = useMessages('common')
  return (
    <Explanation label={t('explain', { term: children })} {...(!isMark && { term: children })}>
      <Suspense fallback={<p>{t('loading')}</p>}>
        <Explained id={id} />
      </Suspense>
    </Explanation>
  )
}
