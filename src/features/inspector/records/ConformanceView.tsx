import { getChartConformance } from '../../../domain/wire/chartHistories.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner, Button, Link, PlainTable, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { nothingOfRecord, useInspectorAddress } from '../address.ts'
import type { ViewProps } from '../views.ts'
import { eventLabel, stateLabel } from './naming.ts'

/** Deviations that a person can look through; more mean that something is broken as a whole. */
const listed = 500

/** Whether everything that ever happened to the records of a chart is what the chart would have done. */
export function View({ chart }: ViewProps) {
  const t = useMessages('inspector.conformance')
  const recordMessages = useMessages('inspector.records')
  const { hrefOf } = useInspectorAddress()
  const replay = useResource(getChartConformance, { path: { chartId: chart.id } })
  return (
    <WhenLoaded resource={replay} loading={t('progress')} failed={t('failed')}>
      {({ records, events, deviations }) => (
        <Stack gap={4}>
          <Banner
            tone={deviations.length > 0 ? 'failed' : 'good'}
            title={deviations.length > 0 ? t('bad', { count: deviations.length }) : t('good')}
            actions={
              <Button icon="refresh" onPress={replay.refresh}>
                {t('again')}
              </Button>
            }
          >
            <p>{recordMessages('replayed', { records, events })}</p>
          </Banner>
          {deviations.length > 0 && (
            <PlainTable
              caption={t('caption')}
              columns={[
                {
                  id: 'record',
                  header: recordMessages('columns.name'),
                  isRowHeader: true,
                  cell: ({ subject, sequence }) => (
                    <Link
                      href={hrefOf({ ...nothingOfRecord, view: 'history', subject, at: String(sequence) })}
                      variant="row"
                    >
                      {subject}
                    </Link>
                  ),
                },
                {
                  id: 'sequence',
                  header: t('columns.sequence'),
                  kind: 'number',
                  cell: ({ sequence }) => sequence,
                },
                { id: 'event', header: t('columns.event'), cell: ({ event }) => eventLabel(event) },
                { id: 'from', header: t('columns.from'), cell: ({ from }) => stateLabel(from) },
                { id: 'to', header: t('columns.to'), cell: ({ to }) => stateLabel(to) },
                { id: 'reason', header: t('columns.reason'), cell: ({ reason }) => reason },
              ]}
              rows={deviations.slice(0, listed)}
              rowId={({ subject, sequence, reason }) => `${subject}:${sequence}:${reason}`}
            />
          )}
          {deviations.length > listed && <p>{t('more', { shown: listed, total: deviations.length })}</p>}
        </Stack>
      )}
    </WhenLoaded>
  )
}
