import type { ReactNode } from 'react'
import { formatDateTime } from '../../../domain/dates.ts'
import { type CollectionWire, listCollections } from '../../../domain/wire/collections.ts'
import { type InspectedSubmission, listInspectedSubmissions } from '../../../domain/wire/inspection.ts'
import { useResource } from '../../../hooks/index.ts'
import { Card, Link, NativeSelect, type PlainColumn, PlainTable, Row, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { useInspectorAddress } from '../address.ts'
import { statusNameOf } from './events.ts'
import { texts } from './texts.ts'

const words = texts.pick

/**
 * What is shown of one collection, below the field that chooses it: of the one that the address names, or else of the
 * first that has something to look at.
 */
export function OfCollection({ children }: { children: (collection: CollectionWire) => ReactNode }) {
  const { parameter, go } = useInspectorAddress()
  const collections = useResource(listCollections, {})
  const list = collections.data?.collections ?? []
  const chosen =
    list.find(({ reference }) => reference === parameter('collection')) ??
    list.find(({ collectionSubmissionCount }) => collectionSubmissionCount > 0) ??
    list[0]
  return (
    <WhenLoaded resource={collections} loading={texts.loading} failed={texts.failed}>
      {() => (
        <Stack gap={4}>
          <Row>
            <NativeSelect
              label={words.collection}
              options={list.map(({ reference, name }) => ({
                id: reference,
                label: `${name} (${reference})`,
              }))}
              value={chosen?.reference ?? null}
              onChange={collection => go({ collection })}
            />
          </Row>
          {chosen && children(chosen)}
        </Stack>
      )}
    </WhenLoaded>
  )
}

/** Chooses the submission whose history is looked at. */
export function SubmissionPicker() {
  return (
    <Card title={words.title} level={2} hint={words.text}>
      <OfCollection>{({ reference }) => <SubmissionList reference={reference} filters={{}} />}</OfCollection>
    </Card>
  )
}

export interface SubmissionListProps {
  reference: string
  filters: Readonly<Record<string, string | undefined>>
}

/** Submissions of a collection, each leading to its history. */
export function SubmissionList({ reference, filters }: SubmissionListProps) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const found = useResource(
    listInspectedSubmissions,
    { path: { reference }, query: given },
    { refreshOn: message => message.type === 'FILE_EVENT' },
  )
  return (
    <WhenLoaded resource={found} loading={texts.loading} failed={texts.failed} sketch="rows">
      {({ submissions, total }) =>
        submissions.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <Stack gap={2}>
            <PlainTable
              caption={words.caption}
              isCaptionHidden
              columns={columns}
              rows={submissions}
              rowId={({ submissionId }) => submissionId}
            />
            {total > submissions.length && <p>{words.more(submissions.length, total)}</p>}
          </Stack>
        )
      }
    </WhenLoaded>
  )
}

function HistoryLink({ submission }: { submission: InspectedSubmission }) {
  const { hrefOf } = useInspectorAddress()
  const href = hrefOf({
    view: 'history',
    submission: submission.submissionId,
    at: undefined,
    state: undefined,
  })
  return (
    <Link href={href} variant="row">
      {submission.fileName}
    </Link>
  )
}

const columns: PlainColumn<InspectedSubmission>[] = [
  {
    id: 'file',
    header: words.columns.file,
    isRowHeader: true,
    cell: row => <HistoryLink submission={row} />,
  },
  {
    id: 'provider',
    header: words.columns.provider,
    cell: ({ instId, providerName }) => `${providerName} (${instId})`,
  },
  {
    id: 'status',
    header: words.columns.status,
    cell: row => <SubmissionStatus status={statusNameOf(row.statusId)} />,
  },
  { id: 'since', header: words.columns.since, cell: ({ since }) => formatDateTime(since) },
]
