import { lazy, Suspense } from 'react'
import { isJobOver, isRowDone } from '../../../domain/job.ts'
import {
  compareAllReports,
  downloadRegulatorOutput,
  getSurveyPopulation,
  listRegulatorOutputs,
  type RegulatorOutput,
  reprocessFiles,
} from '../../../domain/wire/additionalReports.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import { listPreviousSubmissions } from '../../../domain/wire/reports.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { ok } from '../../../machines/support/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Skeleton } from '../../../ui/index.ts'
import { credibilityPath } from '../../common/address.ts'
import { mapLoaded, WhenLoaded } from '../../common/Loaded.tsx'
import { useSubmissionPage } from '../shared/page.ts'
import { ReportFault } from './ReportFault.tsx'
import { useListDownload, useListTable } from './useListed.ts'

const SurveyPopulationView = lazy(async () => ({
  default: (await import('./SurveyPopulationView.tsx')).SurveyPopulationView,
}))
const OutputsView = lazy(async () => ({ default: (await import('./OutputsView.tsx')).OutputsView }))
const ComparisonView = lazy(async () => ({ default: (await import('./ComparisonView.tsx')).ComparisonView }))

/** NSS of a submission. */
export function SurveyPopulation({ id }: { id: string }) {
  const t = useMessages('submissions.additional-reports')
  const { blob } = useServices()
  const { table, order, page } = useListTable()
  const tab = table.state.filters.tab?.[0]
  const chosen = tab === undefined ? {} : { tab }
  const listing = useResource(getSurveyPopulation, { path: { id }, query: { ...chosen, ...page } })
  const download = useListDownload(
    () => blob(getSurveyPopulation, { path: { id }, query: { ...chosen, ...order } }, 'text/csv'),
    `NSS.${id}.csv`,
  )
  return (
    <Suspense fallback={<Skeleton shape="rows" label={t('loading')} />}>
      <SurveyPopulationView
        listing={listing}
        // Columns differ from tab to tab, so the order of the last one is left behind.
        tabHref={name => table.hrefOf({ ...table.state, page: 1, sort: null, filters: { tab: [name] } })}
        table={table.state}
        onTableChange={table.change}
        download={download}
      />
      <ReportFault report={listing.data} table={table} />
    </Suspense>
  )
}

/**
 * The outputs of a submission after a live message of one that was made again. There is a message for each: how large it is now
 * waits for the answer at the end of the job.
 */
const outputsAfter = (
  known: ResponseOf<typeof listRegulatorOutputs>,
  message: LiveMessage,
  id: string,
): ResponseOf<typeof listRegulatorOutputs> => {
  const row = message.type === 'JOB' && message.kind === 'IRIS' ? message.row : undefined
  if (row?.submissionId !== id || !isRowDone(row.state)) return known
  const producedAt = message.occurredAt
  return { outputs: known.outputs.map(file => (file.key === row.output ? { ...file, producedAt } : file)) }
}

/** IRIS of a submission. */
export function RegulatorOutputs({ id }: { id: string }) {
  const t = useMessages('submissions.additional-reports')
  const { call, blob, saveBlob } = useServices()
  const { may } = useViewer()
  const outputs = useResource(
    listRegulatorOutputs,
    { path: { id } },
    {
      follow: (known, message) => outputsAfter(known, message, id),
      refreshOn: message => message.type === 'JOB' && message.kind === 'IRIS' && isJobOver(message.state),
    },
  )
  const again = useAction(async (listed: readonly RegulatorOutput[], job) => {
    const files = listed.map(({ key }) => ({ submissionUuid: id, fileCode: key }))
    const result = await call(reprocessFiles, { body: { id: job, files } })
    return result.ok ? ok(job) : result
  })
  const download = useAction(
    ({ key }: RegulatorOutput) => blob(downloadRegulatorOutput, { body: { key, uuid: id } }, 'text/csv'),
    { onDone: ({ fileName }, content) => saveBlob(fileName, content) },
  )
  return (
    <Suspense fallback={<Skeleton shape="rows" label={t('loading')} />}>
      <OutputsView
        outputs={mapLoaded(outputs, answer => answer.outputs)}
        download={{
          run: download.run,
          pending: download.isRunning ? download.action?.key : undefined,
          problem: download.problem,
        }}
        again={
          may('iris.reprocess')
            ? {
                run: again.run,
                isPending: again.isRunning,
                jobId: again.output,
                problem: again.problem,
              }
            : undefined
        }
      />
    </Suspense>
  )
}

/** COMPARISON of a submission. */
export function Comparison({ id }: { id: string }) {
  const t = useMessages('submissions.additional-reports')
  const { blob } = useServices()
  const { address, instId } = useSubmissionPage()
  const { table, page } = useListTable()
  const { collectionId } = address
  const previous = useResource(listPreviousSubmissions, {
    path: { submissionId: id, collectionId, instId },
  })
  const earlier = previous.data?.previousSubmissions ?? []
  // The newest that there is, until another one is chosen.
  const previousId = table.state.filters.previous?.[0] ?? earlier[0]?.submissionId
  const query = { previousSubmissionId: previousId ?? '' }
  const { limit, offset } = page
  const figures = useResource(
    compareAllReports,
    previousId === undefined ? undefined : { path: { id }, query: { ...query, limit, offset } },
  )
  const download = useListDownload(
    () => blob(compareAllReports, { path: { id }, query }, 'text/csv'),
    `COMPARISON.${id}.csv`,
  )
  const report = (code: string) =>
    `${credibilityPath(address, code, instId)}?cr.compare=1&cr.previous=${previousId ?? ''}`
  if (previous.data === undefined)
    return (
      <WhenLoaded resource={previous} loading={t('loading')} failed={t('comparison.failed')} sketch="rows">
        {() => null}
      </WhenLoaded>
    )
  return (
    <Suspense fallback={<Skeleton shape="rows" label={t('loading')} />}>
      <ComparisonView
        choice={{
          previous: earlier,
          previousId,
          onChoose: chosen => table.filter('previous', [chosen]),
        }}
        figures={figures}
        table={table.state}
        onTableChange={table.change}
        reportHref={report}
        download={download}
      />
    </Suspense>
  )
}
