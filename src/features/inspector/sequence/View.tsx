import { useMemo } from 'react'
import { loggedPreciselyAt } from '../../../domain/dates.ts'
import { getSequence, type SequenceMessage } from '../../../domain/wire/inspection.ts'
import { useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { type DataColumn, DataTable, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { PayloadList } from '../history/PayloadList.tsx'
import { payloadFields } from '../history/payload.ts'
import { SubmissionLine } from '../history/SubmissionLine.tsx'
import { SubmissionPicker } from '../history/SubmissionPicker.tsx'
import { useHistory } from '../history/useHistory.ts'
import { Lanes } from './Lanes.tsx'
import { nameOf } from './naming.ts'
import { type Turn, turnsOf } from './turns.ts'

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
          <Messages messages={messages} />
        </Stack>
      )}
    </WhenLoaded>
  )
}

const defaults = tableDefaults({ pageSize: 25 })
const idOf = ({ message }: Turn): string => String(message.position)
const followersOf = ({ followers }: Turn): readonly Turn[] => followers

/** The picture of all messages, and the table: what happened line by line, what followed from it under each. */
function Messages({ messages }: { messages: readonly SequenceMessage[] }) {
  const text = useText()
  const t = useMessages('inspector.sequence')
  const table = useTable('sequence', defaults)
  const turns = useMemo(() => turnsOf(messages), [messages])
  const columns = useMemo(() => columnsOf(t, text), [t, text])
  if (turns.length === 0) return <p>{t('none')}</p>
  return (
    <Stack gap={4}>
      <Lanes messages={turns.flatMap(turn => [turn, ...turn.followers]).map(({ message }) => message)} />
      <DataTable
        id="sequence"
        caption={t('title')}
        columns={columns}
        rows={turns}
        rowId={idOf}
        rowLabel={({ message }) => nameOf(t, text, message)}
        subRows={followersOf}
        detail={({ message: { payload } }) =>
          payloadFields(payload).length > 0 && <PayloadList content={payload} />
        }
        state={table.state}
        onChange={table.change}
        stacks
        empty={null}
      />
    </Stack>
  )
}

const columnsOf = (t: Translate<'inspector.sequence'>, text: ToText): readonly DataColumn<Turn>[] => [
  {
    id: 'name',
    header: t('columns.name'),
    isRowHeader: true,
    isSortable: false,
    width: 'wide',
    cell: ({ message }) => nameOf(t, text, message),
  },
  {
    id: 'at',
    header: t('columns.at'),
    kind: 'moment',
    isSortable: false,
    cell: ({ message: { at } }) => <time dateTime={at}>{text(loggedPreciselyAt(at))}</time>,
  },
  {
    id: 'way',
    header: t('columns.way'),
    isSortable: false,
    cell: ({ message: { kind, from, to } }) =>
      t('way', { kind: t(`kinds.${kind}`), from: t(`lanes.${from}`), to: t(`lanes.${to}`) }),
  },
  {
    id: 'actor',
    header: t('columns.actor'),
    isSortable: false,
    cell: ({ message: { actor } }) => actor ?? '',
  },
  {
    id: 'followers',
    header: t('columns.followers'),
    isSortable: false,
    cell: ({ followers }) => t('followers', { count: followers.length }),
  },
]
