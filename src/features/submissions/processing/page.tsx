import { lazy, Suspense } from 'react'
import { stepLabel } from '../../../domain/labels.ts'
import { limits } from '../../../domain/limits.ts'
import { listOvtSchemaChecks, listSchemaChecks } from '../../../domain/wire/quality.ts'
import { PageTitle, useAction, useResource, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { selectAfterFault, selectFurthest } from '../../../machines/submission/index.ts'
import { standingOf } from '../../../machines/submission-lifecycle/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages, useText, withMessages } from '../../../messages/index.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { NewUploadButton } from '../../common/NewUploadButton.tsx'
import { StepNavigation } from '../layout/StepNavigation.tsx'
import { useSubmissionPage } from '../shared/page.ts'
import { ProcessingView } from './view.tsx'

/** Comes for those who re-process. */
const Reprocess = lazy(
  withMessages(async () => ({ default: (await import('../decisions/Reprocess.tsx')).Reprocess }), 'decision'),
)

/** Id by which the section of schema errors stands in the address when it is open. */
const section = 'failures'

/** Route `processing` of a submission. */
export function Component() {
  const t = useMessages('submissions.processing')
  const text = useText()
  const {
    address,
    mode,
    status,
    facts,
    submission,
    snapshot,
    page,
    instId,
    steps,
    newUpload,
    deadline,
    replace,
    refresh,
  } = useSubmissionPage()
  const { principal, isAgency } = useViewer()
  const { blob, saveBlob } = useServices()
  const table = useTable('schemaFailures', tableDefaults({ expanded: [section] }))
  const path = { id: address.submissionId }
  const checks = mode === 'ovt' ? listOvtSchemaChecks : listSchemaChecks
  const findings = useResource(
    checks,
    page.hasTag('refused')
      ? { path, query: { instId, limit: String(limits.schemaFailuresRequested), offset: '0' } }
      : undefined,
  )
  const report = useAction(() => blob(checks, { path, query: { instId } }, 'text/csv'), {
    onDone: (_, csv) => saveBlob(`SchemaReport.${address.submissionId}.csv`, csv),
  })
  const { progress, share } = selectFurthest(snapshot)
  if (!submission) return null
  const standing = facts && standingOf(status, facts, principal)
  const { expanded } = table.state
  return (
    <>
      <PageTitle title={text(stepLabel('processing'))} />
      <ProcessingView
        submission={{ ...submission, progress }}
        page={page}
        share={share}
        findings={mapLoaded(findings, ({ schemaChecks, groups, withheld, pagingMetadata }) => ({
          failures: schemaChecks,
          groups,
          total: pagingMetadata.totalResultsCount,
          withheld,
        }))}
        table={table.state}
        onTableChange={table.change}
        isExpanded={expanded.includes(section)}
        onExpand={isExpanded => table.change({ expanded: isExpanded ? [section] : [] })}
        onDownloadSchemaReport={() => report.run(undefined)}
        isDownloading={report.isRunning}
        downloadProblem={report.problem}
        uploadAgain={
          newUpload &&
          !standing?.stopped && (
            <NewUploadButton
              {...newUpload}
              variant="primary"
              {...(page.hasTag('refused') && { children: t('schemaFailed.upload') })}
            />
          )
        }
        standing={standing}
        deadline={mode === 'ovt' ? null : deadline}
        after={selectAfterFault(snapshot, principal)}
        isAgency={isAgency}
        reprocess={
          <Suspense>
            <Reprocess submission={submission} outcome={{ onAnswer: replace, refresh }} />
          </Suspense>
        }
        navigation={<StepNavigation address={address} steps={steps} shown="processing" />}
      />
    </>
  )
}
