import { type ChartHistory, getChartFigures } from '../../../domain/wire/chartHistories.ts'
import { useResource, useServices } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Stack } from '../../../ui/index.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { wayAlong } from '../history/events.ts'
import { DwellTable } from '../time/DwellTable.tsx'
import { dwellMarks } from '../time/dwell.ts'
import { Gantt } from '../time/Gantt.tsx'
import type { ViewProps } from '../views.ts'
import { stateLabel } from './naming.ts'
import { OfRecord } from './OfRecord.tsx'
import { staysOfRecord } from './stays.ts'

/** How long a record was in each state, compared with the other records of its chart. */
export function View({ chart }: ViewProps) {
  return <OfRecord chart={chart}>{history => <Times chart={chart} history={history} />}</OfRecord>
}

function Times({ chart, history: { subject, entries } }: ViewProps & { history: ChartHistory }) {
  const t = useMessages('inspector.time')
  const recordMessages = useMessages('inspector.records')
  const text = useText()
  const { now } = useServices()
  const others = useResource(getChartFigures, { path: { chartId: chart.id }, query: { except: subject } })
  const stays = staysOfRecord(entries, now())
  if (stays.length === 0) return <p>{recordMessages('sameState')}</p>
  return (
    <Stack gap={4}>
      <Gantt stays={stays} labelOf={stateLabel} />
      <p>{t('scale')}</p>
      <ChartDiagram chart={chart} marks={dwellMarks(text, wayAlong(chart, entries), stays)} />
      <DwellTable stays={stays} others={others.data?.states} labelOf={stateLabel} />
    </Stack>
  )
}
