import { clockTime } from '../../domain/dates.ts'
import { useSharing } from '../../hooks/running/useSharing.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Banner, Button } from '../../ui/index.ts'

/** Says for the whole time of a support session that support can look on, and ends it. */
export function SupportNotice() {
  const t = useMessages('support')
  const text = useText()
  const session = useSharing()
  if (!session) return null
  const { state, code, watcher, ends, end } = session
  if (state === 'over') return <Banner tone="neutral" title={t('over')} announced="status" onClose={end} />
  const until = text(clockTime(new Date(ends).toISOString()))
  return (
    <Banner
      tone="attention"
      title={
        state === 'watched' ? t('watched', { name: watcher ?? '', until }) : t('offered', { code, until })
      }
      announced="status"
      actions={<Button onPress={end}>{t('end')}</Button>}
    >
      {t('shows')}
    </Banner>
  )
}
