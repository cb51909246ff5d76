import { formatDateTime } from '../../../domain/dates.ts'
import type { ActivityLogEntry } from '../../../domain/wire/collections.ts'
import { Page } from '../../../ui/app-frame/index.ts'
import { Breadcrumbs } from '../../../ui/breadcrumbs/index.ts'
import { type DataColumn, DataTable, type TableState } from '../../../ui/data-table/index.ts'
import { Link } from '../../../ui/link/index.ts'
import { PageHeader } from '../../../ui/page-header/index.ts'
import { EmptyState } from '../../../ui/states/index.ts'
import { rootPath } from '../../common/address.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { texts as layoutTexts } from '../layout/texts.ts'
import { texts as manageTexts } from '../manage/texts.ts'

const words = manageTexts.activity

/** Entries of this type show the file name without a link (specification 2 §9). */
const withoutLink = 10

export interface ActivityLogViewProps {
  /** Name of the collection, or its reference while that is on its way. */
  collection: string
  log: Loaded<{ entries: ActivityLogEntry[]; total: number }>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
}

/** What happened in a provider's collection (specification 2 §2.13). */
export function ActivityLogView({ collection, log, table, onTableChange }: ActivityLogViewProps) {
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={layoutTexts.breadcrumbs}
          crumbs={[{ id: 'list', label: layoutTexts.submissions, href: '/submissions' }]}
        />
      }
      header={<PageHeader title={words.title} meta={`${collection} · ${words.london}`} />}
    >
      <DataTable
        id="activity-log"
        caption={words.caption}
        isCaptionHidden
        columns={columns}
        rows={log.data?.entries ?? []}
        rowId={entry => String(entry.id)}
        state={table}
        onChange={onTableChange}
        serverTotal={log.data?.total ?? 0}
        status={log.status}
        empty={<EmptyState title={words.empty} icon="clock" level={0} />}
        failure={<LoadFailure title={words.failed} problem={log.problem} onRetry={log.retry} level={0} />}
      />
    </Page>
  )
}

const columns: readonly DataColumn<ActivityLogEntry>[] = [
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
    id: 'file',
    header: words.columns.file,
    value: entry => entry.filename,
    cell: entry => <FileName entry={entry} />,
    width: 'wide',
  },
  { id: 'user', header: words.columns.user, value: entry => entry.username },
  { id: 'type', header: words.columns.type, value: entry => entry.type.name },
]

function FileName({ entry }: { entry: ActivityLogEntry }) {
  const { submissionUuid, filename, collectionId, type } = entry
  if (filename === null) return null
  if (submissionUuid === null || type.id === withoutLink) return filename
  const address = { area: 'submissions', collectionId, submissionId: submissionUuid } as const
  return (
    <Link href={rootPath(address)} variant="row">
      {filename}
    </Link>
  )
}
