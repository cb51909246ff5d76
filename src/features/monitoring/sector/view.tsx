import { type DeliveryStanding, deliveryStandings } from '../../../domain/deliveryConfiguration.ts'
import { countryLabel } from '../../../domain/labels.ts'
import type { Problem } from '../../../domain/problem.ts'
import { unitsOf } from '../../../domain/record.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { SectorReportWire, SectorWire } from '../../../domain/wire/sector.ts'
import type { AddressFilters, Table } from '../../../hooks/index.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Breadcrumbs,
  Button,
  Card,
  type DataColumn,
  DataTable,
  EmptyState,
  formatCount,
  MovementChart,
  Page,
  PageHeader,
  Row,
  Select,
  Stack,
  StatTiles,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { ReportSection } from './ReportSection.tsx'

export interface SectorViewProps {
  collection: Pick<CollectionWire, 'name' | 'reference' | 'record'>
  sector: Loaded<SectorWire>
  standing: DeliveryStanding
  table: Table
  choose: AddressFilters['choose']
  values: AddressFilters['values']
  report: Loaded<SectorReportWire>
  reportCode: string | undefined
  onSaveCounts: () => void
  onSaveReport: (() => void) | undefined
  isSaving: boolean
  problem: Problem | undefined
}

type Place = SectorWire['countries'][number]
type ProviderCount = SectorWire['providers'][number]

/** Students and credibility tables over all providers, this year and last. */
export function SectorView(props: SectorViewProps) {
  const { collection, sector, standing, choose, onSaveCounts, isSaving, problem } = props
  const t = useMessages('monitoring.sector')
  const home = `/monitoring/${collection.reference}`
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={t('breadcrumbs')}
          crumbs={[
            { id: 'list', label: t('monitoring'), href: '/monitoring' },
            { id: 'collection', label: collection.name, href: home },
          ]}
        />
      }
      header={
        <PageHeader
          title={t('title')}
          meta={t('lead')}
          actions={
            <Row gap={3} align="end">
              <Select
                label={t('standing')}
                value={standing}
                options={deliveryStandings.map(id => ({ id, label: t(`standing.${id}`) }))}
                onChange={id => choose('standing', id)}
              />
              <Button icon="download" isPending={isSaving} onPress={onSaveCounts}>
                {t('csv')}
              </Button>
            </Row>
          }
        />
      }
    >
      <Stack gap={4}>
        <ActionFailure title={t('csvFailed')} problem={problem} />
        <WhenLoaded resource={sector} loading={t('loading')} failed={t('failed')} level={2}>
          {found => <Found {...props} found={found} />}
        </WhenLoaded>
      </Stack>
    </Page>
  )
}

function Found(props: SectorViewProps & { found: SectorWire }) {
  const { collection, found, standing, table, choose, values, report, reportCode, onSaveReport, isSaving } =
    props
  const words = unitsOf(collection.record)
  const t = useMessages('monitoring.sector')
  const text = useText()
  const { total, before, isRounded } = found
  const countOrNone = (value: number | null): string => (value === null ? t('none') : formatCount(value))
  return (
    <>
      {isRounded && (
        <Banner tone="neutral" title={t('rounded')}>
          <p>{t('roundedText')}</p>
        </Banner>
      )}
      <StatTiles
        label={t('tiles')}
        tiles={[
          {
            id: 'providers',
            label: t('tiles.providers'),
            value: total.providers,
            note: t('tiles.seen', { seen: found.providersSeen }),
          },
          { id: 'students', label: words.unitsLabel, value: countOrNone(total.now) },
          {
            id: 'before',
            label: t('tiles.before', words),
            value: countOrNone(total.before),
            note: before ? t('tiles.beforeIn', { collection: before.name }) : t('tiles.noBefore'),
          },
        ]}
      />
      {total.providers === 0 ? (
        <EmptyState title={t('nothing.title')} level={2}>
          {t(`nothing.${standing}`)}
        </EmptyState>
      ) : (
        <>
          <Card>
            <Counts
              title={t('byCountry', words)}
              words={words}
              rowsLabel={t('country')}
              total={total}
              places={found.countries.map(one => ({ ...one, label: text(countryLabel(one.id)) }))}
            />
          </Card>
          <Card>
            <Counts
              title={t('byRegion', words)}
              words={words}
              rowsLabel={t('region')}
              total={total}
              places={found.regions.map(one => ({ ...one, label: one.id === '' ? t('noRegion') : one.id }))}
            />
          </Card>
          <DataTable
            id="sector-providers"
            caption={t('byProvider', words)}
            columns={columnsOf(t, code => text(countryLabel(code)))}
            rows={found.providers}
            rowId={({ id }) => id}
            state={table.state}
            onChange={table.change}
            tieBreaker="name"
            empty={<EmptyState title={t('noneFound')} level={0} />}
          />
          <ReportSection
            sector={found}
            report={report}
            reportCode={reportCode}
            choose={choose}
            values={values}
            onSave={onSaveReport}
            isSaving={isSaving}
          />
        </>
      )}
    </>
  )
}

interface CountsProps {
  title: string
  words: ReturnType<typeof unitsOf>
  rowsLabel: string
  total: SectorWire['total']
  places: readonly (Place & { label: string })[]
}

/** Students of places as a picture, which has its table. */
function Counts({ title, words, rowsLabel, total, places }: CountsProps) {
  const t = useMessages('monitoring.sector')
  return (
    <MovementChart
      title={title}
      level={2}
      sentence={t('countSentence', {
        providers: total.providers,
        count: total.now === null ? t('none') : formatCount(total.now),
        units: words.units,
      })}
      labels={{ now: t('thisYear'), before: t('lastYear') }}
      rowsLabel={rowsLabel}
      columns={[{ id: 'students', label: words.unitsLabel }]}
      rows={places
        .filter(({ now }) => now !== null)
        .map(({ id, label, now, before }) => ({
          id,
          label,
          points: [now === null ? undefined : { now, before, allowed: null }],
        }))}
    />
  )
}

const columnsOf = (
  t: Translate<'monitoring.sector'>,
  countryOf: (code: string) => string,
): DataColumn<ProviderCount>[] => [
  {
    id: 'name',
    header: t('provider'),
    value: ({ name }) => name,
    isSortable: true,
    isRowHeader: true,
    canHide: false,
    width: 'wide',
  },
  {
    id: 'now',
    header: t('thisYear'),
    value: ({ now }) => now,
    cell: ({ now }) => (now === null ? t('none') : formatCount(now)),
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'before',
    header: t('lastYear'),
    value: ({ before }) => before,
    cell: ({ before }) => (before === null ? t('none') : formatCount(before)),
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  { id: 'country', header: t('country'), value: ({ country }) => countryOf(country), isSortable: true },
  { id: 'region', header: t('region'), value: ({ region }) => region, isSortable: true },
]
