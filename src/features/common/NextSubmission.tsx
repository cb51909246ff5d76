import { statusLabel } from '../../domain/labels.ts'
import { statusNameOf } from '../../domain/status.ts'
import type { Task } from '../../domain/wire/tasks.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { KeyLink } from '../../ui/index.ts'

/** The key that goes on to the next submission, on the monitoring page as beside a submission. */
export const nextKey = 'a'

/** The way to a submission that awaits the viewer, at the page where one acts on it. */
export function NextSubmission({ next }: { next: Task }) {
  const t = useMessages('decision')
  const text = useText()
  return (
    <KeyLink
      href={next.page}
      shortcut={nextKey}
      aria-label={t('next.of', {
        provider: next.provider.name,
        status: text(statusLabel(statusNameOf(next.statusId ?? 0))),
      })}
    >
      {t('next')}
    </KeyLink>
  )
}
