import { formatUploaded } from '../../../domain/dates.ts'
import { limits, shortId } from '../../../domain/limits.ts'
import {
  Card,
  type DataColumn,
  DataTable,
  EmptyState,
  ErrorState,
  Link,
  tableState,
} from '../../../ui/index.ts'
import { pagePath, type SubmissionAddress, withSubmission } from '../../common/address.ts'
import { type Loaded, ProblemDetails } from '../../common/Loaded.tsx'
import type { PreviousSubmission } from '../shared/CompareChoice.tsx'
import { texts } from './texts.ts'

const words = texts.previous

export interface PreviousSubmissionsProps {
  address: SubmissionAddress
  previous: Loaded<PreviousSubmission[]>
}

/** Up to five earlier uploads, for agency staff (specification 2 §2.9, §5). */
export function PreviousSubmissions({ address, previous }: PreviousSubmissionsProps) {
  return (
    <Card title={words.title} hint={texts.agencyNote} padding="none">
      <DataTable
        id="previous-submissions"
        caption={words.caption}
        isCaptionHidden
        columns={columnsOf(address)}
        rows={(previous.data ?? []).slice(0, limits.previousSubmissions)}
        rowId={row => row.submissionId}
        state={unpaged}
        onChange={() => {}}
        status={previous.status}
        empty={<EmptyState title={words.none} icon="file" level={0} />}
        failure={
          <ErrorState
            title={words.failed}
            onRetry={previous.retry}
            retryLabel={words.retry}
            details={previous.problem && <ProblemDetails problem={previous.problem} />}
            level={0}
          />
        }
        isUnpaged
        isBare
      />
    </Card>
  )
}

const unpaged = tableState({ pageSize: 'all' })

const columnsOf = (address: SubmissionAddress): DataColumn<PreviousSubmission>[] => [
  {
    id: 'file',
    header: words.columns.file,
    value: row => row.fileName,
    cell: row => (
      <Link href={pagePath(withSubmission(address, row.submissionId), 'reports')} variant="row">
        {row.fileName}
      </Link>
    ),
    width: 'wide',
  },
  { id: 'id', header: words.columns.id, value: row => shortId(row.submissionId), kind: 'id' },
  {
    id: 'uploaded',
    header: words.columns.uploaded,
    value: row => row.uploadedDate,
    cell: row => formatUploaded(row.uploadedDate),
    kind: 'moment',
  },
]
