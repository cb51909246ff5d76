import { lazy, Suspense } from 'react'
import { useMessages, withMessages } from '../../messages/index.ts'
import { hasCommandKey, isCtrlKey, KeyDialogButton } from '../../ui/index.ts'

const FindAnything = lazy(
  withMessages(async () => ({ default: (await import('./FindAnything.tsx')).FindAnything }), 'shell', 'find'),
)

/** The button of the header, and Ctrl K (Cmd K on a Mac), that find anything. Its dialog is loaded when it is first opened. */
export function Find() {
  const t = useMessages('shell')
  return (
    <KeyDialogButton
      icon="search"
      title={t('find')}
      keyName={t(hasCommandKey() ? 'keys.names.commandK' : 'keys.names.ctrlK')}
      isKey={event => isCtrlKey(event, 'k')}
      dialog={close => (
        <Suspense>
          <FindAnything onClose={close} />
        </Suspense>
      )}
    />
  )
}
