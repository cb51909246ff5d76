import { loggedAt } from '../../../domain/dates.ts'
import { type ChartRecord, listChartRecords } from '../../../domain/wire/chartHistories.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Link, PlainTable, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { nothingOfRecord, useInspectorAddress } from '../address.ts'
import type { ViewProps } from '../views.ts'
import { stateLabel } from './naming.ts'

export interface RecordListProps extends ViewProps {
  filters: { state?: string | undefined; search?: string | undefined; day?: string | undefined }
  /** The view that a record opens; the one in sight by default. */
  view?: 'history'
}

/** Records of a chart, each with a link to a view of it. */
export function RecordList({ chart, filters, view }: RecordListProps) {
  const t = useMessages('inspector.records')
  const text = useText()
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const found = useResource(listChartRecords, { path: { chartId: chart.id }, query })
  return (
    <WhenLoaded resource={found} loading={t('loading')} failed={t('failed')} sketch="rows">
      {({ records, total }) =>
        records.length === 0 ? (
          <p>{Object.keys(query).length > 0 ? t('noMatch') : t('none')}</p>
        ) : (
          <Stack gap={2}>
            <PlainTable
              caption={t('title')}
              isCaptionHidden
              columns={[
                {
                  id: 'name',
                  header: t('columns.name'),
                  isRowHeader: true,
                  cell: record => <RecordLink record={record} {...(view && { view })} />,
                },
                { id: 'state', header: t('columns.state'), cell: ({ state }) => stateLabel(state) },
                { id: 'since', header: t('columns.since'), cell: ({ since }) => text(loggedAt(since)) },
                { id: 'events', header: t('columns.events'), kind: 'number', cell: ({ events }) => events },
              ]}
              rows={records}
              rowId={({ subject }) => subject}
            />
            {total > records.length && <p>{t('more', { shown: records.length, total })}</p>}
          </Stack>
        )
      }
    </WhenLoaded>
  )
}

function RecordLink({
  record: { subject, name },
  view,
}: Pick<RecordListProps, 'view'> & { record: ChartRecord }) {
  const { hrefOf } = useInspectorAddress()
  return (
    <Link
      href={hrefOf({ ...nothingOfRecord, ...(view && { view }), subject, state: undefined })}
      variant="row"
    >
      {name}
    </Link>
  )
}
