import { Suspense, use, useMemo } from 'react'
import type { RecordedEntry } from '../../../domain/recording.ts'
import { type Chart, leavesOf } from '../../../machines/inspection/chart.ts'
import { inferTransition } from '../../../machines/inspection/inferTransition.ts'
import { useMessages } from '../../../messages/index.ts'
import { Columns, Skeleton, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { loadCharts } from '../charts.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import type { Mark, Marks } from '../diagram/marks.ts'
import { ActorTree } from './ActorTree.tsx'
import { chartFor } from './chartFor.ts'
import { Messages } from './Messages.tsx'
import { type ObservedActor, observe } from './observe.ts'

/** What a recording shows after its entries: the tree of actors, the chart of one of them, and the events between them. */
export function Observation({ entries }: { entries: readonly RecordedEntry[] }) {
  const t = useMessages('inspector.running')
  const ofInspector = useMessages('inspector')
  const { parameter } = useInspectorAddress()
  const observed = useMemo(() => observe(entries), [entries])
  const { actors } = observed
  const named = parameter('actor')
  const actor = actors.find(({ id }) => id === named) ?? actors.find(({ states }) => states.length > 0)
  if (!actor) return <p>{t('none')}</p>
  return (
    <Stack>
      <Columns layout="side-main">
        <ActorTree actors={actors} chosen={actor.id} />
        <Suspense fallback={<Skeleton shape="card" label={ofInspector('loading')} />}>
          <ActorChart actor={actor} charts={loadCharts()} />
        </Suspense>
      </Columns>
      <Messages observed={observed} />
    </Stack>
  )
}

const marksOf = (chart: Chart, { states, last }: ObservedActor): Marks => {
  const leaves = new Set(leavesOf(chart).map(({ id }) => id))
  const leafOf = (ids: readonly string[]) => ids.find(id => leaves.has(id)) ?? ''
  const taken = last && inferTransition(chart, leafOf(last.before), last.event, leafOf(states))
  return new Map<string, Mark>([
    ...(taken ? [[taken.id, { tone: 'past' }] satisfies [string, Mark]] : []),
    ...states.map((id): [string, Mark] => [id, { tone: 'current' }]),
  ])
}

function ActorChart({ actor, charts }: { actor: ObservedActor; charts: ReturnType<typeof loadCharts> }) {
  const t = useMessages('inspector.running')
  const chart = chartFor(use(charts), actor)
  return chart ? <ChartDiagram chart={chart} marks={marksOf(chart, actor)} /> : <p>{t('unknown')}</p>
}
