import { useParams } from 'react-router'
import {
  compareCredibilityReport,
  downloadDrilldown,
  getCredibilityReport,
  getDrilldown,
  listPreviousSubmissions,
} from '../../../domain/wire/reports.ts'
import { PageTitle, useAction, useResource, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useText } from '../../../messages/index.ts'
import { pagePath } from '../../common/address.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { NoteCard } from '../shared/NoteCard.tsx'
import { useSubmissionPage } from '../shared/page.ts'
import { useNote } from '../shared/useNotes.ts'
import { useExplaining } from './useExplaining.ts'
import { useReportFiles } from './useReportFiles.ts'
import { CredibilityView } from './view.tsx'

/** Route `reports/credibility/:reportCode/:instId` of a submission. */
export function Component() {
  const submissionPage = useSubmissionPage()
  const { address, instId } = submissionPage
  const { reportCode = '' } = useParams()
  const note = useNote(submissionPage, 'report', reportCode)
  const explaining = useExplaining(submissionPage, reportCode)
  const { refusal } = useViewer()
  const spoken = useText()
  const { blob, saveBlob } = useServices()
  const page = useTable('credibility', tableDefaults())
  const records = useTable('credibilityDrillDown', tableDefaults())
  const { submissionId, collectionId } = address
  const { filters } = page.state
  const cellId = filters.cell?.[0]
  const isComparing = filters.compare?.[0] === '1'
  const previousId = isComparing ? filters.previous?.[0] : undefined
  const previous = useResource(listPreviousSubmissions, { path: { submissionId, collectionId, instId } })
  const own = useResource(
    getCredibilityReport,
    previousId === undefined ? { path: { reportCode, submissionId } } : undefined,
  )
  const compared = useResource(
    compareCredibilityReport,
    previousId === undefined
      ? undefined
      : { path: { reportCode, currentSubmissionId: submissionId, previousSubmissionId: previousId } },
  )
  // Until the comparison has come, what is there stays in sight, and the focus where it is.
  const isCompared = previousId !== undefined && (compared.status !== 'loading' || own.data === undefined)
  const report = isCompared ? compared : own
  const { sort } = records.state
  const sorted = sort
    ? {
        sortField: sort.column,
        sortOrder: sort.direction === 'ascending' ? ('ASC' as const) : ('DESC' as const),
      }
    : {}
  const drillDown = useResource(
    getDrilldown,
    cellId === undefined
      ? undefined
      : {
          path: { reportCode, submissionId, cellId },
          query: {
            limit: String(records.parameters.limit),
            offset: String(records.parameters.offset),
            ...sorted,
          },
        },
  )
  const csv = useAction(
    (cell: string) =>
      blob(
        downloadDrilldown,
        { path: { reportCode, submissionId, cellId: cell }, query: sorted },
        'text/csv',
      ),
    { onDone: (_, content) => saveBlob(`${reportCode}.${submissionId}.csv`, content) },
  )
  const files = useReportFiles({ reportCode, submissionId, previousId: isCompared ? previousId : undefined })
  return (
    <>
      <PageTitle title={report.data?.ReportMetadata.Title ?? reportCode} />
      <CredibilityView
        report={report}
        backHref={pagePath(address, 'reports')}
        note={note && <NoteCard {...note} />}
        files={files}
        explaining={explaining}
        isCompared={isCompared}
        isLoadingComparison={previousId !== undefined && compared.status === 'loading'}
        compare={{
          isComparing,
          previousId,
          previous: previous.data?.previousSubmissions,
          onChange: comparison =>
            page.change({
              filters: {
                ...filters,
                compare: comparison.isComparing ? ['1'] : [],
                previous: comparison.previousId === undefined ? [] : [comparison.previousId],
              },
            }),
        }}
        tab={filters.tab?.[0]}
        tabHref={name => page.hrefWith('tab', [name])}
        recordsRefusal={spoken(refusal('collections.reports-validation-details'))}
        drillDown={{
          cellId,
          records: mapLoaded(drillDown, answer => ({
            drillDown: answer.DrillDown,
            total: answer.PagingMetadata.Total,
          })),
          table: records.state,
          onTableChange: records.change,
          onOpen: id => page.filter('cell', [id]),
          download: {
            onPress: () => cellId !== undefined && csv.run(cellId),
            isPending: csv.isRunning,
            problem: csv.problem,
          },
          onClose: () => {
            page.filter('cell', [])
            records.change(tableDefaults())
          },
        }}
        isErrorSeen={filters.error?.[0] === 'seen'}
        onErrorSeen={() => page.filter('error', ['seen'])}
      />
    </>
  )
}
