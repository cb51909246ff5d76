import { useHref } from 'react-router'
import type { CalendarDay } from '../../domain/calendar.ts'
import { calendarDay, uploadedAt, uploadedOn } from '../../domain/dates.ts'
import { daysUntil } from '../../domain/deadline.ts'
import { isReminded, reminderDays, reminderDue } from '../../domain/notice.ts'
import { product } from '../../domain/product.ts'
import { hasArrived, type StatusName, type SubmissionMode, statusNameOf } from '../../domain/status.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import type { ProviderListRow } from '../../domain/wire/submissions.ts'
import { useAction, useServices } from '../../hooks/index.ts'
import type { Standing } from '../../machines/submission-lifecycle/index.ts'
import { ok } from '../../machines/support/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { BigFigure, Button, Columns, DescriptionList, Row, Stack, TrendChart } from '../../ui/index.ts'
import { standingItems } from '../common/standingItems.ts'

/** Uploads of which the picture tells. */
const shownUploads = 8

/** In which direction a figure went, and by how much. */
const changeOf = (before: number, now: number) => ({
  change: now < before ? 'fewer' : now > before ? 'more' : 'none',
  by: Math.abs(now - before),
})

export interface ProgressProps {
  mode: SubmissionMode
  collection: CollectionWire
  /** Submissions of the provider, the newest first. */
  rows: readonly ProviderListRow[]
  /** Who acts next, for the viewer; undefined for a file that is only checked. */
  standing: Standing | undefined
}

/** How the rules outside tolerance went from upload to upload, beside who acts next and what follows. */
export function Progress({ mode, collection, rows, standing }: ProgressProps) {
  const t = useMessages('dashboard')
  const text = useText()
  const uploads = rows
    .flatMap(({ SubmissionId, Uploaded, Rules }) => (Rules ? [{ id: SubmissionId, Uploaded, ...Rules }] : []))
    .slice(0, shownUploads)
    .toReversed()
  const arrived = rows.find(({ Status }) => hasArrived(statusNameOf(Status.Id)))
  const last = uploads.at(-1)
  const before = uploads.at(-2)
  const sentence =
    last &&
    t('trend.sentence', {
      outside: last.outside,
      total: last.total,
      ...changeOf(before?.outside ?? last.outside, last.outside),
    })
  return (
    <Columns layout={before ? 'main-side' : 'halves'}>
      {before && sentence && (
        <TrendChart
          title={t('trend.title')}
          level={3}
          sentence={sentence}
          columns={[t('trend.upload'), t('trend.rules')]}
          points={uploads.map(({ id, Uploaded, outside }) => ({
            id,
            label: text(uploadedOn(Uploaded)),
            value: outside,
          }))}
        />
      )}
      <Stack gap={2}>
        <DescriptionList
          layout="grid"
          items={[
            ...(standing ? standingItems(text, standing) : []),
            {
              id: 'latest',
              term: t('card.latest'),
              value: arrived ? text(uploadedAt(arrived.Uploaded)) : t('noUpload'),
            },
            // One upload makes no trend.
            ...(sentence && !before ? [{ id: 'rules', term: t('card.rules'), value: sentence }] : []),
          ]}
        />
        {/* A file that is only checked is never due. */}
        {mode === 'live' && (
          <Row>
            <AddToCalendar collection={collection} />
          </Row>
        )}
      </Stack>
    </Columns>
  )
}

/** Days left until the deadline of a collection; nothing where none is set. */
export function Deadline({ deadline, status }: { deadline: string | null; status: StatusName | undefined }) {
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
      hint={t('deadline.due', { date })}
      size="small"
      tone={reminderDue(days) !== undefined && isReminded(status) ? 'attention' : 'neutral'}
    />
  )
}

/** The deadline as a file for the reader's own calendar; nothing where none is set, or it has passed. */
function AddToCalendar({ collection }: { collection: CollectionWire }) {
  const t = useMessages('dashboard')
  const { now, saveText } = useServices()
  const { name, reference, submissionDeadline: day } = collection
  const submissions = useHref('/submissions')
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
    url: window.location.origin + submissions,
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
