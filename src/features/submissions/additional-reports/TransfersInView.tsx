import { calendarDay, loggedAt } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import { type ReturnedState, returnedStateOf } from '../../../domain/transfer.ts'
import type { getTransfersIn, TransferSenderWire } from '../../../domain/wire/additionalReports.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Columns,
  ConfirmDialog,
  EmptyState,
  Icon,
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

type Sender = TransferSenderWire
type Summary = ResponseOf<typeof getTransfersIn>

/** Agreeing to the transfers of one sender, or taking that back. */
export interface ConsentHandle {
  /** Whether the viewer may ever do it; others read the state. */
  isOffered: boolean
  give: (instIds: readonly string[]) => void
  withdraw: (sender: Sender) => void
  /** The senders whose answer is under way. */
  pending: readonly string[]
  problem: Problem | undefined
  /** What the viewer is asked to confirm. */
  asked: { sender: Sender; confirm: () => void; dismiss: () => void } | undefined
}

export interface TransfersInViewProps {
  senders: Loaded<Summary>
  consent: ConsentHandle
  writing: WritingHandle
  /** Name of the collection. */
  collection: string
  /** Whether the receiver has uploaded a file. */
  hasFile: boolean
  /** URL of the list of the students who come from a provider. */
  studentsHref: (instId: string) => string
  /** The students of the chosen provider, if the viewer may read them. */
  students: (Omit<RowsTableProps, 'id' | 'caption'> & { instId: string }) | undefined
  /** Why the viewer may not read single records. */
  refusal: string | undefined
}

/** Senders whose students the reader never reads. */
const closed = (senders: readonly Sender[]): Sender[] => senders.filter(({ reading }) => reading === 'never')

const totalOf = (senders: readonly Sender[]): number =>
  senders.reduce((total, { students }) => total + students, 0)

/** PGRIN: who asks the provider to agree to transfers, what it agreed to, and from then on the students. */
export function TransfersInView(props: TransfersInViewProps) {
  const t = useMessages('submissions.additional-reports')
  const { senders, consent } = props
  return (
    <Stack gap={4}>
      <ActionFailure title={t('in.failed')} problem={consent.problem} hasReason />
      <WhenLoaded resource={senders} loading={t('loading')} failed={t('none')} level={3} sketch="rows">
        {answer => <Transfers {...props} {...answer} />}
      </WhenLoaded>
    </Stack>
  )
}

type LoadedProps = Omit<TransfersInViewProps, 'senders'> & Summary

function Transfers(props: LoadedProps) {
  const t = useMessages('submissions.additional-reports')
  const { senders, former, consent, students, refusal, collection, writing } = props
  if (senders.length === 0)
    return (
      <Stack gap={4}>
        <EmptyState title={t('in.nobody.title')} icon="info">
          {t('in.nobody.text')}
        </EmptyState>
        <Former senders={former} />
      </Stack>
    )
  const asking = senders.filter(({ consentedAt }) => consentedAt === null)
  const agreed = senders.filter(({ consentedAt }) => consentedAt !== null)
  return (
    <Columns layout="main-side">
      <Stack gap={4}>
        {asking.length > 0 && <Requests {...props} asking={asking} />}
        {agreed.length > 0 && <Agreed {...props} agreed={agreed} />}
        <Former senders={former} />
        {refusal === undefined && closed(senders).length > 0 && (
          <p>
            {t('in.never', {
              providers: closed(senders)
                .map(({ name }) => name)
                .join(', '),
            })}
          </p>
        )}
        {refusal !== undefined && <p>{t('students.refused', { reason: refusal })}</p>}
        {students && (
          <RowsTable
            {...students}
            id="transfers-in"
            caption={t('in.students', {
              provider: senders.find(({ instId }) => instId === students.instId)?.name ?? students.instId,
            })}
          />
        )}
        <Withdrawing consent={consent} />
      </Stack>
      <Stack gap={4}>
        <Card title={t('in.effects.title')}>
          <ul className={styles.effects} data-plain>
            {effects.map(([icon, code]) => (
              <li key={code}>
                <Icon name={icon} />
                <span>{t(`in.effects.${code}`)}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t('in.unsure.title')}>
          <Stack gap={3}>
            <p>{t('in.unsure.text', { collection })}</p>
            {senders.map(sender => (
              <TransferThread key={sender.instId} other={sender} writing={writing} />
            ))}
          </Stack>
        </Card>
      </Stack>
    </Columns>
  )
}

function Former({ senders }: { senders: Summary['former'] }) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  return senders.map(({ instId, name, since }) => (
    <p key={instId}>{t('in.former', { provider: name, at: text(loggedAt(since)) })}</p>
  ))
}

const effects = [
  ['check', 'submit'],
  ['user', 'students'],
  ['file', 'file'],
  ['arrowLeft', 'withdraw'],
] as const satisfies readonly (readonly [IconName, string])[]

function Requests({ asking, consent, deadline }: LoadedProps & { asking: Sender[] }) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  const able = asking.filter(({ refusal }) => refusal === null)
  return (
    <Card
      title={t('in.ask.title', { count: asking.length })}
      padding="none"
      actions={
        consent.isOffered &&
        able.length > 1 && (
          <Button
            size="small"
            isPending={consent.pending.length > 1}
            onPress={() => consent.give(able.map(({ instId }) => instId))}
          >
            {t('in.ask.all', { count: able.length, students: totalOf(able) })}
          </Button>
        )
      }
    >
      {asking.map(sender => (
        <article key={sender.instId} className={styles.request} aria-labelledby={`ask-${sender.instId}`}>
          <span className={styles.count} aria-hidden>
            {sender.students}
          </span>
          <div className={styles.text}>
            <h3 id={`ask-${sender.instId}`}>
              {t('in.ask.names', { provider: sender.name, count: sender.students })}
            </h3>
            <p className={styles.quiet}>
              {sender.askedAt === null
                ? t('in.ask.notAsked', { ukprn: sender.ukprn, file: text(loggedAt(sender.uploadedAt)) })
                : t('in.ask.asked', {
                    at: text(loggedAt(sender.askedAt)),
                    ukprn: sender.ukprn,
                    file: text(loggedAt(sender.uploadedAt)),
                  })}
            </p>
            {sender.isWithdrawn && <p className={styles.quiet}>{t('in.ask.withdrawn')}</p>}
            {sender.remindedAt !== null && (
              <p className={styles.quiet}>
                {t('in.ask.reminded', { at: text(loggedAt(sender.remindedAt)) })}
              </p>
            )}
            <p className={styles.quiet}>
              <strong>{t('in.ask.blocks', { provider: sender.name })}</strong>{' '}
              {deadline !== null && t('in.ask.deadline', { date: text(calendarDay(deadline)) })}
            </p>
          </div>
          {consent.isOffered && <Agree sender={sender} consent={consent} />}
        </article>
      ))}
    </Card>
  )
}

function Agree({ sender, consent }: { sender: Sender; consent: ConsentHandle }) {
  const t = useMessages('submissions.additional-reports')
  const { instId, name, students, refusal } = sender
  return (
    <Button
      variant="primary"
      isPending={consent.pending.includes(instId)}
      disabledReason={refusal ?? undefined}
      aria-label={t('in.giveTo', { count: students, provider: name })}
      onPress={() => consent.give([instId])}
    >
      {t('in.give', { count: students })}
    </Button>
  )
}

function Agreed({ agreed, consent, studentsHref, refusal, hasFile }: LoadedProps & { agreed: Sender[] }) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  const columns: PlainColumn<Sender>[] = [
    { id: 'provider', header: t('in.columns.from'), isRowHeader: true, cell: ({ name }) => name },
    {
      id: 'students',
      header: t('transfers.columns.students'),
      kind: 'number',
      cell: ({ instId, name, students, reading }) =>
        reading === 'read' && refusal === undefined ? (
          <Link
            href={studentsHref(instId)}
            aria-label={t('in.studentsOf', { count: students, provider: name })}
          >
            {students}
          </Link>
        ) : (
          students
        ),
    },
    {
      id: 'agreed',
      header: t('in.columns.agreed'),
      cell: ({ consentedAt, agreedBy, isChanged, agreedStudents }) => (
        <Stack gap={1}>
          <span>
            {agreedBy === null
              ? text(loggedAt(consentedAt))
              : t('in.agreedBy', { at: text(loggedAt(consentedAt)), name: agreedBy })}
          </span>
          {isChanged && (
            <StatusTag tone="attention" variant="plain">
              {t('in.changed', { count: agreedStudents })}
            </StatusTag>
          )}
        </Stack>
      ),
    },
    {
      id: 'returned',
      header: t('in.columns.returned'),
      cell: sender => <Returned sender={sender} hasFile={hasFile} />,
    },
    ...(consent.isOffered
      ? [
          {
            id: 'action',
            header: t('in.columns.action'),
            cell: (sender: Sender) => <Change sender={sender} consent={consent} />,
          },
        ]
      : []),
  ]
  return (
    <Card
      title={t('in.agreed.title')}
      hint={t('in.agreed.hint', { students: totalOf(agreed), count: agreed.length })}
      padding="none"
    >
      <PlainTable
        caption={t('in.agreed.caption')}
        isCaptionHidden
        stacks
        columns={columns}
        rows={agreed}
        rowId={row => row.instId}
      />
    </Card>
  )
}

const returnedTones = {
  all: 'good',
  some: 'attention',
  none: 'attention',
  unknown: 'neutral',
} as const satisfies Record<ReturnedState, Tone>

function Returned({ sender: { students, returned }, hasFile }: { sender: Sender; hasFile: boolean }) {
  const t = useMessages('submissions.additional-reports')
  const state = returnedStateOf(students, returned)
  return (
    <StatusTag tone={returnedTones[state]} variant="plain">
      {t('in.returned', { state: hasFile ? state : 'noFile', returned: returned ?? 0, count: students })}
    </StatusTag>
  )
}

function Change({ sender, consent }: { sender: Sender; consent: ConsentHandle }) {
  const t = useMessages('submissions.additional-reports')
  if (sender.isChanged) return <Agree sender={sender} consent={consent} />
  if (sender.isFinal) return <span className={styles.quiet}>{t('in.final')}</span>
  return (
    <Button
      size="small"
      isPending={consent.pending.includes(sender.instId)}
      disabledReason={sender.refusal ?? undefined}
      aria-label={t('in.withdrawFrom', { provider: sender.name })}
      aria-haspopup="dialog"
      onPress={() => consent.withdraw(sender)}
    >
      {t('in.withdraw')}
    </Button>
  )
}

function Withdrawing({ consent: { asked, pending } }: { consent: ConsentHandle }) {
  const t = useMessages('submissions.additional-reports')
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      title={t('in.withdrawing.title', { provider: asked?.sender.name ?? '' })}
      confirmLabel={t('in.withdrawing.confirm')}
      isPending={pending.length > 0}
      onConfirm={() => asked?.confirm()}
      onCancel={() => asked?.dismiss()}
    >
      <p>{t('in.withdrawing.text', { provider: asked?.sender.name ?? '' })}</p>
    </ConfirmDialog>
  )
}
