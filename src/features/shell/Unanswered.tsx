import type { ReactNode } from 'react'
import { useUnanswered, useUnansweredSince } from '../../hooks/useUnanswered.ts'
import { useMessages } from '../../messages/index.ts'
import { Banner, Button, DialogNotice, ShownFailures } from '../../ui/index.ts'

/**
 * The screen, and above it that parts of it could not be loaded, where no part says so itself. What fails while a dialog is open
 * is said in the dialog, which hides the screen.
 */
export function Unanswered({ children }: { children: ReactNode }) {
  const t = useMessages('shell')
  const { silent, show } = useUnanswered()
  return (
    <ShownFailures value={show}>
      {silent.length > 0 && (
        <Notice title={t('unanswered.title')} silent={silent}>
          {t('unanswered.text')}
        </Notice>
      )}
      <DialogNotice value={dialogNotice}>{children}</DialogNotice>
    </ShownFailures>
  )
}

/** What has failed since the dialog was opened. */
function InDialog() {
  const t = useMessages('shell')
  const since = useUnansweredSince()
  if (since.length === 0) return null
  return (
    <Notice title={t('unanswered.dialogTitle')} silent={since}>
      {t('unanswered.dialogText')}
    </Notice>
  )
}
const dialogNotice = <InDialog />

interface NoticeProps {
  title: string
  /** The ways to ask again for what is missing. */
  silent: readonly (() => void)[]
  children: string
}

function Notice({ title, silent, children }: NoticeProps) {
  const t = useMessages('shell')
  return (
    <Banner
      tone="failed"
      title={title}
      announced="alert"
      actions={
        <Button
          size="small"
          icon="refresh"
          onPress={() => {
            for (const retry of silent) retry()
          }}
        >
          {t('unanswered.retry')}
        </Button>
      }
    >
      <p>{children}</p>
    </Banner>
  )
}
