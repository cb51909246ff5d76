import { getDemonstrationProgress } from '../../domain/wire/identity.ts'
import { usePoll } from '../../hooks/poll.ts'
import { useMessages } from '../../messages/index.ts'
import { Banner, ProgressBar } from '../../ui/index.ts'

const demonstrationEveryMs = 1500

/** How far the demonstration data is, while it is being made. No message tells it, so it is asked for. */
export function Demonstration() {
  const t = useMessages('shell')
  const progress = usePoll(
    getDemonstrationProgress,
    {},
    {
      everyMs: demonstrationEveryMs,
      until: ({ state }) => state !== 'running',
    },
  )
  if (progress.data?.state === 'failed') {
    return (
      <Banner tone="attention" title={t('demonstration.failed')}>
        {progress.data.message}
      </Banner>
    )
  }
  if (progress.data?.state !== 'running') return null
  const { done, total, message } = progress.data
  return (
    <Banner tone="neutral" title={t('demonstration.running')}>
      <ProgressBar
        label={t('demonstration.label')}
        value={total === 0 ? 0 : done / total}
        amount={t('demonstration.amount', { done, total })}
        detail={message}
        size="small"
      />
    </Banner>
  )
}
