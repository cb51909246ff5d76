import { calendarDay, reprocessedAt, uploadedAt } from '../../../domain/dates.ts'
import { actionLabel } from '../../../domain/labels.ts'
import { nilReturnFileName } from '../../../domain/limits.ts'
import { arrivalOf, statusNameOf } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { ProviderListRow } from '../../../domain/wire/submissions.ts'
import { type Message, type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Badge,
  Banner,
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
import { contactHref } from '../../common/contact.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { type NewUpload, NewUploadButton } from '../../common/NewUploadButton.tsx'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'

export interface CollectionSectionProps {
  collection: CollectionWire
  area: 'submissions' | 'online-validation'
  submissions: Loaded<ProviderListRow[]>
  newUpload: NewUpload
  maySeeActivityLog: boolean
}

/** Body of a collection's section: what can be done, and the submissions that were made. */
export function CollectionSection(props: CollectionSectionProps) {
  const t = useMessages('submissions.manage')
  const text = useText()
  const { collection, area, submissions, maySeeActivityLog } = props
  return (
    <Stack gap={3}>
      {area === 'online-validation' ? (
        <ToolBox contact={collection.supportContact} />
      ) : (
        <Terms collection={collection} />
      )}
      <Row justify="between">
        <NewUploadButton
          {...props.newUpload}
          variant="primary"
          aria-label={t('uploadFileTo', { collection: collection.name })}
        >
          {text(actionLabel('UPLOAD_REQUESTED'))}
        </NewUploadButton>
        {maySeeActivityLog && (
          <Menu
            label={t('moreActions', { collection: collection.name })}
            items={[
              {
                id: 'activity-log',
                label: t('activityLog'),
                icon: 'clock',
                href: activityLogPath(collection.reference),
              },
            ]}
          />
        )}
      </Row>
      <DataTable
        id={`submissions-${collection.reference}`}
        caption={t(captions[area], { collection: collection.name })}
        isCaptionHidden
        columns={columnsOf(t, text, area)}
        rows={submissions.data ?? []}
        rowId={row => row.Uuid}
        rowLabel={row => row.FileName}
        state={unpaged}
        onChange={() => {}}
        isUnpaged
        stacks
        status={submissions.status}
        empty={
          <EmptyState title={t(nothing[area])} icon="file" level={0}>
            {props.newUpload.refusal === undefined && t('noSubmissionsHint')}
          </EmptyState>
        }
        failure={
          <LoadFailure
            title={t('submissionsFailed')}
            problem={submissions.problem}
            onRetry={submissions.retry}
            level={0}
          />
        }
      />
    </Stack>
  )
}

const captions = { submissions: 'table.caption', 'online-validation': 'table.fileCaption' } as const
const nothing = { submissions: 'noSubmissions', 'online-validation': 'noFile' } as const

/** Until when submissions are due, and whom one asks about the collection; nothing while neither is set (decisions §10). */
function Terms({
  collection: { submissionDeadline, supportContact },
}: Pick<CollectionSectionProps, 'collection'>) {
  const t = useMessages('submissions.manage')
  const text = useText()
  if (submissionDeadline === null && supportContact === null) return null
  return (
    <p>
      {submissionDeadline !== null && t('terms.deadline', { day: text(calendarDay(submissionDeadline)) })}{' '}
      {supportContact !== null &&
        t.rich('terms.contact', {
          contact: supportContact,
          link: parts => <Link href={contactHref(supportContact)}>{parts}</Link>,
        })}
    </p>
  )
}

/** What the tool is for, and whom one asks about it (specification 2 §2.6). */
function ToolBox({ contact }: { contact: string | null }) {
  const t = useMessages('submissions.manage')
  return (
    <Banner tone="neutral" title={t('ovt.box.title')}>
      {t('ovt.box.text')}
      {contact !== null && (
        <>
          {' '}
          {t.rich('ovt.box.contact', {
            contact,
            link: parts => <Link href={contactHref(contact)}>{parts}</Link>,
          })}
        </>
      )}
    </Banner>
  )
}

const statusOfRow = (row: ProviderListRow) => statusNameOf(row.Status.Id)

/** When its file arrived; null while it is uploaded, and where the upload failed. */
const arrivalOfRow = (row: ProviderListRow): string | null => arrivalOf(statusOfRow(row), row.Uploaded)

/** Uploaded time as the specification writes it, with the original time of a re-processing. */
const uploadedOf = (row: ProviderListRow): Message =>
  row.OriginallyUploaded === null
    ? uploadedAt(arrivalOfRow(row))
    : reprocessedAt(row.OriginallyUploaded, row.Uploaded)

/** Newest first, as the server sends them. */
const unpaged = tableState({ pageSize: 'all' })

const columnsOf = (
  t: Translate<'submissions.manage'>,
  text: ToText,
  area: SubmissionAddress['area'] & CollectionSectionProps['area'],
): DataColumn<ProviderListRow>[] => [
  {
    id: 'file',
    header: t('table.columns.file'),
    value: row => row.FileName,
    cell: row => <FileName row={row} area={area} />,
    width: 'wide',
  },
  {
    id: 'uploaded',
    header: t('table.columns.uploaded'),
    value: arrivalOfRow,
    cell: row => text(uploadedOf(row)),
  },
  {
    id: 'status',
    header: t('table.columns.status'),
    value: row => statusOfRow(row),
    cell: row => <SubmissionStatus status={statusOfRow(row)} variant="plain" />,
  },
]

/** Leads to the submission, which shows the step that it has reached. */
function FileName({ row, area }: { row: ProviderListRow; area: CollectionSectionProps['area'] }) {
  const t = useMessages('submissions.manage')
  if (row.FileName === nilReturnFileName) return t('table.nilReturn')
  const address = { area, collectionId: row.CollectionId, submissionId: row.Uuid } as const
  return (
    <Row gap={2}>
      <Link href={rootPath(address)} variant="row">
        {row.FileName}
      </Link>
      {row.IsLatest && <Badge>{t('table.latest')}</Badge>}
    </Row>
  )
}
