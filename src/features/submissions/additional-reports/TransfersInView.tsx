import { loggedAt } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { TransferSenderWire } from '../../../domain/wire/additionalReports.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  EmptyState,
  Link,
  type PlainColumn,
  PlainTable,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { RowsTable, type RowsTableProps } from './RowsTable.tsx'

type Sender = TransferSenderWire

/** Agreeing to the transfers of one sender, or taking that back. */
export interface ConsentHandle {
  /** Whether the viewer may ever do it; others read where it stands. */
  isOffered: boolean
  give: (instId: string) => void
  withdraw: (instId: string) => void
  /** The sender whose consent is under way. */
  pending: string | undefined
  problem: Problem | undefined
}

export interface TransfersInViewProps {
  senders: Loaded<Sender[]>
  consent: ConsentHandle
  /** Address of the list of the students who come from a provider. */
  studentsHref: (instId: string) => string
  /** The students of the chosen provider, where it has been agreed to. */
  students: (Omit<RowsTableProps, 'id' | 'caption'> & { instId: string }) | undefined
  /** Why the viewer may not read single records. */
  refusal: string | undefined
}

/** Senders whose students the reader never reads. */
const closed = (senders: readonly Sender[]): Sender[] => senders.filter(({ reading }) => reading === 'never')

/** PGRIN: from where research students come, the consent to each sender, and from then on the students. */
export function TransfersInView(props: TransfersInViewProps) {
  const t = useMessages('submissions.additional-reports')
  const { senders, consent, students, refusal } = props
  const columns = useColumns(props)
  return (
    <Stack gap={4}>
      <p>{t('in.about')}</p>
      <ActionFailure title={t('in.failed')} problem={consent.problem} hasReason />
      <WhenLoaded resource={senders} loading={t('loading')} failed={t('none')} level={3} sketch="rows">
        {list =>
          list.length === 0 ? (
            <EmptyState title={t('in.nobody.title')} icon="info">
              {t('in.nobody.text')}
            </EmptyState>
          ) : (
            <Stack gap={4}>
              <PlainTable
                caption={t('in.senders')}
                isCaptionHidden
                columns={columns}
                rows={list}
                rowId={row => row.instId}
              />
              {refusal === undefined && closed(list).length > 0 && (
                <p>
                  {t('in.never', {
                    providers: closed(list)
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
                    provider: list.find(({ instId }) => instId === students.instId)?.name ?? students.instId,
                  })}
                />
              )}
            </Stack>
          )
        }
      </WhenLoaded>
    </Stack>
  )
}

const useColumns = ({ consent, studentsHref, refusal }: TransfersInViewProps): PlainColumn<Sender>[] => {
  const t = useMessages('submissions.additional-reports')
  return [
    {
      id: 'provider',
      header: t('transfers.columns.sender'),
      isRowHeader: true,
      cell: ({ instId, name, reading }) =>
        reading === 'read' && refusal === undefined ? <Link href={studentsHref(instId)}>{name}</Link> : name,
    },
    { id: 'ukprn', header: t('transfers.columns.ukprn'), cell: ({ ukprn }) => ukprn },
    {
      id: 'students',
      header: t('transfers.columns.students'),
      kind: 'number',
      cell: ({ students }) => students,
    },
    { id: 'state', header: t('transfers.columns.consent'), cell: sender => <State {...sender} /> },
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
}

function State({ consentedAt }: Sender) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  return consentedAt === null ? (
    <StatusTag tone="attention" variant="plain">
      {t('in.consent.awaited')}
    </StatusTag>
  ) : (
    <StatusTag tone="good" variant="plain">
      {t('transfers.given', { at: text(loggedAt(consentedAt)) })}
    </StatusTag>
  )
}

function Change({ sender, consent }: { sender: Sender; consent: ConsentHandle }) {
  const t = useMessages('submissions.additional-reports')
  const { instId, name, consentedAt, refusal } = sender
  const common = {
    size: 'small' as const,
    isPending: consent.pending === instId,
    disabledReason: refusal ?? undefined,
  }
  return consentedAt === null ? (
    <Button
      {...common}
      variant="primary"
      aria-label={t('in.giveTo', { provider: name })}
      onPress={() => consent.give(instId)}
    >
      {t('in.give')}
    </Button>
  ) : (
    <Button
      {...common}
      aria-label={t('in.withdrawFrom', { provider: name })}
      onPress={() => consent.withdraw(instId)}
    >
      {t('in.withdraw')}
    </Button>
  )
}
