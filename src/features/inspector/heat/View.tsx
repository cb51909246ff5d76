import { lazy, Suspense, useRef } from 'react'
import { heatStageOf } from '../../../domain/heatStages.ts'
import { exactStatusLabel, stepLabel } from '../../../domain/labels.ts'
import { statuses, statusOf } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { getHeat, type Heat } from '../../../domain/wire/inspection.ts'
import { type AddressFilters, useAddressFilters, useResource } from '../../../hooks/index.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { leafIdOf, statusOfLeaf } from '../../../machines/submission-lifecycle/index.ts'
import {
  message,
  type ToText,
  type Translate,
  useMessages,
  useText,
  withMessages,
} from '../../../messages/index.ts'
import {
  Button,
  Card,
  formatCount,
  Link,
  type PlainColumn,
  PlainTable,
  Skeleton,
  Stack,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { statusNameOf } from '../history/events.ts'
import { FindField } from '../history/FindField.tsx'
import { labelOf } from '../history/labels.ts'
import { OfCollection, SubmissionList, type SubmissionListProps } from '../history/SubmissionPicker.tsx'
import { searchOf, useSubmissionFilters } from '../history/submissionFilters.ts'
import type { ViewProps } from '../views.ts'
import { Filters } from './Filters.tsx'
import { Legend } from './Legend.tsx'
import { type Measure, measures, waysOf } from './marks.ts'
import { pictures } from './pictures.ts'
import { StageMap } from './StageMap.tsx'
import { StateFigures, type StateFiguresProps } from './StateFigures.tsx'
import { percentileText, spanText } from './span.ts'
import { type Figures, figuresOf, findingsOf, longestWaits } from './stages.ts'
import styles from './View.module.css'

const WholeChart = lazy(
  withMessages(async () => ({ default: (await import('./WholeChart.tsx')).WholeChart }), 'inspector.diagram'),
)

const day = /^\d{4}-\d{2}-\d{2}$/

const filterNames = ['provider', 'regulator', 'risk', 'specification', 'from', 'to'] as const

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

/** The submissions behind a number, with a search among them. */
function Behind({ collection, filters }: Pick<SubmissionListProps, 'collection' | 'filters'>) {
  const search = useSubmissionFilters()
  return (
    <Stack gap={3}>
      <FindField filters={search} />
      <SubmissionList
        collection={collection}
        filters={{ ...filters, search: searchOf(search) }}
        view="history"
      />
    </Stack>
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
  const measure: Measure = measures.find(name => name === parameter('by')) ?? 'visits'
  const picture = pictures.find(name => name === parameter('picture')) ?? 'stages'
  const chosen = behindOf(t, text, chart, heat.data, address.state, parameter('list'))
  return (
    <WhenLoaded resource={heat} loading={t('loading')} failed={t('failed')}>
      {data => (
        <Stack gap={4}>
          <Filters choices={data.choices} filters={filters} measure={measure} picture={picture} />
          <FindingsText heat={data} />
          {data.submissions === 0 ? (
            <p>{Object.keys(query).length > 0 ? t('none') : t('noneYet')}</p>
          ) : picture === 'chart' ? (
            <Suspense fallback={<Skeleton shape="card" label={t('loading')} />}>
              <WholeChart chart={chart} heat={data} measure={measure} />
            </Suspense>
          ) : (
            <Stages chart={chart} heat={data} measure={measure} />
          )}
          {chosen !== undefined && (
            <Card
              title={chosen.title}
              level={2}
              actions={
                <Button
                  size="small"
                  variant="quiet"
                  onPress={() => go({ state: chosen.back, list: undefined })}
                >
                  {t('close')}
                </Button>
              }
            >
              <Behind collection={collection} filters={{ ...query, ...chosen.filters }} />
            </Card>
          )}
          {data.submissions > 0 && (
            <PlainTable
              caption={t('caption')}
              columns={columnsOf(t, text, data)}
              rows={inOrder(data.states)}
              rowId={({ statusId }) => String(statusId)}
            />
          )}
        </Stack>
      )}
    </WhenLoaded>
  )
}

/** Where the stays are longest, the picture of the stages, and the chosen status. */
function Stages({ chart, heat, measure }: { chart: Chart; heat: Heat; measure: Measure }) {
  const { address, go } = useInspectorAddress()
  const map = useRef<HTMLDivElement>(null)
  const chosen = figuresOf(heat, address.state)
  const choose = (state: string | undefined) => go({ state, list: undefined })
  const close = () => {
    // The button that has the focus goes away with the details.
    map.current?.querySelector<SVGGElement>('[aria-pressed=true]')?.focus()
    choose(undefined)
  }
  return (
    <div className={styles.place}>
      <LongestStays states={heat.states} />
      <div className={styles.map} ref={map}>
        <StageMap
          heat={heat}
          measure={measure}
          selected={address.state}
          onPress={state => choose(state === address.state ? undefined : state)}
        />
        <Legend measure={measure} />
      </div>
      {chosen && <StateDetails chart={chart} heat={heat} figures={chosen} onClose={close} />}
    </div>
  )
}

const mostListed = 5

function LongestStays({ states }: { states: readonly Figures[] }) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { hrefOf } = useInspectorAddress()
  const longest = longestWaits(states).slice(0, mostListed)
  if (longest.length === 0) return null
  return (
    <Card title={t('longest.title')} hint={t('longest.hint')} level={3} padding="none">
      <PlainTable
        caption={t('longest.title')}
        isCaptionHidden
        columns={[
          {
            id: 'status',
            header: t('columns.status'),
            isRowHeader: true,
            cell: ({ statusId }) => (
              <Link variant="row" href={hrefOf({ state: leafIdOf(statusNameOf(statusId)), list: undefined })}>
                {text(exactStatusLabel(statusNameOf(statusId)))}
              </Link>
            ),
          },
          {
            id: 'median',
            header: t('longest.over'),
            kind: 'number',
            cell: ({ median }) => shownSpan(t, text, median),
          },
          {
            id: 'now',
            header: t('longest.now'),
            kind: 'number',
            cell: ({ current }) => formatCount(current),
          },
        ]}
        rows={longest}
        rowId={({ statusId }) => String(statusId)}
      />
    </Card>
  )
}

/** The statuses in the order of the lifecycle. */
const inOrder = (states: Heat['states']): Heat['states'] =>
  statuses.flatMap(({ id }) => states.filter(({ statusId }) => statusId === id))

/** The submissions behind what is chosen on the picture or in the table; undefined while nothing is. */
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
    const statusId = String(statusOf(status).id)
    const named = { status: text(exactStatusLabel(status)) }
    if (list === 'over')
      return { title: t('behind.over', named), filters: { statusId, over: 'yes' }, back: id }
    if (list === 'now') return { title: t('behind.now', named), filters: { statusId }, back: id }
    if (list === 'ever') return { title: t('behind.ever', named), filters: { visited: statusId }, back: id }
    return undefined
  }
  const transition = chart.transitions.find(one => one.id === id)
  const ways = transition && heat ? waysOf(chart, heat, transition.id) : []
  if (!transition || ways.length === 0) return undefined
  const event = labelOf(text, transition.event)
  const way = ways.find(one => one === list)
  const filters = { event: transition.event, ways: way ?? ways.join(',') }
  if (way === undefined) return { title: t('behind.taken', { event }), filters, back: undefined }
  const from = statusNameOf(Number(way.split('-')[0]))
  const title = t('behind.takenFrom', { event, status: text(exactStatusLabel(from)) })
  return { title, filters, back: leafIdOf(from) }
}

/** A number of the table, which leads to the submissions behind it. */
interface CountLinkProps {
  statusId: number
  count: number
  list: 'now' | 'ever' | 'over'
}

function CountLink({ statusId, count, list }: CountLinkProps) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { hrefOf } = useInspectorAddress()
  const status = statusNameOf(statusId)
  if (count === 0) return formatCount(0)
  const shown = list === 'over' ? t('target.over', { count }) : formatCount(count)
  return (
    <Link
      href={hrefOf({ state: leafIdOf(status), list })}
      aria-label={`${shown}: ${t(`behind.${list}`, { status: text(exactStatusLabel(status)) })}`}
    >
      {shown}
    </Link>
  )
}

const shownSpan = (t: Translate<'inspector.heat'>, text: ToText, value: number | null): string =>
  value === null ? text(message('formats', 'missing')) : spanText(t, text, value)

const columnsOf = (
  t: Translate<'inspector.heat'>,
  text: ToText,
  { former, states }: Heat,
): PlainColumn<Figures>[] => [
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
    cell: ({ statusId, visits }) => <CountLink statusId={statusId} count={visits} list="ever" />,
  },
  {
    id: 'median',
    header: t('columns.median'),
    kind: 'number',
    cell: ({ median }) => shownSpan(t, text, median),
  },
  { id: 'p95', header: t('columns.p95'), kind: 'number', cell: figures => percentileText(t, text, figures) },
  ...(former === null
    ? []
    : [
        {
          id: 'former',
          header: t('columns.former', { reference: former.reference }),
          kind: 'number' as const,
          cell: ({ formerMedian }: Figures) => shownSpan(t, text, formerMedian),
        },
      ]),
  ...(states.some(({ target }) => target !== null)
    ? [
        {
          id: 'target',
          header: t('columns.target'),
          cell: ({ statusId, target, over }: Figures) =>
            target === null ? (
              text(message('formats', 'missing'))
            ) : (
              <>
                {t('target.days', { days: target })}
                {', '}
                {over === null || over === 0 ? (
                  t('target.none')
                ) : (
                  <CountLink statusId={statusId} count={over} list="over" />
                )}
              </>
            ),
        },
      ]
    : []),
]

/** For each status with submissions over its target, how many there are. */
const overSentences = (t: Translate<'inspector.heat'>, text: ToText, { states }: Heat): string[] =>
  inOrder(states).flatMap(({ statusId, over, target }) =>
    over === null || over === 0 || target === null
      ? []
      : [
          t('findings.over', {
            status: text(exactStatusLabel(statusNameOf(statusId))),
            count: over,
            days: target,
          }),
        ],
  )

/** The findings in sentences: how many submissions, where they are, where they wait, where they stopped. */
function FindingsText({ heat }: { heat: Heat }) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { fullest, slowest, stopped, finished, replaced } = findingsOf(heat)
  const nameOf = ({ statusId }: Figures): string => text(exactStatusLabel(statusNameOf(statusId)))
  const sentences = [
    ...(fullest ? [t('findings.fullest', { status: nameOf(fullest), count: fullest.current })] : []),
    ...(slowest
      ? [
          t('findings.slowest', {
            status: nameOf(slowest),
            span: spanText(t, text, slowest.median ?? 0),
            count: slowest.current,
          }),
        ]
      : []),
    ...(stopped ? [t('findings.stopped', { status: nameOf(stopped), count: stopped.visits })] : []),
    ...overSentences(t, text, heat),
    ...(finished > 0 ? [t('findings.finished', { count: finished })] : []),
    ...(replaced > 0 ? [t('findings.replaced', { count: replaced })] : []),
  ]
  return (
    <Stack gap={1}>
      <p role="status">
        <strong>{t('counted', { submissions: heat.submissions, providers: heat.providers })}</strong>
      </p>
      {sentences.length > 0 && <p>{sentences.join(' ')}</p>}
    </Stack>
  )
}

interface StateDetailsProps extends StateFiguresProps {
  onClose: () => void
}

/** The chosen status: what it is, its figures, how long the stays lasted, and how they ended. */
function StateDetails({ onClose, ...props }: StateDetailsProps) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const status = statusNameOf(props.figures.statusId)
  return (
    <Card
      title={text(exactStatusLabel(status))}
      hint={text(stepLabel(heatStageOf(status)))}
      level={3}
      actions={
        <Button size="small" variant="quiet" onPress={onClose}>
          {t('details.close')}
        </Button>
      }
    >
      <Stack gap={3}>
        <p>{props.chart.states.find(({ id }) => id === leafIdOf(status))?.description}</p>
        <StateFigures {...props} />
      </Stack>
    </Card>
  )
}
