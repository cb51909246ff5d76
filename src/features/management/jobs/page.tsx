import { jobKinds } from '../../../domain/jobPlace.ts'
import { listCollections } from '../../../domain/wire/collections.ts'
import { isJobListBehind, jobsAfter, listJobs } from '../../../domain/wire/jobs.ts'
import { usePageTitle, useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { JobsView } from './view.tsx'

/** Route `/management/jobs` (decisions §10 "Jobs"): jobs of every kind, each with the way to its own page. */
export function Component() {
  const t = useMessages('management.jobs')
  usePageTitle(t('title'))
  const table = useTable('jobs', tableDefaults({ pageSize: 25 }), {
    page: 'jobs',
    filters: ['kind', 'collection'],
  })
  const { limit, offset } = table.parameters
  const kind = jobKinds.find(one => one === table.state.filters.kind?.[0])
  const collectionReference = table.state.filters.collection?.[0]
  const collections = useResource(listCollections, {})
  const list = useResource(
    listJobs,
    {
      query: {
        limit: String(limit),
        offset: String(offset),
        ...(kind ? { kind } : {}),
        ...(collectionReference === undefined ? {} : { collectionReference }),
      },
    },
    { follow: jobsAfter, refreshOn: message => isJobListBehind(message, kind) },
  )
  return (
    <JobsView
      list={list}
      collections={collections.data?.collections ?? []}
      table={table}
      filters={{ kind, collectionReference }}
    />
  )
}
