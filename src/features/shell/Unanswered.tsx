import type { ReactNode } from 'react'
import { useUnanswered } from '../../hooks/useUnanswered.ts'
import { useMessages } from '../../messages/index.ts'
import { Banner, Button, ShownFailures } from '../../ui/index.ts'

/** The screen, and above it that parts of it could not be loaded, where no part says so itself. */
export function Unanswered({ children }: { children: ReactNode }) {
  const t = useMessages('shell')
  const { silent, show } = useUnanswered()
  return (
    <ShownFailures value={show}>
      {silent.length > 0 && (
        <Banner
          tone="failed"
          title={t('unanswered.title')}
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
          <p>{t('unanswered.text')}</p>
        </Banner>
      )}
      {children}
    </ShownFailures>
  )
}
