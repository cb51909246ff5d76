import { duration, loggedAt } from '../../../domain/dates.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import type { LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  Columns,
  DescriptionList,
  type PlainColumn,
  PlainTable,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { gapsOf, qualityOf, statusNameOf } from './events.ts'
import { labelOf } from './labels.ts'
import { PayloadList } from './PayloadList.tsx'
import { ProviderView } from './ProviderView.tsx'
import { payloadFields } from './payload.ts'

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

type Check = LifecycleEntry['checks'][number]

const checkColumnsOf = (t: Translate<'inspector.history'>): PlainColumn<Check>[] => [
  { id: 'guard', header: t('moment.guard'), isRowHeader: true, cell: ({ guard }) => <code>{guard}</code> },
  {
    id: 'holds',
    header: t('moment.held'),
    cell: ({ holds }) => (
      <StatusTag tone={holds ? 'good' : 'failed'} variant="plain">
        {holds ? t('moment.held') : t('moment.notHeld')}
      </StatusTag>
    ),
  },
  { id: 'sentence', header: t('moment.sentence'), cell: ({ sentence }) => sentence },
]

function What({ entry, since }: { entry: LifecycleEntry; since: number }) {
  const text = useText()
  const t = useMessages('inspector.history')
  const { event, actor, occurredAt, fromStatusId, toStatusId, note, payload, detail, checks } = entry
  // The note stands by itself; for the agency it is among the details as well.
  const { note: _note, ...others } = detail
  const content = { ...payload, ...others }
  return (
    <Card title={labelOf(text, event)} level={2}>
      <Stack gap={4}>
        <DescriptionList
          items={[
            { id: 'by', term: t('moment.by'), value: actor.name },
            { id: 'when', term: t('moment.when'), value: text(loggedAt(occurredAt)) },
            { id: 'after', term: t('moment.after'), value: text(duration(since)) },
            {
              id: 'from',
              term: t('moment.from'),
              value: <SubmissionStatus status={statusNameOf(fromStatusId)} isExact />,
            },
            {
              id: 'to',
              term: t('moment.to'),
              value: <SubmissionStatus status={statusNameOf(toStatusId)} isExact />,
            },
            ...(note === undefined ? [] : [{ id: 'note', term: t('moment.note'), value: note }]),
            ...(payloadFields(content).length > 0
              ? [{ id: 'payload', term: t('moment.payload'), value: <PayloadList content={content} /> }]
              : []),
          ]}
        />
        {checks.length === 0 ? (
          <p>{t('moment.noGuards')}</p>
        ) : (
          <PlainTable
            caption={t('moment.guards')}
            columns={checkColumnsOf(t)}
            rows={checks}
            rowId={({ guard }) => guard}
          />
        )}
      </Stack>
    </Card>
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
