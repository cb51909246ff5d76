import type { ReactNode } from 'react'
import { awaitingParty } from '../../domain/awaitingParty.ts'
import type { CalendarDay } from '../../domain/calendar.ts'
import { calendarDay, uploadedAt, uploadedOn } from '../../domain/dates.ts'
import { daysUntil } from '../../domain/deadline.ts'
import { awaitingPartyLabel } from '../../domain/labels.ts'
import { isReminded, reminderDays, reminderDue } from '../../domain/notice.ts'
import { product } from '../../domain/product.ts'
import { hasArrived, type StatusName, type SubmissionMode, statusNameOf } from '../../domain/status.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import type { ProviderListRow } from '../../domain/wire/submissions.ts'
import { useAction, useServices } from '../../hooks/index.ts'
import { ok } from '../../machines/support/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { BigFigure, Button, Columns, DescriptionList, Row, Stack, TrendChart } from '../../ui/index.ts'

/** Uploads of which the picture tells. */
const shownUploads = 8

/** In which direction a figure went, and by how much. */
const changeOf = (before: number, now: number) => ({
  change: now < before ? 'fewer' : now > before ? 'more' : 'none',
  by: Math.abs(now - before),
})

export interface StandingProps {
  mode: SubmissionMode
  collection: CollectionWire
  /** Submissions of the provider, the newest first. */
  rows: readonly ProviderListRow[]
  latest: ProviderListRow | undefined
  status: StatusName
  /** What comes next, as a button. */
  children: ReactNode
}

/** Where the provider stands in a collection: time left, who acts next, and the rules outside over the uploads. */
export function Standing({ mode, collection, rows, latest, status, children }: StandingProps) {
  const t = useMessages('dashboard')
  const text = useText()
  const uploads = rows
    .flatMap(({ SubmissionId, Uploaded, Rules }) => (Rules ? [{ id: SubmissionId, Uploaded, ...Rules }] : []))
    .slice(0, shownUploads)
    .toReversed()
  const arrived = rows.find(({ Status }) => hasArrived(statusNameOf(Status.Id)))
  const last = uploads.at(-1)
  const before = uploads.at(-2)
  return (
    <Columns>
      <Stack gap={4}>
        <Deadline mode={mode} deadline={collection.submissionDeadline} status={latest ? status : undefined} />
        <DescriptionList
          items={[
            {
              id: 'latest',
              term: t('standing.latest'),
              value: arrived ? text(uploadedAt(arrived.Uploaded)) : t('noUpload'),
            },
            {
              id: 'next',
              term: t('standing.next'),
              value: text(awaitingPartyLabel(awaitingParty(latest ? status : undefined).id)),
            },
          ]}
        />
        <Row gap={2}>
          {children}
          <AddToCalendar collection={collection} />
        </Row>
      </Stack>
      {last && (
        <TrendChart
          title={t('trend.title')}
          level={3}
          sentence={t('trend.sentence', {
            outside: last.outside,
            total: last.total,
            ...changeOf(before?.outside ?? last.outside, last.outside),
          })}
          columns={[t('trend.upload'), t('trend.rules')]}
          points={uploads.map(({ id, Uploaded, outside }) => ({
            id,
            label: text(uploadedOn(Uploaded)),
            value: outside,
          }))}
        />
      )}
    </Columns>
  )
}

/** Days left until the deadline of a collection; nothing where none is set. */
function Deadline({
  mode,
  deadline,
  status,
}: {
  mode: SubmissionMode
  deadline: string | null
  status: StatusName | undefined
}) {
  const t = useMessages('dashboard')
  const text = useText()
  const { now } = useServices()
  if (deadline === null) return null
  const days = daysUntil(deadline, new Date(now()))
  const date = text(calendarDay(deadline))
  if (days < 0) return <p>{t('deadline.over', { date })}</p>
  return (
    <BigFigure
      figure={String(days)}
      unit={t('deadline.days', { days })}
      // A file that is only checked is never due.
      hint={t(mode === 'ovt' ? 'deadline.submissionsDue' : 'deadline.due', { date })}
      tone={reminderDue(days) !== undefined && isReminded(status) ? 'attention' : 'neutral'}
    />
  )
}

/** The deadline as a file for the reader's own calendar; nothing where none is set, or it has passed. */
function AddToCalendar({ collection }: { collection: CollectionWire }) {
  const t = useMessages('dashboard')
  const { now, saveText } = useServices()
  const { name, reference, submissionDeadline: day } = collection
  const file = useAction(
    async (entry: CalendarDay) => {
      // Fetched when it is asked for: hardly anybody does twice.
      const { calendarFile, calendarType } = await import('../../domain/calendar.ts')
      return ok({ content: calendarFile([entry], product.name, new Date(now())), type: calendarType })
    },
    { onDone: (_, { content, type }) => saveText(`deadline-${reference}.ics`, content, type) },
  )
  if (day === null || daysUntil(day, new Date(now())) < 0) return null
  const entry: CalendarDay = {
    id: `deadline-${reference}@${window.location.host}`,
    day,
    title: t('calendar.title', { collection: name }),
    description: t('calendar.text', { collection: name, product: product.name }),
    url: `${window.location.origin}/submissions`,
    remindDays: reminderDays,
  }
  return (
    <Button
      icon="clock"
      variant="quiet"
      isPending={file.isRunning}
      aria-label={t('calendar.of', { collection: name })}
      onPress={() => file.run(entry)}
    >
      {t('calendar.add')}
    </Button>
  )
}
