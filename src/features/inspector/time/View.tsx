import { statusOf } from '../../../domain/status.ts'
import { getHeat, type SubmissionHistory } from '../../../domain/wire/inspection.ts'
import { useResource, useServices } from '../../../hooks/index.ts'
import { type PlainColumn, PlainTable, Stack, StatusTag } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { spanText } from '../history/events.ts'
import { SubmissionPicker } from '../history/SubmissionPicker.tsx'
import { texts as historyTexts } from '../history/texts.ts'
import { useHistory } from '../history/useHistory.ts'
import type { ViewProps } from '../views.ts'
import { type Dwell, dwellMarks, dwellOf, staysOf } from './dwell.ts'
import { Gantt } from './Gantt.tsx'
import { texts } from './texts.ts'

/** How long a submission was in each status, beside the others of its collection. */
export function View({ chart }: ViewProps) {
  const { address } = useInspectorAddress()
  return address.submission === undefined ? (
    <SubmissionPicker />
  ) : (
    <Time chart={chart} submission={address.submission} />
  )
}

function Time({ chart, submission }: ViewProps & { submission: string }) {
  const history = useHistory(submission)
  return (
    <WhenLoaded resource={history} loading={historyTexts.loading} failed={historyTexts.failed}>
      {data => <Times chart={chart} history={data} />}
    </WhenLoaded>
  )
}

interface TimesProps extends ViewProps {
  history: SubmissionHistory
}

function Times({ chart, history: { collectionReference, events } }: TimesProps) {
  const { now } = useServices()
  const heat = useResource(getHeat, { path: { reference: collectionReference }, query: {} })
  const stays = staysOf(events, now())
  if (stays.length === 0) return <p>{historyTexts.empty}</p>
  return (
    <Stack gap={4}>
      <Gantt stays={stays} />
      <p>{texts.scale}</p>
      <ChartDiagram chart={chart} marks={dwellMarks(chart, events, stays)} />
      <PlainTable
        caption={texts.caption}
        columns={columns}
        rows={dwellOf(stays, heat.data)}
        rowId={({ statusId }) => String(statusId)}
      />
    </Stack>
  )
}

const words = texts.columns
const span = (ms: number | null): string => (ms === null ? texts.unknown : spanText(ms))

const columns: PlainColumn<Dwell>[] = [
  { id: 'status', header: words.status, isRowHeader: true, cell: ({ status }) => statusOf(status).label },
  { id: 'visits', header: words.visits, kind: 'number', cell: ({ visits }) => visits },
  { id: 'total', header: words.total, kind: 'number', cell: ({ total }) => span(total) },
  { id: 'median', header: words.median, kind: 'number', cell: ({ median }) => span(median) },
  { id: 'p95', header: words.p95, kind: 'number', cell: ({ p95 }) => span(p95) },
  {
    id: 'verdict',
    header: words.verdict,
    cell: ({ total, visits, p95 }) =>
      p95 === null ? (
        texts.unknown
      ) : total / visits > p95 ? (
        <StatusTag tone="attention" variant="plain">
          {texts.slow}
        </StatusTag>
      ) : (
        <StatusTag tone="good" variant="plain">
          {texts.usual}
        </StatusTag>
      ),
  },
]
