import type { ReactNode } from 'react'
import { duration, loggedAt } from '../../../domain/dates.ts'
import type { LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  type Description,
  DescriptionList,
  type PlainColumn,
  PlainTable,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { PayloadList } from './PayloadList.tsx'
import { payloadFields } from './payload.ts'

type Check = LifecycleEntry['checks'][number]

export interface MomentCardProps {
  /** The event in words. */
  title: string
  actor: string
  occurredAt: string
  /** Milliseconds since the event before. */
  since: number
  from: ReactNode
  to: ReactNode
  /** Further lines, before the payload. */
  more: readonly Description[]
  payload: Readonly<Record<string, unknown>>
  checks: readonly Check[]
}

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

/** One event of a history: who caused it, when, between which states, with what, and each guard as it decided. */
export function MomentCard({
  title,
  actor,
  occurredAt,
  since,
  from,
  to,
  more,
  payload,
  checks,
}: MomentCardProps) {
  const text = useText()
  const t = useMessages('inspector.history')
  return (
    <Card title={title} level={2}>
      <Stack gap={4}>
        <DescriptionList
          items={[
            { id: 'by', term: t('moment.by'), value: actor },
            { id: 'when', term: t('moment.when'), value: text(loggedAt(occurredAt)) },
            { id: 'after', term: t('moment.after'), value: text(duration(since)) },
            { id: 'from', term: t('moment.from'), value: from },
            { id: 'to', term: t('moment.to'), value: to },
            ...more,
            ...(payloadFields(payload).length > 0
              ? [{ id: 'payload', term: t('moment.payload'), value: <PayloadList content={payload} /> }]
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
