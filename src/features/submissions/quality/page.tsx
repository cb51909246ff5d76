import { lazy, Suspense } from 'react'
import { stepLabel } from '../../../domain/labels.ts'
import { reportFileName } from '../../../domain/qualityReport.ts'
import { hasTag } from '../../../domain/status.ts'
import { tellsOfIssues } from '../../../domain/wire/live.ts'
import {
  listAdditionalReports,
  listCredibilityReports,
  listPreviousSubmissions,
} from '../../../domain/wire/reports.ts'
import { PageTitle, useAction, useResource, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useText, withMessages } from '../../../messages/index.ts'
import { pagePath } from '../../common/address.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { StepNavigation } from '../layout/StepNavigation.tsx'
import { findingsSheet, useSubmissionPage } from '../shared/page.ts'
import { useCredibilityRaising } from './useCredibilityRaising.ts'
import { useDeliverySet } from './useDeliverySet.ts'
import { useDetailedResults } from './useDetailedResults.ts'
import { useQualityReport } from './useQualityReport.ts'
import { useQualitySection } from './useQualitySection.ts'
import { useRaising } from './useRaising.ts'
import { useReportDownloads } from './useReportDownloads.ts'
import { useRuleChoice } from './useRuleChoice.ts'
import { useTransferNeeds } from './useTransferNeeds.ts'
import { useWorkbooks } from './useWorkbooks.ts'
import { QualityView } from './view.tsx'

const FindingsSheet = lazy(async () => ({ default: (await import('./FindingsSheet.tsx')).FindingsSheet }))

/** Comes for regulators. */
const Summary = lazy(
  withMessages(
    async () => ({ default: (await import('../approval/Summary.tsx')).Summary }),
    'submissions.approval',
    // The link to the findings on one page is named as where a file is submitted.
    'submissions.submit',
    'submissions.notes',
    'submissions.layout',
  ),
)

/** Route `reports` of a submission: Quality Assurance. */
export function Component() {
  const text = useText()
  const page = useSubmissionPage()
  const { address, status, instId, mode, steps } = page
  const { isAgency, principal } = useViewer()
  const { saveBlob, now } = useServices()
  const isLive = mode === 'live'
  const isReported = hasTag(status, 'reported')
  const isComplete = hasTag(status, 'processed')

  const { shown, hrefOf, hasSummary } = useQualitySection(status)
  const sheet = useTable('findings', tableDefaults())
  const report = useQualityReport({ address, instId, isReported })
  const previous = useResource(
    listPreviousSubmissions,
    isLive
      ? { path: { submissionId: address.submissionId, collectionId: address.collectionId, instId } }
      : undefined,
  )
  const chapters = useResource(
    listCredibilityReports,
    isLive && isComplete ? { path: { submissionId: address.submissionId, providerId: instId } } : undefined,
    { refreshOn: message => tellsOfIssues(message, address.submissionId) },
  )
  const additional = useResource(
    listAdditionalReports,
    isLive && isComplete ? { path: { submissionId: address.submissionId } } : undefined,
  )
  const transfers = useTransferNeeds(
    address.submissionId,
    shown === 'additional' ? additional.data?.reports : undefined,
  )
  const results = useAction(report.csv, {
    onDone: (_, csv) =>
      saveBlob(
        reportFileName(
          address.submissionId,
          {
            statuses: report.choice.chosen.status ?? [],
            comparedWith: report.comparedWith?.submissionId,
          },
          new Date(now()),
        ),
        csv,
      ),
  })
  const raising = useRaising(page)
  const explaining = useRuleChoice(page)
  const raisingOfReports = useRaising(page)
  const reportDownloads = useReportDownloads(page.address.submissionId)
  const credibilityRaising = useCredibilityRaising(page, chapters.data?.chapters)
  const workbooks = useWorkbooks({ submissionId: address.submissionId, mode })
  const set = useDeliverySet(address.submissionId, page.submission)
  const detailed = useDetailedResults({ submissionId: address.submissionId, mode, isReported })

  return (
    <>
      <PageTitle title={text(stepLabel('reports'))} />
      <QualityView
        page={page.page}
        isReported={isReported}
        shown={shown}
        hrefOfSection={hrefOf}
        summary={
          hasSummary &&
          page.submission && (
            <Suspense>
              <Summary page={page} submission={page.submission} />
            </Suspense>
          )
        }
        report={{
          address,
          record: page.record,
          reader: principal.organisationType,
          report,
          searchDraft: report.table.typed,
          onSearchDraft: report.table.draft,
          table: report.table.state,
          onTableChange: report.table.change,
          issues: isLive ? raising : undefined,
          explaining: isLive ? explaining : undefined,
          downloads: {
            onResults: () => results.run(undefined),
            isResultsPending: results.isRunning,
            resultsProblem: results.problem,
            onDetailed: detailed.ask,
            isDetailedPending: detailed.isRunning,
            detailedRefusal: detailed.refusal,
            detailedProblem: detailed.problem,
            onDetailedAgain: detailed.askAgain,
            detailedHint: detailed.hint,
            workbookHint: detailed.workbookHint,
            onWorkbook: workbooks.open,
            set: isLive ? set : undefined,
            onSheet: isLive ? () => sheet.change({ expanded: [findingsSheet] }) : undefined,
          },
        }}
        previous={mapLoaded(previous, answer => answer.previousSubmissions)}
        lastYear={previous.data?.lastYear ?? undefined}
        showsPrevious={isAgency && isLive}
        credibility={
          isLive
            ? {
                address,
                instId,
                chapters: mapLoaded(chapters, answer => answer.chapters),
                issues: raisingOfReports,
                regulatorCode: page.facts?.regulatorCode ?? '',
                raising: credibilityRaising,
                downloads: reportDownloads,
              }
            : undefined
        }
        additional={
          isLive
            ? {
                address,
                reports: mapLoaded(additional, answer => answer.reports),
                comparedWith: additional.data?.comparedWithUtc,
                areReleased: page.areReportsReleased,
                transfers,
              }
            : undefined
        }
        detailed={detailed.dialog}
        workbooks={workbooks}
        processingHref={pagePath(address, 'processing')}
        uploadHref={pagePath(address, 'upload')}
        sheet={
          isReported &&
          page.submission &&
          sheet.state.expanded.includes(findingsSheet) && (
            <Suspense>
              <FindingsSheet
                page={page}
                submission={page.submission}
                onClose={() => sheet.change({ expanded: [] })}
              />
            </Suspense>
          )
        }
        navigation={<StepNavigation address={address} steps={steps} shown="reports" />}
      />
    </>
  )
}
