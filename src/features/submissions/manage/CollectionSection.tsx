import { formatReprocessed, formatUploaded } from '../../../domain/dates.ts'
import { nilReturnFileName } from '../../../domain/limits.ts'
import { statusById } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { ProviderListRow } from '../../../domain/wire/submissions.ts'
import {
  Badge,
  Button,
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  Menu,
  Row,
  Stack,
  tableState,
} from '../../../ui/index.ts'
import { activityLogPath, rootPath, type SubmissionAddress } from '../../common/address.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { texts } from './texts.ts'

export interface CollectionSectionProps {
  collection: CollectionWire
  area: 'submissions' | 'online-validation'
  submissions: Loaded<ProviderListRow[]>
  /** Why no file can be uploaded now; undefined when one can. */
  uploadRefusal: string | undefined
  onUpload: () => void
  maySeeActivityLog: boolean
}

/** Body of a collection's section: what can be done, and the submissions that were made. */
export function CollectionSection(props: CollectionSectionProps) {
  const { collection, area, submissions, maySeeActivityLog } = props
  return (
    <Stack gap={3}>
      <Row justify="between">
        <Button
          variant="primary"
          icon="upload"
          aria-label={texts.uploadFileTo(collection.name)}
          disabledReason={props.uploadRefusal}
          onPress={props.onUpload}
        >
          {texts.uploadFile}
        </Button>
        {maySeeActivityLog && (
          <Menu
            label={texts.moreActions(collection.name)}
            items={[
              {
                id: 'activity-log',
                label: texts.activityLog,
                icon: 'clock',
                href: activityLogPath(collection.reference),
              },
            ]}
          />
        )}
      </Row>
      <DataTable
        id={`submissions-${collection.reference}`}
        caption={texts.table.caption(collection.name)}
        isCaptionHidden
        columns={area === 'submissions' ? liveColumns : ovtColumns}
        rows={submissions.data ?? []}
        rowId={row => row.Uuid}
        rowLabel={row => row.FileName}
        state={unpaged}
        onChange={() => {}}
        isUnpaged
        status={submissions.status}
        empty={
          <EmptyState title={texts.noSubmissions} icon="file" level={0}>
            {props.uploadRefusal === undefined && texts.noSubmissionsHint}
          </EmptyState>
        }
        failure={
          <LoadFailure
            title={texts.submissionsFailed}
            problem={submissions.problem}
            onRetry={submissions.retry}
            level={0}
          />
        }
      />
    </Stack>
  )
}

/** Uploaded time as the specification writes it, with the original time of a re-processing. */
export const uploadedWords = (row: ProviderListRow): string =>
  row.OriginallyUploaded === null
    ? formatUploaded(row.Uploaded)
    : formatReprocessed(row.OriginallyUploaded, row.Uploaded)

/** Newest first, as the server sends them. */
const unpaged = tableState({ pageSize: 'all' })

const columnsOf = (
  area: SubmissionAddress['area'] & CollectionSectionProps['area'],
): DataColumn<ProviderListRow>[] => [
  {
    id: 'file',
    header: texts.table.columns.file,
    value: row => row.FileName,
    cell: row => <FileName row={row} area={area} />,
    width: 'wide',
  },
  {
    id: 'uploaded',
    header: texts.table.columns.uploaded,
    value: row => row.Uploaded,
    cell: uploadedWords,
  },
  {
    id: 'status',
    header: texts.table.columns.status,
    value: row => statusOfRow(row),
    cell: row => <SubmissionStatus status={statusOfRow(row)} variant="plain" />,
  },
]
const liveColumns = columnsOf('submissions')
const ovtColumns = columnsOf('online-validation')

const statusOfRow = (row: ProviderListRow) => statusById(row.Status.Id)?.name ?? 'UNKNOWN'

/** Leads to the submission, which shows the step that it has reached. */
function FileName({ row, area }: { row: ProviderListRow; area: CollectionSectionProps['area'] }) {
  if (row.FileName === nilReturnFileName) return texts.table.nilReturn
  const address = { area, collectionId: row.CollectionId, submissionId: row.Uuid } as const
  return (
    <Row gap={2}>
      <Link href={rootPath(address)} variant="row">
        {row.FileName}
      </Link>
      {row.IsLatest && <Badge>{texts.table.latest}</Badge>}
    </Row>
  )
}
