import { uploadedAt } from '../../../domain/dates.ts'
import { daysSince } from '../../../domain/deadline.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { actionLabel, awaitingPartyLabel, standingLabel } from '../../../domain/labels.ts'
import { landingPage } from '../../../domain/landingPage.ts'
import { progressOrder } from '../../../domain/progress.ts'
import { progressLabel } from '../../../domain/progressLabels.ts'
import { arrivalOf, type StatusName, statusById, statusNameOf, statusTone } from '../../../domain/status.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import type { ProviderStandingIn, ProviderUpload } from '../../../domain/wire/providerOverview.ts'
import { useServices, useViewer, type Viewer } from '../../../hooks/index.ts'
import { newUploadRefusal, replacedByUpload } from '../../../machines/submission/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { type DataColumn, Link, Row, StatusTag } from '../../../ui/index.ts'
import { inspectPath, newSubmissionId, pagePath } from '../../common/address.ts'
import { InspectLink } from '../../common/InspectLink.tsx'
import { NewUploadButton } from '../../common/NewUploadButton.tsx'

type T = Translate<'monitoring.provider'>
type Who = Pick<Viewer, 'isStatutoryCustomer' | 'may'>

const statusOfUpload = (upload: ProviderUpload | null): StatusName | undefined =>
  upload ? statusById(upload.status.id)?.name : undefined

const arrivedAt = ({ status, uploaded }: ProviderUpload): string | null =>
  arrivalOf(statusNameOf(status.id), uploaded)

const stateText = (t: T, text: ToText, upload: ProviderUpload | null): string => {
  const status = statusOfUpload(upload)
  if (!upload || status === undefined) return t('status.notStarted')
  return text(standingLabel(status, upload))
}

/** The page of an upload that the viewer is led to; nothing leads to a nil return, or to what the viewer may not see. */
const hrefOf = (upload: ProviderUpload, instId: string, who: Who): string | undefined => {
  const status = statusOfUpload(upload)
  if (status === undefined || upload.isNilReturn || !who.may('collections.view-submission')) return undefined
  const { id, reference } = upload.collection
  return pagePath(
    { area: 'monitoring', reference, collectionId: id, instId, submissionId: upload.uuid },
    landingPage(status, who),
  )
}

const stateCell = (t: T, text: ToText, upload: ProviderUpload | null, href: string | undefined) => {
  const tag = (
    <StatusTag tone={statusTone(statusOfUpload(upload))} variant="plain">
      {stateText(t, text, upload)}
    </StatusTag>
  )
  return href === undefined ? (
    tag
  ) : (
    <Link href={href} variant="row">
      {tag}
    </Link>
  )
}

/** Columns of the collections: where the provider stands in each. */
export const collectionColumns = (
  t: T,
  text: ToText,
  instId: string,
  who: Who,
  now: () => number,
): readonly DataColumn<ProviderStandingIn>[] => [
  {
    id: 'collection',
    header: t('columns.collection'),
    value: ({ collection }) => collection.name,
    cell: ({ collection: { reference, name } }) => (
      <Row gap={2}>
        <Link href={`/monitoring/${reference}`} variant="row">
          {name}
        </Link>
        <InspectLink href={inspectPath({ reference, instId })} about={name} />
      </Row>
    ),
    isRowHeader: true,
    isSortable: true,
    width: 'wide',
  },
  {
    id: 'status',
    header: t('columns.status'),
    value: ({ latest }) => stateText(t, text, latest),
    cell: ({ latest }) => stateCell(t, text, latest, latest ? hrefOf(latest, instId, who) : undefined),
  },
  {
    id: 'progress',
    header: t('columns.progress'),
    // Sorted by the order of the steps, not by their words.
    value: ({ latest }) => progressOrder(statusOfUpload(latest)),
    cell: ({ latest }) => text(progressLabel(statusOfUpload(latest))),
    isSortable: true,
  },
  {
    id: 'in-state',
    header: t('columns.inState'),
    value: ({ latest }) =>
      latest?.statusSince ? daysSince(new Date(latest.statusSince), new Date(now())) : null,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'uploaded',
    header: t('columns.uploaded'),
    value: ({ latest }) => latest && arrivedAt(latest),
    cell: ({ latest }) => text(latest ? uploadedAt(arrivedAt(latest)) : t('none')),
    kind: 'moment',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'outside',
    header: t('columns.outside'),
    value: ({ latest }) => latest?.outside ?? null,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'awaiting',
    header: t('columns.awaiting'),
    value: ({ awaitingParty }) => text(awaitingPartyLabel(awaitingParty.id)),
  },
  // The agency uploads in the place of a provider that cannot (decisions §3).
  ...(who.may('collections.upload-submission-file')
    ? [
        {
          id: 'upload',
          header: t('columns.upload'),
          cell: (row: ProviderStandingIn) => <UploadFor row={row} instId={instId} />,
        },
      ]
    : []),
]

/** Columns of the uploads over time. */
export const uploadColumns = (
  t: T,
  text: ToText,
  instId: string,
  who: Who,
): readonly DataColumn<ProviderUpload>[] => [
  {
    id: 'file',
    header: t('columns.file'),
    value: ({ fileName }) => shownFileName(fileName),
    isRowHeader: true,
    width: 'wide',
  },
  {
    id: 'collection',
    header: t('columns.collection'),
    value: ({ collection }) => collection.name,
    isSortable: true,
  },
  {
    id: 'when',
    header: t('columns.when'),
    value: arrivedAt,
    cell: upload => text(uploadedAt(arrivedAt(upload))),
    kind: 'moment',
    isSortable: true,
    firstDirection: 'descending',
  },
  { id: 'by', header: t('columns.by'), value: ({ by }) => by },
  {
    id: 'status',
    header: t('columns.status'),
    value: upload => stateText(t, text, upload),
    cell: upload => stateCell(t, text, upload, hrefOf(upload, instId, who)),
  },
  {
    id: 'outside',
    header: t('columns.outside'),
    value: ({ outside }) => outside,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
]

/** Starts a submission for the provider, if the chart allows the viewer to. */
function UploadFor({ row, instId }: { row: ProviderStandingIn; instId: string }) {
  const t = useMessages('monitoring.provider')
  const text = useText()
  const { navigate } = useServices()
  const { principal } = useViewer()
  const { collection, newSubmission } = row
  if (!newSubmission) return null
  const facts = factsFromWire(newSubmission)
  const { id: collectionId, reference } = collection
  return (
    <NewUploadButton
      size="small"
      aria-label={t('upload.to', { collection: collection.name })}
      refusal={newUploadRefusal(facts, principal)}
      replaces={replacedByUpload(facts)}
      onStart={() =>
        navigate(
          pagePath(
            { area: 'monitoring', reference, collectionId, instId, submissionId: newSubmissionId },
            'upload',
          ),
        )
      }
    >
      {text(actionLabel('UPLOAD_REQUESTED'))}
    </NewUploadButton>
  )
}
