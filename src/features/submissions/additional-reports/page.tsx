import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import { type AdditionalReport, isAdditionalReport } from '../../../domain/additionalReports.ts'
import { costCentreReport } from '../../../domain/costCentres.ts'
import type { GlossaryTerm } from '../../../domain/glossary.ts'
import { getExpectedPopulation, getFrequencyCounts } from '../../../domain/wire/reports.ts'
import { PageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { EmptyState, LinkButton, Row, Skeleton, Stack } from '../../../ui/index.ts'
import { credibilityPath, pagePath } from '../../common/address.ts'
import { NotFound } from '../../common/NotFound.tsx'
import { Term } from '../../common/Term.tsx'
import { useSubmissionPage } from '../shared/page.ts'
import { Comparison, RegulatorOutputs, SurveyPopulation } from './ListReports.tsx'
import { ReportFault } from './ReportFault.tsx'
import { TransfersIn, TransfersOut } from './TransferReports.tsx'

const FrequencyCountsView = lazy(async () => ({
  default: (await import('./FrequencyCountsView.tsx')).FrequencyCountsView,
}))
const ExpectedPopulationView = lazy(async () => ({
  default: (await import('./ExpectedPopulationView.tsx')).ExpectedPopulationView,
}))

/** Route `reports/additional-reports/:reportCode` of a submission. */
export function Component() {
  const t = useMessages('submissions.additional-reports')
  const { address, collection } = useSubmissionPage()
  const { reportCode = '' } = useParams()
  const back = (
    <LinkButton href={pagePath(address, 'reports')} icon="arrowLeft" variant="quiet">
      {t('backToReports')}
    </LinkButton>
  )
  if (!isAdditionalReport(reportCode)) {
    return (
      <NotFound title={t('unknown.title')} level={2} actions={back}>
        {t('unknown.text')}
      </NotFound>
    )
  }
  const Report = reports[reportCode]
  const title = t(`titles.${reportCode}`)
  const term = terms[reportCode]
  return (
    <Stack gap={4}>
      <PageTitle title={title} />
      <Row gap={3}>
        {back}
        <Row gap={1}>
          <h2>{title}</h2>
          {term && (
            <Term id={term} isMark>
              {title}
            </Term>
          )}
        </Row>
        <code>{reportCode}</code>
      </Row>
      <Suspense fallback={<Skeleton shape="rows" label={t('loading')} />}>
        <Report id={address.submissionId} collection={collection.name} />
      </Suspense>
    </Stack>
  )
}

function FrequencyCounts({ id }: { id: string }) {
  const table = useTable('additionalReports', tableDefaults(), { page: 'frequencyCounts', filters: ['zero'] })
  const hidesZero = table.state.filters.zero?.[0] === 'hidden'
  const counts = useResource(getFrequencyCounts, {
    path: { id },
    query: { hideZeroValues: hidesZero ? '1' : '0' },
  })
  return (
    <FrequencyCountsView
      counts={counts}
      hidesZero={hidesZero}
      onHideZero={isHidden => table.filter('zero', isHidden ? ['hidden'] : [])}
      typed={table.typed}
      search={table.state.search}
      onType={table.type}
      expanded={table.state.expanded}
      onExpand={expanded => table.change({ expanded })}
    />
  )
}

function ExpectedPopulation({ id }: { id: string }) {
  const t = useMessages('submissions.additional-reports')
  const table = useTable('additionalReports', tableDefaults())
  const { limit, offset } = table.parameters
  const text = useText()
  const refusal = useViewer().refusal('collections.reports-validation-details')
  const population = useResource(
    getExpectedPopulation,
    refusal === undefined
      ? { path: { id }, query: { limit: String(limit), offset: String(offset) } }
      : undefined,
  )
  if (refusal !== undefined) {
    return (
      <EmptyState title={t('refused')} level={0} icon="info">
        {text(refusal)}
      </EmptyState>
    )
  }
  return (
    <>
      <ExpectedPopulationView
        population={population}
        tab={table.state.filters.tab?.[0]}
        tabHref={name => table.hrefWith('tab', [name])}
        table={table.state}
        onTableChange={table.change}
      />
      <ReportFault report={population.data} table={table} />
    </>
  )
}

/** A table as the credibility reports are (specification 2 §2.11): it has their page. */
function CostCentreAnalysis() {
  const { address, instId } = useSubmissionPage()
  return <Navigate to={credibilityPath(address, costCentreReport, instId)} replace />
}

/** The reports by their codes. */
const terms: Partial<Record<AdditionalReport, GlossaryTerm>> = {
  FREQCOUNT: 'frequencyCounts',
  CONPOP: 'expectedPopulation',
  PGROUT: 'transfer',
  PGRIN: 'transfer',
  NSS: 'nss',
  CCA: 'costCentreAnalysis',
  IRIS: 'iris',
}

const reports: Record<AdditionalReport, (props: { id: string; collection: string }) => ReactNode> = {
  FREQCOUNT: FrequencyCounts,
  CONPOP: ExpectedPopulation,
  PGROUT: TransfersOut,
  PGRIN: TransfersIn,
  NSS: SurveyPopulation,
  CCA: CostCentreAnalysis,
  IRIS: RegulatorOutputs,
  COMPARISON: Comparison,
}
