import { Suspense, use } from 'react'
import { type RunningActor, type SeenEvent, useRunningActors } from '../../../hooks/index.ts'
import { type Chart, chartOf } from '../../../machines/inspection/chart.ts'
import { eventTitle } from '../../../machines/inspection/label.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { Card, ComboBox, type PlainColumn, PlainTable, Skeleton, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { loadCharts } from '../charts.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import type { Mark, Marks } from '../diagram/marks.ts'

/** The machines of this very page, while developing: their states and events as they happen. */
export function View() {
  const t = useMessages('inspector.running')
  const ofInspector = useMessages('inspector')
  const { parameter, go } = useInspectorAddress()
  const running = useRunningActors()
  const named = parameter('actor')
  const actor = running.find(({ id }) => id === named) ?? running[0]
  return (
    <Stack>
      <p>{t('lead')}</p>
      {actor ? (
        <>
          <ComboBox
            label={t('actor')}
            options={running.map(({ id, machine, states }) => ({
              id,
              label: `${machine.id} ${id}`,
              hint: states.at(-1) ?? '',
            }))}
            value={actor.id}
            onChange={id =>
              go({ actor: id, state: undefined, fold: undefined, zoom: undefined }, { replace: true })
            }
          />
          <Suspense fallback={<Skeleton shape="card" label={ofInspector('loading')} />}>
            <Shown actor={actor} charts={loadCharts()} />
          </Suspense>
        </>
      ) : (
        <p>{t('none')}</p>
      )}
    </Stack>
  )
}

/** The drawn chart of a machine: machines made by a factory have names of their own. */
const drawnChart = (charts: readonly Chart[], actor: RunningActor): Chart | undefined => {
  const own = chartOf(actor.machine)
  const shape = (chart: Chart) => chart.states.map(({ id }) => id).join()
  return charts.find(({ id }) => id === own.id) ?? charts.find(chart => shape(chart) === shape(own))
}

const marksOf = ({ states, events }: RunningActor): Marks => {
  const last = events.find(({ transitions }) => transitions.length > 0)
  return new Map<string, Mark>([
    ...(last?.transitions ?? []).map((id): [string, Mark] => [id, { tone: 'past' }]),
    ...states.map((id): [string, Mark] => [id, { tone: 'current' }]),
  ])
}

const columnsOf = (t: Translate<'inspector.running'>): PlainColumn<SeenEvent>[] => [
  { id: 'number', header: t('columns.number'), kind: 'number', cell: ({ number }) => number },
  {
    id: 'event',
    header: t('columns.event'),
    isRowHeader: true,
    cell: ({ type }) => <code>{eventTitle(type)}</code>,
  },
  {
    id: 'transitions',
    header: t('columns.transitions'),
    cell: ({ transitions }) => transitions.join(', ') || t('ignored'),
  },
]

function Shown({ actor, charts }: { actor: RunningActor; charts: ReturnType<typeof loadCharts> }) {
  const t = useMessages('inspector.running')
  const chart = drawnChart(use(charts), actor)
  return (
    <>
      {chart ? <ChartDiagram chart={chart} marks={marksOf(actor)} /> : <p>{t('unknown')}</p>}
      <Card title={t('events')} level={3} padding="none">
        <PlainTable
          caption={t('events')}
          isCaptionHidden
          columns={columnsOf(t)}
          rows={actor.events}
          rowId={({ number }) => String(number)}
        />
      </Card>
    </>
  )
}
