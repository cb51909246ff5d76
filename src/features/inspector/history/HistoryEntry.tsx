import { factsFromWire } from '../../../domain/wire/facts.ts'
import type { LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Columns } from '../../../ui/index.ts'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { gapsOf, qualityOf, statusNameOf } from './events.ts'
import { labelOf } from './labels.ts'
import { MomentCard } from './MomentCard.tsx'
import { ProviderView } from './ProviderView.tsx'

export interface HistoryEntryProps {
  events: readonly LifecycleEntry[]
  /** Position of the event, from 1. */
  at: number
}

/** One event of a history: what happened, what the guards said, and what the provider saw after it. */
export function HistoryEntry({ events, at }: HistoryEntryProps) {
  const t = useMessages('inspector.history')
  const entry = events[at - 1]
  if (!entry) return <p>{t('empty')}</p>
  return (
    <Columns>
      <What entry={entry} since={gapsOf(events)[at - 1] ?? 0} />
      <Seen events={events.slice(0, at)} entry={entry} next={events[at]} />
    </Columns>
  )
}

function What({ entry, since }: { entry: LifecycleEntry; since: number }) {
  const text = useText()
  const t = useMessages('inspector.history')
  const { event, actor, occurredAt, fromStatusId, toStatusId, note, payload, detail, checks } = entry
  // The note stands by itself; for the agency it is among the details as well.
  const { note: _note, ...others } = detail
  return (
    <MomentCard
      title={labelOf(text, event)}
      actor={actor.name}
      occurredAt={occurredAt}
      since={since}
      from={<SubmissionStatus status={statusNameOf(fromStatusId)} isExact />}
      to={<SubmissionStatus status={statusNameOf(toStatusId)} isExact />}
      more={note === undefined ? [] : [{ id: 'note', term: t('moment.note'), value: note }]}
      payload={{ ...payload, ...others }}
      checks={checks}
    />
  )
}

interface SeenProps {
  events: readonly LifecycleEntry[]
  entry: LifecycleEntry
  next: LifecycleEntry | undefined
}

function Seen({ events, entry, next }: SeenProps) {
  // What the guards read after an event is stored with the next one.
  const after = next?.facts ?? entry.factsAfter
  return (
    <ProviderView
      stepFacts={{
        status: statusNameOf(entry.toStatusId),
        history: events.map(({ toStatusId }) => statusNameOf(toStatusId)),
        quality: qualityOf(events),
        mode: entry.facts.mode,
        isStatutoryCustomer: false,
      }}
      facts={after && factsFromWire(after)}
    />
  )
}
