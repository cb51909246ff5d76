import { loggedAt } from '../../../domain/dates.ts'
import { isJobOver, jobKindsSeenBy, jobTone } from '../../../domain/job.ts'
import type { JobKind } from '../../../domain/jobPlace.ts'
import { mayEnter } from '../../../domain/permissions.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { JobWire, listJobs } from '../../../domain/wire/jobs.ts'
import { type Table, useViewer, type Viewer } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  CellLines,
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  Page,
  PageHeader,
  PartsBar,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { FilterSelect } from '../../common/ListTools.tsx'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { addresses, jobPath } from '../common/addresses.ts'
import { ManagementTabs } from '../common/ManagementTabs.tsx'

export interface JobsViewProps {
  list: Loaded<ResponseOf<typeof listJobs>>
  collections: readonly Pick<CollectionWire, 'reference' | 'name'>[]
  table: Pick<Table, 'state' | 'change' | 'filter'>
  filters: { kind: JobKind | undefined; collectionReference: string | undefined }
}

/** Jobs of every kind, newest first. */
export function JobsView({ list, collections, table, filters }: JobsViewProps) {
  const t = useMessages('management.jobs')
  const names = useMessages('job')
  const text = useText()
  const viewer = useViewer()
  const { kind, collectionReference } = filters
  const isNarrowed = kind !== undefined || collectionReference !== undefined
  return (
    <Page
      steps={<ManagementTabs current="jobs" />}
      header={<PageHeader title={t('title')}>{t('lead')}</PageHeader>}
    >
      <DataTable
        id="jobs"
        caption={t('title')}
        isCaptionHidden
        columns={columnsOf(viewer.principal, t, names, text)}
        rows={list.data?.jobs ?? []}
        rowId={job => `${job.kind} ${job.id}`}
        rowLabel={job => t('row', { kind: nameOf(job, t, names), at: text(loggedAt(job.createdUtc)) })}
        state={table.state}
        onChange={table.change}
        serverTotal={list.data?.pagingMetadata.total ?? 0}
        status={list.status}
        stacks
        toolbar={
          <Row>
            <FilterSelect
              label={t('columns.kind')}
              anyLabel={t('anyKind')}
              value={kind}
              options={jobKindsSeenBy(viewer.principal).map(id => ({ id, label: names(`kinds.${id}`) }))}
              onChange={chosen => table.filter('kind', chosen)}
            />
            <FilterSelect
              label={t('columns.collection')}
              anyLabel={t('anyCollection')}
              value={collectionReference}
              options={collections.map(({ reference, name }) => ({ id: reference, label: name }))}
              onChange={chosen => table.filter('collection', chosen)}
            />
          </Row>
        }
        empty={
          <EmptyState title={t(isNarrowed ? 'noneFound' : 'empty')} icon="clock" level={0}>
            {!isNarrowed && (
              <Stack gap={2}>
                <p>{t('emptyHint')}</p>
                <Row gap={4}>
                  {startsOf(viewer).map(({ id, href }) => (
                    <Link key={id} href={href}>
                      {t(`starts.${id}`)}
                    </Link>
                  ))}
                </Row>
              </Stack>
            )}
          </EmptyState>
        }
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
    </Page>
  )
}

const starts = [
  { id: 'collections', href: addresses.collections, guard: '/management' },
  { id: 'specifications', href: addresses.specifications, guard: '/management' },
  { id: 'deliveries', href: addresses.deliveries, guard: '/management' },
  {
    id: 'pseudonymisation',
    href: '/management/data-pseudonymisation',
    guard: '/management/data-pseudonymisation',
  },
  { id: 'iris', href: '/iris-reprocessing', guard: '/iris-reprocessing' },
] as const

/** The pages on which the reader can start jobs. */
const startsOf = ({ principal, recordWith }: Viewer) =>
  starts.filter(({ id, guard }) => mayEnter(principal, guard) && (id !== 'iris' || recordWith('outputs')))

/** What a job is, and which one of its kind. */
const nameOf = (
  { kind, subject }: JobWire,
  t: Translate<'management.jobs'>,
  names: Translate<'job'>,
): string => {
  const name = names(`kinds.${kind}`)
  return subject === undefined ? name : t('named', { kind: name, subject })
}

/** How far a job is, or what came of it, and why where all of it failed. */
const outcomeOf = ({ state, counts, reason }: JobWire, t: Translate<'management.jobs'>): string => {
  const { WAITING, DONE: done, REFUSED: refused, LEFT: left } = counts
  if (!isJobOver(state))
    return t('amount', { decided: done + refused, total: WAITING + done + refused + left })
  const outcome = t('outcome', { done, refused, left })
  return reason === undefined ? outcome : t('failedFor', { outcome, reason })
}

/** How far a job is that has not ended. */
function JobProgress({ job }: { job: JobWire }) {
  const t = useMessages('management.jobs')
  const { WAITING, DONE, REFUSED, LEFT } = job.counts
  return (
    <CellLines note={outcomeOf(job, t)}>
      <PartsBar
        label={outcomeOf(job, t)}
        parts={[
          { id: 'done', value: DONE, tone: 'good' },
          { id: 'refused', value: REFUSED + LEFT, tone: 'failed' },
          { id: 'waiting', value: WAITING, tone: 'neutral' },
        ]}
      />
    </CellLines>
  )
}

const columnsOf = (
  reader: Viewer['principal'],
  t: Translate<'management.jobs'>,
  names: Translate<'job'>,
  text: ToText,
): readonly DataColumn<JobWire>[] => [
  {
    id: 'job',
    header: t('columns.job'),
    value: job => nameOf(job, t, names),
    cell: job => {
      const path = jobPath(job, reader)
      const name = nameOf(job, t, names)
      return path === undefined ? name : <Link href={path}>{name}</Link>
    },
    isRowHeader: true,
    width: 'wide',
    isSortable: false,
  },
  {
    id: 'collection',
    header: t('columns.collection'),
    value: ({ collection }) => collection.name,
    cell: ({ collection }) => (
      <Link href={`${addresses.collections}/${collection.reference}`}>{collection.name}</Link>
    ),
    isSortable: false,
  },
  {
    id: 'state',
    header: t('columns.state'),
    value: ({ state }) => names(`states.${state}`),
    cell: ({ state }) => (
      <StatusTag tone={jobTone(state)} variant="plain">
        {names(`states.${state}`)}
      </StatusTag>
    ),
    isSortable: false,
  },
  {
    id: 'outcome',
    header: t('columns.outcome'),
    value: job => outcomeOf(job, t),
    cell: job => (isJobOver(job.state) ? outcomeOf(job, t) : <JobProgress job={job} />),
    width: 'wide',
    isSortable: false,
  },
  {
    id: 'by',
    header: t('columns.by'),
    value: ({ createdBy }) => createdBy || t('byUnknown'),
    isSortable: false,
  },
  {
    id: 'when',
    header: t('columns.when'),
    value: ({ createdUtc }) => text(loggedAt(createdUtc)),
    kind: 'moment',
    isSortable: false,
  },
]
