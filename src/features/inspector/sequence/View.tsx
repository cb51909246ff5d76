import { loggedPreciselyAt } from '../../../domain/dates.ts'
import { getSequence } from '../../../domain/wire/inspection.ts'
import { useResource } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { type PlainColumn, PlainTable, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { PayloadList } from '../history/PayloadList.tsx'
import { SubmissionLine } from '../history/SubmissionLine.tsx'
import { SubmissionPicker } from '../history/SubmissionPicker.tsx'
import { useHistory } from '../history/useHistory.ts'
import { Lanes, type PlacedMessage } from './Lanes.tsx'
import { nameOf } from './naming.ts'

/** Every message about a submission between the parts of the system. */
export function View() {
  const { address } = useInspectorAddress()
  return address.submission === undefined ? (
    <SubmissionPicker />
  ) : (
    <Sequence submission={address.submission} />
  )
}

function Sequence({ submission }: { submission: string }) {
  const historyMessages = useMessages('inspector.history')
  const sequence = useResource(
    getSequence,
    { path: { id: submission } },
    { refreshOn: message => message.type === 'FILE_EVENT' && message.submissionId === submission },
  )
  const { data: history } = useHistory(submission)
  return (
    <WhenLoaded resource={sequence} loading={historyMessages('loading')} failed={historyMessages('failed')}>
      {({ messages }) => (
        <Stack gap={4}>
          {history && <SubmissionLine history={history} />}
          <Messages messages={messages.map((message, position) => ({ ...message, position }))} />
        </Stack>
      )}
    </WhenLoaded>
  )
}

function Messages({ messages }: { messages: readonly PlacedMessage[] }) {
  const text = useText()
  const t = useMessages('inspector.sequence')
  if (messages.length === 0) return <p>{t('none')}</p>
  return (
    <Stack gap={4}>
      <Lanes messages={messages} />
      <PlainTable
        caption={t('title')}
        columns={columnsOf(t, text)}
        rows={messages}
        rowId={({ position }) => String(position)}
      />
    </Stack>
  )
}

const columnsOf = (t: Translate<'inspector.sequence'>, text: ToText): PlainColumn<PlacedMessage>[] => [
  {
    id: 'at',
    header: t('columns.at'),
    kind: 'number',
    cell: ({ at }) => <time dateTime={at}>{text(loggedPreciselyAt(at))}</time>,
  },
  {
    id: 'name',
    header: t('columns.name'),
    isRowHeader: true,
    cell: message => nameOf(t, text, message),
  },
  { id: 'kind', header: t('columns.kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
  { id: 'from', header: t('columns.from'), cell: ({ from }) => t(`lanes.${from}`) },
  { id: 'to', header: t('columns.to'), cell: ({ to }) => t(`lanes.${to}`) },
  { id: 'actor', header: t('columns.actor'), cell: ({ actor }) => actor ?? '' },
  {
    id: 'payload',
    header: t('columns.payload'),
    cell: ({ payload }) => <PayloadList content={payload} />,
  },
]
