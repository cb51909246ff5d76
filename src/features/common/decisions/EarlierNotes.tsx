import { loggedAt } from '../../../domain/dates.ts'
import { getLifecycle } from '../../../domain/wire/inspection.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { DescriptionList } from '../../../ui/index.ts'

/** What those who approved before have written. A regulator has no page of approvals to read it on. */
export function EarlierNotes({ submissionId }: { submissionId: string }) {
  const t = useMessages('decision')
  const text = useText()
  const { events = [] } = useResource(getLifecycle, { path: { id: submissionId } }).data ?? {}
  const submitted = events.findLastIndex(({ event }) => event === 'SUBMIT')
  const written = events.slice(submitted + 1).filter(({ note }) => note !== undefined)
  if (written.length === 0) return null
  return (
    <DescriptionList
      items={written.map(({ sequence, actor, occurredAt, note }) => ({
        id: String(sequence),
        term: t('earlier', { by: actor.name, at: text(loggedAt(occurredAt)) }),
        value: note,
      }))}
    />
  )
}
