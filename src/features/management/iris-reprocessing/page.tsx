import { hasOutputs } from '../../../domain/privacy.ts'
import {
  downloadRegulatorOutput,
  type ListedOutput,
  listReprocessFiles,
  reprocessFiles,
} from '../../../domain/wire/additionalReports.ts'
import { isJobListBehind, jobsAfter, listJobs } from '../../../domain/wire/jobs.ts'
import { useBulkRun } from '../../../hooks/bulkRun.ts'
import {
  useAction,
  useAddress,
  usePageTitle,
  useResource,
  useServices,
  useTable,
  useViewer,
} from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { EmptyState, Page, PageHeader } from '../../../ui/index.ts'
import { HomeCrumbs } from '../../common/HomeCrumbs.tsx'
import { Term } from '../../common/Term.tsx'
import { Following } from '../bulk-run/Following.tsx'
import { fileOf, outputsAfter } from './outputs.ts'
import { OutputsView } from './view.tsx'

const defaults = tableDefaults({ pageSize: 25 })

/** Route `/iris-reprocessing` (specification 1 §2, §6; decisions §6, §13). */
export function Component() {
  const t = useMessages('management.iris')
  usePageTitle(t('title'))
  const { principal } = useViewer()
  const [address] = useAddress()
  const jobId = address.get('job') ?? undefined
  return (
    <Page
      breadcrumbs={<HomeCrumbs />}
      header={
        <PageHeader
          title={t('title')}
          explanation={
            <Term id="iris" isMark>
              {t('title')}
            </Term>
          }
        >
          {t('lead')}
        </PageHeader>
      }
    >
      {hasOutputs(principal) ? (
        <Outputs jobId={jobId} />
      ) : (
        <EmptyState title={t('notYours')} level={2} icon="info">
          {t('notYoursHint')}
        </EmptyState>
      )}
    </Page>
  )
}

/** Outputs to choose from, or the job that was started of them. */
function Outputs({
  jobId,
}: {
  /** The job that the address names. */
  jobId: string | undefined
}) {
  const { call, blob, saveBlob } = useServices()
  const { principal } = useViewer()
  const [, changeAddress] = useAddress()
  const table = useTable('iris', defaults, { page: 'iris', filters: ['collection'] })
  const collection = table.state.filters.collection?.[0]
  const { run, job, isFollowing } = useBulkRun(
    { jobId },
    {
      request: ({ jobId: id, instIds }) => call(reprocessFiles, { body: { id, files: instIds.map(fileOf) } }),
      onJob: id =>
        changeAddress(former => {
          const others = [...former].filter(([name]) => name !== 'job')
          return new URLSearchParams(id === undefined ? others : [...others, ['job', id]])
        }),
    },
  )
  const list = useResource(
    listReprocessFiles,
    isFollowing
      ? undefined
      : {
          query: {
            ...(collection === undefined ? {} : { collectionReference: collection }),
            ...(table.state.search === '' ? {} : { search: table.state.search }),
            limit: String(table.parameters.limit),
            offset: String(table.parameters.offset),
          },
        },
    {
      follow: (known, message) => outputsAfter(known, message, principal.organisationId),
      refreshOn: message => isJobListBehind(message, 'IRIS'),
    },
  )
  const jobs = useResource(
    listJobs,
    { query: { kind: 'IRIS', limit: '10' } },
    { follow: jobsAfter, refreshOn: message => isJobListBehind(message, 'IRIS') },
  )
  const download = useAction(
    ({ fileCode, submissionUuid }: ListedOutput) =>
      blob(downloadRegulatorOutput, { body: { key: fileCode, uuid: submissionUuid } }, 'text/csv'),
    { onDone: ({ fileName }, content) => saveBlob(fileName, content) },
  )
  return isFollowing ? (
    <Following run={run} job={job} />
  ) : (
    <OutputsView
      run={run}
      list={list}
      jobs={jobs.data?.jobs ?? []}
      table={table}
      download={{
        run: download.run,
        pending: download.isRunning ? download.action : undefined,
        problem: download.problem,
      }}
    />
  )
}
