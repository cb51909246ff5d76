import { duration } from '../../../domain/dates.ts'
import { exactStatusLabel } from '../../../domain/labels.ts'
import { statuses, statusOf } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { getHeat, type Heat } from '../../../domain/wire/inspection.ts'
import { type AddressFilters, useAddressFilters, useResource } from '../../../hooks/index.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { leafIdOf, statusOfLeaf } from '../../../machines/submission-lifecycle/index.ts'
import { message, type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  DateField,
  formatCount,
  Link,
  type PlainColumn,
  PlainTable,
  Row,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { statusNameOf } from '../history/events.ts'
import { labelOf } from '../history/labels.ts'
import { OfCollection, SubmissionList } from '../history/SubmissionPicker.tsx'
import type { ViewProps } from '../views.ts'
import { heatMarks, type Measure, measures, waysOf } from './marks.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

const filterNames = ['provider', 'regulator', 'risk', 'specification', 'from', 'to'] as const
type FilterName = (typeof filterNames)[number]

/** Filters as the call takes them; a day that is not whole yet does not count. */
const queryOf = ({ provider, regulator, risk, specification, from, to }: AddressFilters['values']) => {
  const dayOf = (value: string | undefined) => (day.test(value ?? '') ? value : undefined)
  const query = {
    instId: provider,
    regulatorCode: regulator,
    riskCode: risk,
    specification,
    from: dayOf(from),
    to: dayOf(to),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** How often and how long the submissions of a collection are in each status. */
export function View({ chart }: ViewProps) {
  return (
    <OfCollection>
      {/* Another one's filters are no filters of this one. */}
      {collection => <Collection key={collection.reference} chart={chart} collection={collection} />}
    </OfCollection>
  )
}

function Collection({ chart, collection }: ViewProps & { collection: CollectionWire }) {
  const { reference } = collection
  const text = useText()
  const t = useMessages('inspector.heat')
  const filters = useAddressFilters(`inspectorHeat ${reference}`, filterNames)
  const query = queryOf(filters.values)
  const heat = useResource(getHeat, { path: { reference }, query })
  const { address, parameter, go } = useInspectorAddress()
  const named = parameter('by')
  const measure: Measure = measures.find(name => name === named) ?? 'visits'
  const chosen = behindOf(t, text, chart, heat.data, address.state, parameter('list'))
  return (
    <WhenLoaded resource={heat} loading={t('loading')} failed={t('failed')}>
      {data => (
        <Stack gap={4}>
          <Filters choices={data.choices} filters={filters} measure={measure} />
          <p role="status">{t('summary', { count: data.submissions })}</p>
          <ChartDiagram chart={chart} marks={heatMarks(text, chart, data, measure)} />
          {chosen !== undefined && (
            <Card
              title={chosen.title}
              level={2}
              actions={
                <Button
                  size="small"
                  variant="quiet"
                  onPress={() => go({ state: undefined, list: undefined })}
                >
                  {t('close')}
                </Button>
              }
            >
              <SubmissionList collection={collection} filters={{ ...query, ...chosen.filters }} />
            </Card>
          )}
          <PlainTable
            caption={t('caption')}
            columns={columnsOf(t, text)}
            rows={inOrder(data.states)}
            rowId={({ statusId }) => String(statusId)}
          />
        </Stack>
      )}
    </WhenLoaded>
  )
}

/** The statuses in the order of the lifecycle. */
const inOrder = (states: Heat['states']): Heat['states'] =>
  statuses.flatMap(({ id }) => states.filter(({ statusId }) => statusId === id))

/** The submissions behind what is chosen on the drawing or in the table; undefined while nothing is. */
const behindOf = (
  t: Translate<'inspector.heat'>,
  text: ToText,
  chart: Chart,
  heat: Heat | undefined,
  id: string | undefined,
  list: string | undefined,
) => {
  const status = statusOfLeaf(id ?? '')
  if (status !== undefined) {
    const { id: statusId } = statusOf(status)
    const label = text(exactStatusLabel(status))
    return list === 'now'
      ? { title: t('behind.now', { status: label }), filters: { statusId: String(statusId) } }
      : { title: t('behind.ever', { status: label }), filters: { visited: String(statusId) } }
  }
  const transition = chart.transitions.find(one => one.id === id)
  const ways = transition && heat ? waysOf(chart, heat, transition.id) : []
  return transition && ways.length > 0
    ? {
        title: t('behind.taken', { event: labelOf(text, transition.event) }),
        filters: { event: transition.event, ways: ways.join(',') },
      }
    : undefined
}

interface FiltersProps {
  choices: Heat['choices']
  filters: AddressFilters
  measure: Measure
}

function Filters({ choices, filters: { values, choose, clear }, measure }: FiltersProps) {
  const t = useMessages('inspector.heat')
  const { go } = useInspectorAddress()
  const all = { id: 'all', label: t('filters.all') }
  const choice = (label: string, name: FilterName, options: readonly { id: string; label: string }[]) => (
    <Select
      label={label}
      options={[all, ...options]}
      value={values[name] ?? 'all'}
      onChange={id => choose(name, id === 'all' ? undefined : id)}
    />
  )
  const plain = (ids: readonly string[]) => ids.map(id => ({ id, label: id }))
  const dayField = (label: string, name: FilterName) => (
    <DateField
      label={label}
      value={values[name] ?? ''}
      onChange={value => choose(name, value || undefined)}
    />
  )
  return (
    <Row gap={3} align="end">
      {choice(
        t('filters.provider'),
        'provider',
        choices.providers.map(({ instId, name }) => ({ id: instId, label: `${instId} - ${name}` })),
      )}
      {choice(t('filters.regulator'), 'regulator', plain(choices.regulators))}
      {choice(t('filters.risk'), 'risk', plain(choices.riskCodes))}
      {choice(t('filters.specification'), 'specification', plain(choices.specifications))}
      {dayField(t('filters.from'), 'from')}
      {dayField(t('filters.to'), 'to')}
      <Select
        label={t('filters.by')}
        options={measures.map(id => ({ id, label: t(`measures.${id}`) }))}
        value={measure}
        onChange={by => go({ by }, { replace: true })}
      />
      {Object.keys(values).length > 0 && (
        <Button variant="quiet" onPress={clear}>
          {t('filters.clear')}
        </Button>
      )}
    </Row>
  )
}

/** A number of the table, which leads to the submissions behind it. */
function CountLink({ statusId, count, list }: { statusId: number; count: number; list?: 'now' }) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { hrefOf } = useInspectorAddress()
  const status = statusNameOf(statusId)
  if (count === 0) return formatCount(0)
  const shown = formatCount(count)
  return (
    <Link
      href={hrefOf({ state: leafIdOf(status), list })}
      aria-label={`${shown}: ${t(`behind.${list ?? 'ever'}`, { status: text(exactStatusLabel(status)) })}`}
    >
      {shown}
    </Link>
  )
}

const seconds = (text: ToText, value: number | null): string =>
  value === null ? text(message('formats', 'missing')) : text(duration(value * 1000))

const columnsOf = (t: Translate<'inspector.heat'>, text: ToText): PlainColumn<Heat['states'][number]>[] => [
  {
    id: 'status',
    header: t('columns.status'),
    isRowHeader: true,
    cell: ({ statusId }) => text(exactStatusLabel(statusNameOf(statusId))),
  },
  {
    id: 'current',
    header: t('columns.current'),
    kind: 'number',
    cell: ({ statusId, current }) => <CountLink statusId={statusId} count={current} list="now" />,
  },
  {
    id: 'visits',
    header: t('columns.visits'),
    kind: 'number',
    cell: ({ statusId, visits }) => <CountLink statusId={statusId} count={visits} />,
  },
  { id: 'median', header: t('columns.median'), kind: 'number', cell: ({ median }) => seconds(text, median) },
  { id: 'p95', header: t('columns.p95'), kind: 'number', cell: ({ p95 }) => seconds(text, p95) },
]
