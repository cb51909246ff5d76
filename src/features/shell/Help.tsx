import { lazy, Suspense } from 'react'
import { useMessages, withMessages } from '../../messages/index.ts'
import { isSingleKey, KeyDialogButton } from '../../ui/index.ts'

const HelpDialog = lazy(
  withMessages(
    async () => ({ default: (await import('./HelpDialog.tsx')).HelpDialog }),
    'shell',
    'help',
    'glossary',
    'support',
  ),
)

/** The "?" of the header: help for the page, the glossary and the keys. Its dialog is loaded when it is first opened. */
export function Help({ pathname }: { pathname: string }) {
  const t = useMessages('shell')
  return (
    <KeyDialogButton
      icon="help"
      title={t('help')}
      isKey={event => isSingleKey(event, '?')}
      dialog={close => (
        <Suspense>
          <HelpDialog pathname={pathname} onClose={close} />
        </Suspense>
      )}
    />
  )
}
