import { lazy, Suspense } from 'react'
import { useMessages, withMessages } from '../../messages/index.ts'
import { HelpButton } from '../../ui/index.ts'

const Content = lazy(
  withMessages(
    async () => ({ default: (await import('./HelpContent.tsx')).HelpContent }),
    'shell',
    'help',
    'glossary',
  ),
)

/** The "?" of the header: help for the page, the glossary and the keys. Its texts are loaded when it is first opened. */
export function Help({ pathname }: { pathname: string }) {
  const t = useMessages('shell')
  return (
    <HelpButton title={t('help')}>
      <Suspense fallback={<p>{t('help.loading')}</p>}>
        <Content pathname={pathname} />
      </Suspense>
    </HelpButton>
  )
}
