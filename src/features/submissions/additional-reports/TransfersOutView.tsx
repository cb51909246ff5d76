import { loggedAt } from '../../../domain/dates.ts'
import { daysSince } from '../../../domain/deadline.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { TransferEntryWire, TransferReceiverWire } from '../../../domain/wire/additionalReports.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  CellLines,
  Columns,
  EmptyState,
  EventList,
  type IconName,
  Link,
  type PlainColumn,
  PlainTable,
  Stack,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { RowsTable, type RowsTableProps } from './RowsTable.tsx'
import styles from './Transfers.module.css'
import { TransferThread, type WritingHandle } from './TransferThread.tsx'

type Receiver = TransferReceiverWire

/** Reminding a receiver. */
export interface ReminderHandle {
  /** Whether the viewer may ever send one. */
  isOffered: boolean
  send: (instId: string) => void
  pending: string | undefined
  problem: Problem | undefined
}

export interface TransfersOutViewProps {
  transfers: Loaded<{ receivers: Receiver[]; timeline: TransferEntryWire[] }>
  reminder: ReminderHandle
  writing: WritingHandle
  /** The time, in ms since 1970. */
  now: number
  /** URL of the list of the students who go to a provider. */
  studentsHref: (instId: string) => string
  /** The students of the chosen provider. */
  students: (Omit<RowsTableProps, 'id' | 'caption'> & { instId: string }) | undefined
  /** Why the viewer may not read single records. */
  refusal: string | undefined
}

/** PGROUT: where research students go, for whom the sender waits, and the students by receiving provider. */
export function TransfersOutView(props: TransfersOutViewProps) {
  const t = useMessages('submissions.additional-reports')
  return (
    <Stack gap={4}>
      <ActionFailure title={t('out.reminderFailed')} problem={props.reminder.problem} hasReason />
      <WhenLoaded
        resource={props.transfers}
        loading={t('loading')}
        failed={t('none')}
        level={3}
        sketch="rows"
      >
        {({ receivers, timeline }) =>
          receivers.length === 0 ? (
            <EmptyState title={t('out.nobody.title')} icon="info">
              {t('out.nobody.text')}
            </EmptyState>
          ) : (
            <Columns layout="main-side">
              <Receivers {...props} receivers={receivers} />
              <Stack gap={4}>
                <Next receivers={receivers} />
                <Threads receivers={receivers} writing={props.writing} />
                <Timeline entries={timeline} />
              </Stack>
            </Columns>
          )
        }
      </WhenLoaded>
    </Stack>
  )
}

const waiting = (receivers: readonly Receiver[]): Receiver[] =>
  receivers.filter(({ consent }) => consent === 'awaited')

const nameOf = ({ name, ukprn }: Receiver): string => name ?? ukprn

function Receivers(props: TransfersOutViewProps & { receivers: Receiver[] }) {
  const t = useMessages('submissions.additional-reports')
  const columns = useColumns(props)
  const { receivers, refusal, students } = props
  return (
    <Stack gap={4}>
      <Card
        title={t('out.title', {
          students: receivers.reduce((total, { students: one }) => total + one, 0),
          count: receivers.length,
        })}
        hint={t('out.missing', { count: waiting(receivers).length })}
        padding="none"
      >
        <PlainTable
          caption={t('out.receivers')}
          isCaptionHidden
          stacks
          columns={columns}
          rows={receivers}
          rowId={row => row.ukprn}
        />
      </Card>
      {refusal !== undefined && <p>{t('students.refused', { reason: refusal })}</p>}
      {students && (
        <RowsTable
          {...students}
          id="transfers-out"
          caption={t('out.students', {
            provider: receivers.find(({ instId }) => instId === students.instId)?.name ?? students.instId,
          })}
        />
      )}
    </Stack>
  )
}

const useColumns = ({
  refusal,
  studentsHref,
  reminder,
  now,
}: TransfersOutViewProps): PlainColumn<Receiver>[] => {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  return [
    {
      id: 'provider',
      header: t('transfers.columns.receiver'),
      isRowHeader: true,
      cell: ({ instId, name, ukprn }) => (
        <CellLines note={<code>{ukprn}</code>}>
          {instId !== null && refusal === undefined ? (
            <Link href={studentsHref(instId)}>{name ?? ukprn}</Link>
          ) : (
            (name ?? t('out.unknown', { ukprn }))
          )}
        </CellLines>
      ),
    },
    {
      id: 'students',
      header: t('transfers.columns.students'),
      kind: 'number',
      cell: ({ students }) => students,
    },
    {
      id: 'asked',
      header: t('out.columns.asked'),
      cell: ({ askedAt, remindedAt }) =>
        askedAt === null ? (
          t('out.notAsked')
        ) : (
          <CellLines
            note={remindedAt === null ? t('out.how') : t('out.reminded', { at: text(loggedAt(remindedAt)) })}
          >
            {text(loggedAt(askedAt))}
          </CellLines>
        ),
    },
    {
      id: 'answer',
      header: t('out.columns.answer'),
      cell: receiver => <Answer receiver={receiver} now={now} />,
    },
    ...(reminder.isOffered
      ? [
          {
            id: 'action',
            header: t('in.columns.action'),
            cell: (receiver: Receiver) => <Reminder receiver={receiver} reminder={reminder} />,
          },
        ]
      : []),
  ]
}

function Answer({ receiver, now }: { receiver: Receiver; now: number }) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  const { consent, consentedAt, askedAt, isChanged, isWithdrawn, agreedStudents } = receiver
  if (consent === 'notNeeded')
    return (
      <CellLines note={t('out.consent.noRecord')}>
        <StatusTag tone="neutral" variant="plain">
          {t('out.consent.notNeeded')}
        </StatusTag>
      </CellLines>
    )
  if (consentedAt !== null)
    return (
      <CellLines
        note={isChanged ? t('out.consent.changed', { count: agreedStudents }) : t('out.consent.canWithdraw')}
      >
        <StatusTag tone={isChanged ? 'attention' : 'good'} variant="plain">
          {t('out.consent.agreed', { at: text(loggedAt(consentedAt)) })}
        </StatusTag>
      </CellLines>
    )
  const days = askedAt === null ? 0 : Math.max(0, daysSince(new Date(askedAt), new Date(now)))
  return (
    <CellLines note={t('out.consent.blocks')}>
      <StatusTag tone="attention" variant="plain" icon="clock">
        {isWithdrawn ? t('out.consent.withdrawn') : t('out.consent.waiting', { days })}
      </StatusTag>
    </CellLines>
  )
}

function Reminder({ receiver, reminder }: { receiver: Receiver; reminder: ReminderHandle }) {
  const t = useMessages('submissions.additional-reports')
  const { instId, consent, reminderRefusal } = receiver
  if (instId === null || consent !== 'awaited') return null
  return (
    <Button
      size="small"
      icon="bell"
      isPending={reminder.pending === instId}
      disabledReason={reminderRefusal ?? undefined}
      aria-label={t('out.remindProvider', { provider: nameOf(receiver) })}
      onPress={() => reminder.send(instId)}
    >
      {t('out.remind')}
    </Button>
  )
}

function Next({ receivers }: { receivers: readonly Receiver[] }) {
  const t = useMessages('submissions.additional-reports')
  const missing = waiting(receivers)
  return (
    <Card title={t('out.next.title')}>
      <Stack gap={3}>
        {missing.length === 0 && <p>{t('out.next.nobody')}</p>}
        {missing.map(receiver => (
          <p key={receiver.ukprn}>
            {t('out.next.agrees', { provider: nameOf(receiver), count: receiver.students })}
          </p>
        ))}
        {missing.length > 0 && <p className={styles.quiet}>{t('out.next.reminder')}</p>}
      </Stack>
    </Card>
  )
}

function Threads({ receivers, writing }: { receivers: readonly Receiver[]; writing: WritingHandle }) {
  const t = useMessages('submissions.additional-reports')
  const others = receivers.flatMap(receiver =>
    receiver.instId !== null && (receiver.askedAt !== null || receiver.messages.length > 0)
      ? [{ instId: receiver.instId, name: nameOf(receiver), messages: receiver.messages }]
      : [],
  )
  if (others.length === 0) return null
  return (
    <Card title={t('thread.card')}>
      <Stack gap={2}>
        {others.map(other => (
          <TransferThread key={other.instId} other={other} writing={writing} />
        ))}
      </Stack>
    </Card>
  )
}

const looks: Readonly<Record<TransferEntryWire['event'], { icon: IconName; tone: Tone }>> = {
  NAMED: { icon: 'arrowRight', tone: 'neutral' },
  AGREE: { icon: 'check', tone: 'good' },
  WITHDRAW: { icon: 'warning', tone: 'attention' },
  REMIND: { icon: 'bell', tone: 'neutral' },
  WRITE: { icon: 'comment', tone: 'neutral' },
}

function Timeline({ entries }: { entries: readonly TransferEntryWire[] }) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  if (entries.length === 0) return null
  return (
    <Card title={t('out.timeline.title')}>
      <EventList
        label={t('out.timeline.title')}
        events={entries.map(({ at, event, name, students }, position) => ({
          id: String(position),
          ...looks[event],
          title: t(`out.timeline.${event}`, { provider: name, count: students }),
          at: text(loggedAt(at)),
        }))}
      />
    </Card>
  )
}
