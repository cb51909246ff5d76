import { exactStatusLabel } from '../../../domain/labels.ts'
import type { Heat } from '../../../domain/wire/inspection.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Stack } from '../../../ui/index.ts'
import { statusNameOf } from '../history/events.ts'
import { spanText } from './span.ts'
import { type Figures, findingsOf } from './stages.ts'

/** What the figures say, in sentences: how many, where they are, where they wait, where they were stopped. */
export function FindingsText({ heat }: { heat: Heat }) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { fullest, slowest, stopped, finished, replaced } = findingsOf(heat)
  const nameOf = ({ statusId }: Figures): string => text(exactStatusLabel(statusNameOf(statusId)))
  const sentences = [
    ...(fullest ? [t('findings.fullest', { status: nameOf(fullest), count: fullest.current })] : []),
    ...(slowest
      ? [
          t('findings.slowest', {
            status: nameOf(slowest),
            span: spanText(t, text, slowest.median ?? 0),
            count: slowest.current,
          }),
        ]
      : []),
    ...(stopped ? [t('findings.stopped', { status: nameOf(stopped), count: stopped.visits })] : []),
    ...(finished > 0 ? [t('findings.finished', { count: finished })] : []),
    ...(replaced > 0 ? [t('findings.replaced', { count: replaced })] : []),
  ]
  return (
    <Stack gap={1}>
      <p role="status">
        <strong>{t('counted', { submissions: heat.submissions, providers: heat.providers })}</strong>
      </p>
      {sentences.length > 0 && <p>{sentences.join(' ')}</p>}
    </Stack>
  )
}
