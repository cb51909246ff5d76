import { formatDateTime } from '../../../domain/dates.ts'
import { getSequence } from '../../../domain/wire/inspection.ts'
import { useResource } from '../../../hooks/index.ts'
import { type PlainColumn, PlainTable, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { SaidList } from '../history/SaidList.tsx'
import { SubmissionPicker } from '../history/SubmissionPicker.tsx'
import { texts as historyTexts } from '../history/texts.ts'
import { Lanes, type PlacedMessage } from './Lanes.tsx'
import { nameOf } from './naming.ts'
import { texts } from './texts.ts'

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
  const sequence = useResource(
    getSequence,
    { path: { id: submission } },
    { refreshOn: message => message.type === 'FILE_EVENT' && message.submissionId === submission },
  )
  return (
    <WhenLoaded resource={sequence} loading={historyTexts.loading} failed={historyTexts.failed}>
      {({ messages }) => (
        <Messages messages={messages.map((message, position) => ({ ...message, position }))} />
      )}
    </WhenLoaded>
  )
}

function Messages({ messages }: { messages: readonly PlacedMessage[] }) {
  if (messages.length === 0) return <p>{texts.none}</p>
  return (
    <Stack gap={4}>
      <Lanes messages={messages} />
      <PlainTable
        caption={texts.title}
        columns={columns}
        rows={messages}
        rowId={({ position }) => String(position)}
      />
    </Stack>
  )
}
const words = texts.columns

const columns: PlainColumn<PlacedMessage>[] = [
  {
    id: 'at',
    header: words.at,
    kind: 'number',
    cell: ({ at }) => <time dateTime={at}>{`${formatDateTime(at)}:${at.slice(17, 23)}`}</time>,
  },
  {
    id: 'name',
    header: words.name,
    isRowHeader: true,
    cell: nameOf,
  },
  { id: 'kind', header: words.kind, cell: ({ kind }) => texts.kinds[kind] },
  { id: 'from', header: words.from, cell: ({ from }) => texts.lanes[from] },
  { id: 'to', header: words.to, cell: ({ to }) => texts.lanes[to] },
  { id: 'actor', header: words.actor, cell: ({ actor }) => actor ?? '' },
  {
    id: 'payload',
    header: words.payload,
    cell: ({ payload }) => <SaidList content={payload} />,
  },
]
