import { collectionStateById } from '../../../domain/collection.ts'
import type { SubmissionJobKind } from '../../../domain/jobPlace.ts'
import { type CollectionWire, getCollection, listRegulators } from '../../../domain/wire/collections.ts'
import { isJobListBehind, jobsAfter, listJobs, startJob } from '../../../domain/wire/jobs.ts'
import { useBulkRun } from '../../../hooks/bulkRun.ts'
import { PageTitle, useAddress, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Page, PageHeader } from '../../../ui/index.ts'
import { CollectionStateTag } from '../../common/CollectionStateTag.tsx'
import { isAbsent, MissingPage, WhenLoaded } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { addresses, asksForAll } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { Choosing } from './Choosing.tsx'
import { Following } from './Following.tsx'

export interface BulkRunPageProps {
  kind: SubmissionJobKind
  reference: string
  /** The id beside the reference, where the address has both. */
  collectionId?: string
}

/** Bulk re-processing and historic amendment of a collection (specification 1 §2, decisions §6). */
export function BulkRunPage({ kind, reference, collectionId }: BulkRunPageProps) {
  const t = useMessages('management.bulk-run')
  const title = t(`title.${kind}`, { reference })
  const collection = useResource(
    getCollection,
    { path: { reference } },
    { refreshOn: message => message.type === 'COLLECTION' && message.reference === reference },
  )
  const [address] = useAddress()
  const jobId = address.get('job') ?? undefined
  const state = collection.data && collectionStateById(collection.data.state.id)
  const isOfAnother =
    collection.data !== undefined && collection.data.id !== (collectionId ?? collection.data.id)
  if (isAbsent(collection) || isOfAnother)
    return <MissingPage problem={collection.problem} back={addresses.collections} />
  return (
    <Page
      breadcrumbs={
        <ManagementCrumbs
          parent="collections"
          {...(collection.data
            ? { within: { label: collection.data.name, href: `/management/collections/${reference}` } }
            : {})}
        />
      }
      header={
        <PageHeader
          title={title}
          explanation={
            <Term id={kind === 'HISTORIC_AMENDMENT' ? 'historicAmendment' : 'reprocess'} isMark>
              {title}
            </Term>
          }
          status={collection.data && state && <CollectionStateTag state={collection.data.state} />}
        >
          {t(`lead.${kind}`)}
        </PageHeader>
      }
    >
      <PageTitle title={title} />
      <WhenLoaded resource={collection} loading={t('loading')} failed={t('failed.collection')} sketch="rows">
        {data => <BulkRun kind={kind} collection={data} jobId={jobId} />}
      </WhenLoaded>
    </Page>
  )
}

interface BulkRunProps {
  kind: SubmissionJobKind
  collection: CollectionWire
  /** The job that the address names. */
  jobId: string | undefined
}

/** Providers to choose from, or the job that was started of them. */
function BulkRun({ kind, collection, jobId }: BulkRunProps) {
  const { call } = useServices()
  const { principal } = useViewer()
  const [address, changeAddress] = useAddress()
  const { id, reference } = collection
  const { run, rows, job, isFollowing } = useBulkRun(
    { jobId, isForAll: asksForAll(address), collection: { id, reference, kind, principal } },
    {
      request: ({ jobId, instIds, withSubmitted }) =>
        call(startJob, {
          body: { id: jobId, kind, collectionReference: reference, instIds: [...instIds], withSubmitted },
        }),
      onJob: next =>
        changeAddress(former => {
          const others = [...former].filter(([name]) => name !== 'job' && name !== 'choose')
          return new URLSearchParams(next === undefined ? others : [...others, ['job', next]])
        }),
    },
  )
  const regulators = useResource(listRegulators, {})
  const jobs = useResource(
    listJobs,
    { query: { collectionReference: reference, kind, limit: '10' } },
    { follow: jobsAfter, refreshOn: message => isJobListBehind(message, kind) },
  )
  return isFollowing ? (
    <Following run={run} job={job} />
  ) : (
    <Choosing
      run={run}
      kind={kind}
      collection={collection}
      rows={rows}
      regulators={regulators.data?.regulators ?? []}
      jobs={jobs.data?.jobs ?? []}
      principal={principal}
    />
  )
}
