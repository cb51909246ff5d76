import { loggedAt } from '../../../domain/dates.ts'
import type { TransferReceiverWire } from '../../../domain/wire/additionalReports.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { EmptyState, Link, type PlainColumn, PlainTable, Stack, StatusTag } from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { RowsTable, type RowsTableProps } from './RowsTable.tsx'

type Receiver = TransferReceiverWire

export interface TransfersOutViewProps {
  receivers: Loaded<Receiver[]>
  /** Address of the list of the students who go to a provider. */
  studentsHref: (instId: string) => string
  /** The students of the chosen provider. */
  students: (Omit<RowsTableProps, 'id' | 'caption'> & { instId: string }) | undefined
  /** Why the viewer may not read single records. */
  refusal: string | undefined
}

/** PGROUT: where research students go, who has agreed, and the students by receiving provider. */
export function TransfersOutView({ receivers, studentsHref, students, refusal }: TransfersOutViewProps) {
  const t = useMessages('submissions.additional-reports')
  const columns = useColumns(refusal === undefined ? studentsHref : undefined)
  return (
    <Stack gap={4}>
      <p>{t('out.about')}</p>
      <WhenLoaded resource={receivers} loading={t('loading')} failed={t('none')} level={3} sketch="rows">
        {list =>
          list.length === 0 ? (
            <EmptyState title={t('out.nobody.title')} icon="info">
              {t('out.nobody.text')}
            </EmptyState>
          ) : (
            <Stack gap={4}>
              <PlainTable
                caption={t('out.receivers')}
                isCaptionHidden
                columns={columns}
                rows={list}
                rowId={row => row.ukprn}
              />
              {refusal !== undefined && <p>{t('students.refused', { reason: refusal })}</p>}
              {students && (
                <RowsTable
                  {...students}
                  id="transfers-out"
                  caption={t('out.students', {
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

const useColumns = (studentsHref: ((instId: string) => string) | undefined): PlainColumn<Receiver>[] => {
  const t = useMessages('submissions.additional-reports')
  return [
    {
      id: 'provider',
      header: t('transfers.columns.receiver'),
      isRowHeader: true,
      cell: ({ instId, name, ukprn }) =>
        instId !== null && studentsHref ? (
          <Link href={studentsHref(instId)}>{name ?? ukprn}</Link>
        ) : (
          (name ?? t('out.unknown', { ukprn }))
        ),
    },
    { id: 'ukprn', header: t('transfers.columns.ukprn'), cell: ({ ukprn }) => ukprn },
    {
      id: 'students',
      header: t('transfers.columns.students'),
      kind: 'number',
      cell: ({ students }) => students,
    },
    { id: 'consent', header: t('transfers.columns.consent'), cell: receiver => <Consent {...receiver} /> },
  ]
}

function Consent({ consent, consentedAt }: Receiver) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  if (consent === 'notNeeded')
    return (
      <StatusTag tone="neutral" variant="plain">
        {t('out.consent.notNeeded')}
      </StatusTag>
    )
  return consentedAt === null ? (
    <StatusTag tone="attention" variant="plain">
      {t('out.consent.awaited')}
    </StatusTag>
  ) : (
    <StatusTag tone="good" variant="plain">
      {t('transfers.given', { at: text(loggedAt(consentedAt)) })}
    </StatusTag>
  )
}
