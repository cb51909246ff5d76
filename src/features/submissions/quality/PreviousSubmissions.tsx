import { uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { limits, shortId } from '../../../domain/limits.ts'
import { product } from '../../../domain/product.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
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

export interface PreviousSubmissionsProps {
  address: SubmissionAddress
  previous: Loaded<PreviousSubmission[]>
}

/** Up to five earlier uploads, for agency staff (specification 2 §2.9, §5). */
export function PreviousSubmissions({ address, previous }: PreviousSubmissionsProps) {
  const t = useMessages('submissions.qualityParts')
  const text = useText()
  return (
    <Card title={t('previous.title')} hint={t('agencyNote', { product: product.name })} padding="none">
      <DataTable
        id="previous-submissions"
        caption={t('previous.caption')}
        isCaptionHidden
        columns={columnsOf(t, text, address)}
        rows={(previous.data ?? []).slice(0, limits.previousSubmissions)}
        rowId={row => row.submissionId}
        state={unpaged}
        onChange={() => {}}
        status={previous.status}
        empty={<EmptyState title={t('previous.none')} icon="file" level={0} />}
        failure={
          <ErrorState
            title={t('previous.failed')}
            onRetry={previous.retry}
            retryLabel={t('previous.retry')}
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

const columnsOf = (
  t: Translate<'submissions.qualityParts'>,
  text: ToText,
  address: SubmissionAddress,
): DataColumn<PreviousSubmission>[] => [
  {
    id: 'file',
    header: t('previous.columns.file'),
    value: row => shownFileName(row.fileName),
    cell: row => (
      <Link href={pagePath(withSubmission(address, row.submissionId), 'reports')} variant="row">
        {shownFileName(row.fileName)}
      </Link>
    ),
    width: 'wide',
  },
  { id: 'id', header: t('previous.columns.id'), value: row => shortId(row.submissionId), kind: 'id' },
  {
    id: 'uploaded',
    header: t('previous.columns.uploaded'),
    value: row => row.uploadedDate,
    cell: row => text(uploadedAt(row.uploadedDate)),
    kind: 'moment',
  },
]
