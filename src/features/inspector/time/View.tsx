import { exactStatusLabel } from '../../../domain/labels.ts'
import { getHeat, type SubmissionHistory } from '../../../domain/wire/inspection.ts'
import { useResource, useServices } from '../../../hooks/index.ts'
import { statusOfLeaf } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { wayOf } from '../history/events.ts'
import { SubmissionLine } from '../history/SubmissionLine.tsx'
import { SubmissionPicker } from '../history/SubmissionPicker.tsx'
import { useHistory } from '../history/useHistory.ts'
import type { ViewProps } from '../views.ts'
import { DwellTable } from './DwellTable.tsx'
import { dwellMarks, othersIn, staysOf } from './dwell.ts'
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
  const labelOf = (state: string): string => text(exactStatusLabel(statusOfLeaf(state) ?? 'UNKNOWN'))
  return (
    <Stack gap={4}>
      <SubmissionLine history={history} />
      <Gantt stays={stays} labelOf={labelOf} />
      <p>{t('scale')}</p>
      <ChartDiagram chart={chart} marks={dwellMarks(text, wayOf(chart, events, events.length), stays)} />
      <DwellTable stays={stays} others={others.data && othersIn(others.data)} labelOf={labelOf} />
    </Stack>
  )
}
