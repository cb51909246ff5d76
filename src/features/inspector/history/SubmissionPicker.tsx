import type { ReactNode } from 'react'
import { duration, loggedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { inspectedAfter, isFileListBehind } from '../../../domain/wire/fileEvents.ts'
import { type InspectedSubmission, listInspectedSubmissions } from '../../../domain/wire/inspection.ts'
import { useResource } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Card, Link, type PlainColumn, PlainTable, Row, Select, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { nothingOfSubmission, useInspectorAddress } from '../address.ts'
import { collectionOptions, useChosenCollection } from '../useChosenCollection.ts'
import { statusNameOf } from './events.ts'
import { SearchFields } from './SearchFields.tsx'
import styles from './SubmissionPicker.module.css'
import { queryOf, useSubmissionFilters } from './submissionFilters.ts'

/**
 * What is shown of one collection, below the field that chooses it: of the one that the address names, or else of the
 * first that has something to look at.
 */
export function OfCollection({ children }: { children: (collection: CollectionWire) => ReactNode }) {
  const t = useMessages('inspector.history')
  const { go } = useInspectorAddress()
  const { resource, collections, shown } = useChosenCollection()
  return (
    <WhenLoaded resource={resource} loading={t('loading')} failed={t('failed')}>
      {() => (
        <Stack gap={4}>
          <Row>
            <Select
              label={t('pick.collection')}
              options={collectionOptions(collections)}
              value={shown?.reference ?? null}
              onChange={collection => go({ collection })}
            />
          </Row>
          {shown && children(shown)}
        </Stack>
      )}
    </WhenLoaded>
  )
}

/** Chooses the submission that the view in sight shows. */
export function SubmissionPicker() {
  const t = useMessages('inspector.history')
  const filters = useSubmissionFilters()
  return (
    <Card title={t('pick.title')} level={2} hint={t('pick.text')}>
      <OfCollection>
        {collection => (
          <Stack gap={3}>
            <SearchFields filters={filters} />
            <SubmissionList collection={collection} filters={queryOf(filters)} />
          </Stack>
        )}
      </OfCollection>
    </Card>
  )
}

export interface SubmissionListProps {
  collection: Pick<CollectionWire, 'id' | 'reference'>
  filters: Readonly<Record<string, string | undefined>>
  /** The view that a submission opens; the one in sight by default. */
  view?: 'history' | undefined
}

/** Whether the list is of those that came to this status. */
const isNamed = ({ statusId, visited, ways }: SubmissionListProps['filters'], id: number): boolean =>
  [statusId, visited, ...(ways ?? '').split(',').map(way => way.split('-')[1])].includes(String(id))

/** Submissions of a collection, each with a link to a view of it. */
export function SubmissionList({ collection, filters, view }: SubmissionListProps) {
  const { id, reference } = collection
  const t = useMessages('inspector.history')
  const text = useText()
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const found = useResource(
    listInspectedSubmissions,
    { path: { reference }, query: given },
    {
      refreshOn: message =>
        message.type === 'FILE_EVENT' &&
        (isFileListBehind(id, message) ||
          (message.collectionId === id && (given.day !== undefined || isNamed(given, message.status.id)))),
      follow: (data, message) =>
        message.type === 'FILE_EVENT'
          ? { ...data, submissions: inspectedAfter(data.submissions, message) }
          : data,
    },
  )
  return (
    <WhenLoaded resource={found} loading={t('loading')} failed={t('failed')} sketch="rows">
      {({ submissions, total }) =>
        submissions.length === 0 ? (
          <p>{Object.keys(given).length > 0 ? t('find.none') : t('pick.none')}</p>
        ) : (
          <Stack gap={2}>
            <PlainTable
              caption={t('pick.caption')}
              isCaptionHidden
              columns={columnsOf(t, text, view, submissions)}
              rows={submissions}
              rowId={({ submissionId }) => submissionId}
            />
            {total > submissions.length && <p>{t('pick.more', { shown: submissions.length, total })}</p>}
          </Stack>
        )
      }
    </WhenLoaded>
  )
}

function SubmissionLink({
  submission,
  view,
}: Pick<SubmissionListProps, 'view'> & { submission: InspectedSubmission }) {
  const { hrefOf } = useInspectorAddress()
  const href = hrefOf({
    ...nothingOfSubmission,
    ...(view && { view }),
    submission: submission.submissionId,
    // With a day, the history opens where that day begins.
    at: submission.firstOfDay === null ? undefined : String(submission.firstOfDay),
    state: undefined,
  })
  return (
    <Link href={href} variant="row">
      {shownFileName(submission.fileName)}
    </Link>
  )
}

const columnsOf = (
  t: Translate<'inspector.history'>,
  text: ToText,
  view: SubmissionListProps['view'],
  submissions: readonly InspectedSubmission[],
): PlainColumn<InspectedSubmission>[] => [
  {
    id: 'file',
    header: t('pick.columns.file'),
    isRowHeader: true,
    // In one column, so that the status is not cut off on a narrow screen.
    cell: row => (
      <>
        <SubmissionLink submission={row} view={view} />
        <span className={styles.provider}>{`${row.providerName} (${row.instId})`}</span>
      </>
    ),
  },
  {
    id: 'status',
    header: t('pick.columns.status'),
    cell: row => <SubmissionStatus status={statusNameOf(row.statusId)} isExact />,
  },
  { id: 'since', header: t('pick.columns.since'), cell: ({ since }) => text(loggedAt(since)) },
  ...(submissions.some(({ longestStay }) => longestStay !== null)
    ? [
        {
          id: 'stay',
          header: t('pick.columns.stay'),
          cell: ({ longestStay }: InspectedSubmission) =>
            longestStay === null ? '' : text(duration(longestStay * 1000)),
        },
      ]
    : []),
]
