import { isDemonstrationGivenUp, isDemonstrationRunning } from '../../domain/demonstration.ts'
import { getDemonstrationProgress } from '../../domain/wire/identity.ts'
import { useResource } from '../../hooks/resource.ts'
import { useMessages } from '../../messages/index.ts'
import { Banner, ProgressBar } from '../../ui/index.ts'

const demonstrationEveryMs = 1500

/** How far the demonstration data is, while it is being made. No message tells it, so it is asked for. */
export function Demonstration() {
  const t = useMessages('shell')
  const progress = useResource(
    getDemonstrationProgress,
    {},
    { poll: { everyMs: demonstrationEveryMs, until: ({ state }) => !isDemonstrationRunning(state) } },
  )
  if (!progress.data) return null
  const { state, done, total, message } = progress.data
  if (isDemonstrationGivenUp(state)) {
    return (
      <Banner tone="attention" title={t('demonstration.failed')}>
        {message}
      </Banner>
    )
  }
  if (!isDemonstrationRunning(state)) return null
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
