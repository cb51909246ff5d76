import { statusOfLeaf, submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { LinkButton, Row } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { isLifecycleEvent } from '../question/events.ts'
import type { ViewProps } from '../views.ts'
import { ChartDiagram } from './ChartDiagram.tsx'

/** The chart as it is, without marks. */
export function View({ chart }: ViewProps) {
  const isLifecycle = chart.id === submissionLifecycle.id
  return (
    <ChartDiagram
      chart={chart}
      details={id => isLifecycle && <Questions id={id} event={eventAt(chart, id)} />}
    />
  )
}

const eventAt = (chart: ViewProps['chart'], id: string) => chart.transitions.find(other => other.id === id)

interface QuestionsProps {
  id: string
  event: { source: string; event: string } | undefined
}

/** Ways on from a state, or from the state that a transition leaves. */
function Questions({ id, event }: QuestionsProps) {
  const inspectorMessages = useMessages('inspector')
  const { hrefOf } = useInspectorAddress()
  const state = event?.source ?? id
  if (statusOfLeaf(state) === undefined) return null
  const lifecycleEvent = isLifecycleEvent(event?.event) ? event?.event : undefined
  return (
    <Row>
      <LinkButton href={hrefOf({ view: 'why', state, event: lifecycleEvent })}>
        {inspectorMessages('views.why')}
      </LinkButton>
      <LinkButton href={hrefOf({ view: 'what-if', from: state, state, steps: undefined })}>
        {inspectorMessages('views.what-if')}
      </LinkButton>
    </Row>
  )
}
