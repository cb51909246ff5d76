import { use } from 'react'
import { type RunningActor, type SeenEvent, useRunningActors } from '../../../hooks/index.ts'
import { type Chart, chartOf } from '../../../machines/inspection/chart.ts'
import { eventWords } from '../../../machines/inspection/label.ts'
import { Card, ComboBox, type PlainColumn, PlainTable, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { loadCharts } from '../charts.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import type { Mark, Marks } from '../diagram/marks.ts'
import { texts } from './texts.ts'

const everyChart = loadCharts()

/** The machines of this very page, while developing: their states and events as they happen. */
export function View() {
  const { parameter, go } = useInspectorAddress()
  const running = useRunningActors()
  const named = parameter('actor')
  const actor = running.find(({ id }) => id === named) ?? running[0]
  return (
    <Stack>
      <p>{texts.lead}</p>
      {actor ? (
        <>
          <ComboBox
            label={texts.actor}
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
          <Shown actor={actor} />
        </>
      ) : (
        <p>{texts.none}</p>
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

const columns: PlainColumn<SeenEvent>[] = [
  { id: 'number', header: texts.columns.number, kind: 'number', cell: ({ number }) => number },
  {
    id: 'event',
    header: texts.columns.event,
    isRowHeader: true,
    cell: ({ type }) => <code>{eventWords(type)}</code>,
  },
  {
    id: 'transitions',
    header: texts.columns.transitions,
    cell: ({ transitions }) => transitions.join(', ') || texts.ignored,
  },
]

function Shown({ actor }: { actor: RunningActor }) {
  const chart = drawnChart(use(everyChart), actor)
  return (
    <>
      {chart ? <ChartDiagram chart={chart} marks={marksOf(actor)} /> : <p>{texts.unknown}</p>}
      <Card title={texts.events} level={3} padding="none">
        <PlainTable
          caption={texts.events}
          isCaptionHidden
          columns={columns}
          rows={actor.events}
          rowId={({ number }) => String(number)}
        />
      </Card>
    </>
  )
}
