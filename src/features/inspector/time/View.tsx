import { statusOf } from '../../../domain/status.ts'
import { getHeat, type SubmissionHistory } from '../../../domain/wire/inspection.ts'
import { usePortal, useResource } from '../../../kit/index.ts'
import { StatusTag } from '../../../ui/badge/index.ts'
import { Stack } from '../../../ui/layout/index.ts'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { spanText } from '../history/events.ts'
import { SubmissionPicker } from '../history/SubmissionPicker.tsx'
import { texts as historyTexts } from '../history/texts.ts'
import { useHistory } from '../history/useHistory.ts'
import { type Dwell, dwellOf, staysOf } from './dwell.ts'
import { Gantt } from './Gantt.tsx'
import { texts } from './texts.ts'

/** How long a submission was in each status, beside the others of its collection. */
export function View() {
  const { address } = useInspectorAddress()
  return address.submission === undefined ? <SubmissionPicker /> : <Time submission={address.submission} />
}

function Time({ submission }: { submission: string }) {
  const history = useHistory(submission)
  return (
    <WhenLoaded resource={history} loading={historyTexts.loading} failed={historyTexts.failed}>
      {data => <Times history={data} />}
    </WhenLoaded>
  )
}

function Times({ history: { collectionReference, events } }: { history: SubmissionHistory }) {
  const { now } = usePortal()
  const heat = useResource(getHeat, { path: { reference: collectionReference }, query: {} })
  const stays = staysOf(events, now())
  if (stays.length === 0) return <p>{historyTexts.empty}</p>
  return (
    <Stack gap={4}>
      <Gantt stays={stays} />
      <p>{texts.scale}</p>
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
