import { type ChartFigures, getChartFigures } from '../../../domain/wire/chartHistories.ts'
import { useResource } from '../../../hooks/index.ts'
import { useTypedSearch } from '../../../hooks/typedSearch.ts'
import { message, type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  formatCount,
  Link,
  type PlainColumn,
  PlainTable,
  SearchField,
  Stack,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { percentileText, spanText } from '../heat/span.ts'
import type { ViewProps } from '../views.ts'
import { figureMarks, isEnd } from './figures.ts'
import { stateLabel } from './naming.ts'
import { RecordList } from './RecordList.tsx'

type Figures = ChartFigures['states'][number]

/** How often and how long the records of a chart are in each state. */
export function View({ chart }: ViewProps) {
  const t = useMessages('inspector.records')
  const heatMessages = useMessages('inspector.heat')
  const text = useText()
  const figures = useResource(getChartFigures, { path: { chartId: chart.id } })
  const { parameter } = useInspectorAddress()
  const list = parameter('list')
  return (
    <WhenLoaded resource={figures} loading={t('loading')} failed={t('failed')}>
      {data =>
        data.records === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <Stack gap={4}>
            <PlainTable
              caption={t('heat.caption', { count: data.records })}
              columns={columnsOf(t, heatMessages, text, chart)}
              rows={[...data.states].sort((one, other) => waitOf(chart, other) - waitOf(chart, one))}
              rowId={({ state }) => state}
            />
            {list !== undefined && <Behind key={list} chart={chart} state={list} />}
            <ChartDiagram chart={chart} marks={figureMarks(chart, data)} legend={<p>{t('heat.legend')}</p>} />
          </Stack>
        )
      }
    </WhenLoaded>
  )
}

/** Seconds of the longest stay that still lasts and can end. */
const waitOf = (chart: ViewProps['chart'], { state, longest }: Figures): number =>
  isEnd(chart, state) ? 0 : (longest ?? 0)

/** The records that are in a state now, the longest stay first, with a search among them. */
function Behind({ chart, state }: ViewProps & { state: string }) {
  const t = useMessages('inspector.records')
  const { go } = useInspectorAddress()
  const { typed, search, type, searchNow } = useTypedSearch()
  return (
    <Card
      title={t('heat.behind', { state: stateLabel(state) })}
      level={2}
      actions={
        <Button size="small" variant="quiet" onPress={() => go({ list: undefined })}>
          {t('heat.close')}
        </Button>
      }
    >
      <Stack gap={3}>
        <SearchField
          label={t('find')}
          placeholder={t('findHint')}
          value={typed}
          onChange={type}
          onSearch={searchNow}
        />
        <RecordList chart={chart} filters={{ state, search: search.trim() || undefined }} view="history" />
      </Stack>
    </Card>
  )
}

function CountLink({ state, current }: Figures) {
  const t = useMessages('inspector.records')
  const { hrefOf } = useInspectorAddress()
  if (current === 0) return formatCount(0)
  const shown = formatCount(current)
  return (
    <Link
      href={hrefOf({ list: state })}
      aria-label={`${shown}: ${t('heat.behind', { state: stateLabel(state) })}`}
    >
      {shown}
    </Link>
  )
}

const columnsOf = (
  t: Translate<'inspector.records'>,
  heatMessages: Translate<'inspector.heat'>,
  text: ToText,
  chart: ViewProps['chart'],
): PlainColumn<Figures>[] => {
  const span = (seconds: number | null): string =>
    seconds === null ? text(message('formats', 'missing')) : spanText(heatMessages, text, seconds)
  return [
    { id: 'state', header: t('columns.state'), isRowHeader: true, cell: ({ state }) => stateLabel(state) },
    {
      id: 'current',
      header: heatMessages('columns.current'),
      kind: 'number',
      cell: figures => <CountLink {...figures} />,
    },
    {
      id: 'longest',
      header: t('heat.longest'),
      kind: 'number',
      cell: figures => (isEnd(chart, figures.state) ? t('heat.end') : span(figures.longest)),
    },
    {
      id: 'visits',
      header: heatMessages('columns.visits'),
      kind: 'number',
      cell: ({ visits }) => formatCount(visits),
    },
    {
      id: 'median',
      header: heatMessages('columns.median'),
      kind: 'number',
      cell: ({ state, median }) => (isEnd(chart, state) ? t('heat.end') : span(median)),
    },
    {
      id: 'p95',
      header: heatMessages('columns.p95'),
      kind: 'number',
      cell: figures =>
        isEnd(chart, figures.state) ? t('heat.end') : percentileText(heatMessages, text, figures),
    },
  ]
}
