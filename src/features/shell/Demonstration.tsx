import { getDemonstrationProgress } from '../../domain/wire/identity.ts'
import { useInterval } from '../../hooks/page.tsx'
import { useResource } from '../../hooks/resource.ts'
import { Banner, ProgressBar } from '../../ui/index.ts'
import { texts } from './texts.ts'

const demonstrationEveryMs = 1500

/** How far the demonstration data is, while it is being made. No message tells it, so it is asked for. */
export function Demonstration() {
  const progress = useResource(getDemonstrationProgress, {})
  useInterval(demonstrationEveryMs, progress.data?.state === 'running', progress.refresh)
  if (progress.data?.state === 'failed') {
    return (
      <Banner tone="attention" title={texts.demonstration.failed}>
        {progress.data.message}
      </Banner>
    )
  }
  if (progress.data?.state !== 'running') return null
  const { done, total, message } = progress.data
  return (
    <Banner tone="neutral" title={texts.demonstration.running}>
      <ProgressBar
        label={texts.demonstration.label}
        value={total === 0 ? 0 : done / total}
        amount={texts.demonstration.amount(done, total)}
        detail={message}
        size="small"
      />
    </Banner>
  )
}
