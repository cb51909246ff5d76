import { useParams } from 'react-router'
import { getCredibilityReport, getDrilldown } from '../../domain/wire/reports.ts'
import { PageTitle, useResource, useTable, useViewer } from '../../kit/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { pagePath } from '../common/address.ts'
import { mapLoaded } from '../common/Loaded.tsx'
import { CredibilityView } from './credibility/CredibilityView.tsx'
import { useSubmissionPage } from './shared/page.ts'

/** Route `reports/credibility/:reportCode/:instId` of a submission. */
export function Component() {
  const { address } = useSubmissionPage()
  const { reportCode = '' } = useParams()
  const { may, isGuest } = useViewer()
  const page = useTable('credibility', tableDefaults())
  const records = useTable('credibilityDrillDown', tableDefaults())
  const { submissionId } = address
  const cellId = page.state.filters.cell?.[0]
  const report = useResource(getCredibilityReport, { path: { reportCode, submissionId } })
  const { sort } = records.state
  const drillDown = useResource(
    getDrilldown,
    cellId === undefined
      ? undefined
      : {
          path: { reportCode, submissionId, cellId },
          query: {
            limit: String(records.parameters.limit),
            offset: String(records.parameters.offset),
            ...(sort
              ? { sortField: sort.column, sortOrder: sort.direction === 'ascending' ? 'ASC' : 'DESC' }
              : {}),
          },
        },
  )
  return (
    <>
      <PageTitle title={report.data?.ReportMetadata.Title ?? reportCode} />
      <CredibilityView
        report={report}
        backHref={pagePath(address, 'reports')}
        tab={page.state.filters.tab?.[0]}
        tabHref={name => page.hrefWith('tab', [name])}
        mayDrillDown={may('collections.reports-validation-details') && !isGuest}
        drillDown={{
          cellId,
          records: mapLoaded(drillDown, answer => ({
            drillDown: answer.DrillDown,
            total: answer.PagingMetadata.Total,
          })),
          table: records.state,
          onTableChange: records.change,
          onOpen: id => page.filter('cell', [id]),
          onClose: () => {
            page.filter('cell', [])
            records.change(tableDefaults())
          },
        }}
        isErrorSeen={page.state.filters.error?.[0] === 'seen'}
        onErrorSeen={() => page.filter('error', ['seen'])}
      />
    </>
  )
}
