import { formatDateTime } from '../../domain/dates.ts'
import { type ActivityLogEntry, listActivityLog } from '../../domain/wire/collections.ts'
import { useResource, useTable } from '../../kit/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { Link } from '../../ui/link/index.ts'
import { EmptyState } from '../../ui/states/index.ts'
import { rootPath } from '../common/address.ts'
import { LoadFailure } from '../common/Loaded.tsx'
import { texts } from './texts.ts'

const words = texts.activity

/** Entries of this type show the file name without a link (specification 2 §9). */
const withoutLink = 10

const columnsOf = (reference: string): readonly DataColumn<ActivityLogEntry>[] => [
  {
    id: 'created',
    header: words.columns.created,
    value: entry => entry.createdUtc,
    cell: entry => formatDateTime(entry.createdUtc),
    kind: 'moment',
    width: 'narrow',
  },
  { id: 'provider', header: words.columns.provider, value: entry => entry.providerName },
  {
    id: 'filename',
    header: words.columns.filename,
    value: entry => entry.filename,
    cell: entry =>
      entry.submissionUuid === null || entry.filename === null || entry.type.id === withoutLink ? (
        entry.filename
      ) : (
        <Link
          variant="row"
          href={rootPath({
            area: 'monitoring',
            reference,
            collectionId: entry.collectionId,
            instId: entry.instId,
            submissionId: entry.submissionUuid,
          })}
        >
          {entry.filename}
        </Link>
      ),
    width: 'wide',
  },
  { id: 'username', header: words.columns.username, value: entry => entry.username },
  { id: 'type', header: words.columns.type, value: entry => entry.type.name },
]

/** What happened in the collection, newest first, in London time. */
export function ActivityLog({ reference }: { reference: string }) {
  const table = useTable('collectionActivityLog', tableDefaults())
  const { limit, offset } = table.parameters
  const log = useResource(
    listActivityLog,
    { query: { collectionReference: reference, limit: String(limit), offset: String(offset) } },
    { refreshOn: message => message.type === 'FILE_EVENT' },
  )
  return (
    <DataTable
      id="collection-activity"
      caption={words.caption}
      isCaptionHidden
      columns={columnsOf(reference)}
      rows={log.data?.activityLogs ?? []}
      rowId={entry => String(entry.id)}
      state={table.state}
      onChange={table.change}
      serverTotal={log.data?.pagingMetadata.total ?? 0}
      status={log.status}
      empty={<EmptyState title={words.empty} icon="clock" level={0} />}
      failure={<LoadFailure title={words.failed} problem={log.problem} onRetry={log.retry} level={0} />}
    />
  )
}
