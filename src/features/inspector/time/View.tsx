import { duration } from '../../../domain/dates.ts'
import { exactStatusLabel } from '../../../domain/labels.ts'
import { getHeat, type SubmissionHistory } from '../../../domain/wire/inspection.ts'
import { useResource, useServices } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { type PlainColumn, PlainTable, Stack, StatusTag } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { SubmissionLine } from '../history/SubmissionLine.tsx'
import { SubmissionPicker } from '../history/SubmissionPicker.tsx'
import { useHistory } from '../history/useHistory.ts'
import type { ViewProps } from '../views.ts'
import { type Dwell, dwellMarks, dwellOf, staysOf } from './dwell.ts'
import { Gantt } from './Gantt.tsx'

/** How long a submission was in each status, compared with the others of its collection. */
export function View({ chart }: ViewProps) {
  const { address } = useInspectorAddress()
  return address.submission === undefined ? (
    <SubmissionPicker />
  ) : (
    <Time chart={chart} submission={address.submission} />
  )
}

function Time({ chart, submission }: ViewProps & { submission: string }) {
  const historyMessages = useMessages('inspector.history')
  const history = useHistory(submission)
  return (
    <WhenLoaded resource={history} loading={historyMessages('loading')} failed={historyMessages('failed')}>
      {data => <Times chart={chart} history={data} />}
    </WhenLoaded>
  )
}

interface TimesProps extends ViewProps {
  history: SubmissionHistory
}

function Times({ chart, history }: TimesProps) {
  const historyMessages = useMessages('inspector.history')
  const t = useMessages('inspector.time')
  const text = useText()
  const { now } = useServices()
  const { collectionReference, events, submissionId } = history
  const others = useResource(getHeat, {
    path: { reference: collectionReference },
    query: { except: submissionId },
  })
  const stays = staysOf(events, now())
  if (stays.length === 0) return <p>{historyMessages('empty')}</p>
  return (
    <Stack gap={4}>
      <SubmissionLine history={history} />
      <Gantt stays={stays} />
      <p>{t('scale')}</p>
      <ChartDiagram chart={chart} marks={dwellMarks(text, chart, events, stays)} />
      <PlainTable
        caption={t('caption')}
        columns={columnsOf(t, text)}
        rows={dwellOf(stays, others.data)}
        rowId={({ statusId }) => String(statusId)}
      />
    </Stack>
  )
}

const span = (t: Translate<'inspector.time'>, text: ToText, ms: number | null): string =>
  ms === null ? t('unknown') : text(duration(ms))

const columnsOf = (t: Translate<'inspector.time'>, text: ToText): PlainColumn<Dwell>[] => [
  {
    id: 'status',
    header: t('columns.status'),
    isRowHeader: true,
    cell: ({ status }) => text(exactStatusLabel(status)),
  },
  { id: 'visits', header: t('columns.visits'), kind: 'number', cell: ({ visits }) => visits },
  { id: 'total', header: t('columns.total'), kind: 'number', cell: ({ total }) => span(t, text, total) },
  { id: 'median', header: t('columns.median'), kind: 'number', cell: ({ median }) => span(t, text, median) },
  {
    id: 'p95',
    header: t('columns.p95'),
    kind: 'number',
    cell: ({ p95 }) => {
      if (p95 === undefined) return t('unknown')
      return p95.kind === 'known' ? text(duration(p95.seconds * 1000)) : t('tooFew', { count: p95.stays })
    },
  },
  {
    id: 'verdict',
    header: t('columns.verdict'),
    cell: ({ verdict }) =>
      verdict === 'unknown' ? (
        t('notCompared')
      ) : verdict === 'slow' ? (
        <StatusTag tone="attention" variant="plain">
          {t('slow')}
        </StatusTag>
      ) : (
        <StatusTag tone="good" variant="plain">
          {t('usual')}
        </StatusTag>
      ),
  },
]
