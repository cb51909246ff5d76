import { lazy, Suspense } from 'react'
import { expiringMs } from '../../domain/session.ts'
import { useLiveFeed } from '../../hooks/live.ts'
import { useNotice } from '../../hooks/notice.ts'
import { useSession } from '../../hooks/session.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Banner, Button } from '../../ui/index.ts'

const Demonstration = lazy(() =>
  import('./Demonstration.tsx').then(module => ({ default: module.Demonstration })),
)

/** At most one notice at a time, the most pressing first. */
export function Notices() {
  const text = useText()
  const t = useMessages('shell')
  const session = useSession()
  const live = useLiveFeed()
  const { notice, problem } = useNotice()
  if (notice === 'expired') {
    return (
      <Banner
        tone="attention"
        title={t('session.expired.title')}
        announced="alert"
        actions={
          <Button onPress={() => session.send({ type: 'SIGN_IN' })}>{t('session.expired.signIn')}</Button>
        }
      >
        {t('session.expired.text')}
      </Banner>
    )
  }
  if (notice === 'expiring') {
    return (
      <Banner
        tone="attention"
        title={t('session.expiring.title')}
        announced="alert"
        actions={
          <Button onPress={() => session.send({ type: 'STAY_SIGNED_IN' })}>
            {t('session.expiring.stay')}
          </Button>
        }
      >
        {t('session.expiring.text', { seconds: expiringMs / 1000 })}
      </Banner>
    )
  }
  if (notice === 'problem') {
    return (
      <Banner
        tone="failed"
        title={t('problem.title')}
        announced="alert"
        onClose={() => session.send({ type: 'DISMISS_PROBLEM' })}
      >
        {text(problem?.reason)}
      </Banner>
    )
  }
  if (notice === 'lost') {
    return (
      <Banner tone="attention" title={t('live.title')} announced="status">
        {t('live.text')}
      </Banner>
    )
  }
  if (notice === 'notConnected') {
    return (
      <Banner
        tone="attention"
        title={t('live.title')}
        announced="status"
        actions={<Button onPress={() => live.send({ type: 'RETRY' })}>{t('live.retry')}</Button>}
      >
        {t('live.failed')}
      </Banner>
    )
  }
  if (notice === 'laterRelease') {
    return (
      <Banner
        tone="neutral"
        title={t('release.title')}
        announced="status"
        actions={<Button onPress={() => globalThis.location.reload()}>{t('release.reload')}</Button>}
      >
        {t('release.text')}
      </Banner>
    )
  }
  return (
    <Suspense fallback={null}>
      <Demonstration />
    </Suspense>
  )
}
