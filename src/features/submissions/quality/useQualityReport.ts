import { pageSizes } from '../../../domain/limits.ts'
import { chooseFacet, type Facet } from '../../../domain/qualityReport.ts'
import { type LiveMessage, tellsOfIssues } from '../../../domain/wire/live.ts'
import { compareValidations, listOvtValidations, listValidations } from '../../../domain/wire/quality.ts'
import { useResource, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { isOnlineValidation, type SubmissionAddress } from '../../common/address.ts'
import { reportView } from './reportView.ts'
import { choiceOf, defaultQualitySort, filtersOf, qualitySort, type ReportChoice } from './rows.ts'

const defaults = tableDefaults({
  sort: defaultQualitySort,
  pageSize: pageSizes[1],
  filters: { status: ['1'] },
  hidden: ['status', 'previous-population', 'previous-failure'],
})

export interface QualityReportInput {
  address: SubmissionAddress
  instId: string
  /** Nothing is asked before there is a report. */
  isReported: boolean
}

/** All rules of the report, or how many; the browser filters and pages them, so that a choice is seen at once. */
const everything = { limit: '-1' } as const

/** The quality report beside an earlier upload, with its filters and paging, all of it in the address. */
export const useQualityReport = ({ address, instId, isReported }: QualityReportInput) => {
  const { blob } = useServices()
  const table = useTable('qualityRules', defaults, {
    page: `qualityRules ${address.collectionId}`,
    filters: ['status', 'kind', 'issue', 'entity', 'regulator', 'group'],
  })
  const { state } = table
  const choice = choiceOf(state.filters, state.search)
  const { submissionId } = address
  const { previousId } = choice
  const refreshOn = (message: LiveMessage): boolean => tellsOfIssues(message, submissionId)
  const validations = isOnlineValidation(address) ? listOvtValidations : listValidations
  const againstLast = useResource(
    validations,
    isReported && previousId === undefined
      ? { path: { id: submissionId }, query: { instId, ...everything, against: 'last' } }
      : undefined,
    { refreshOn },
  )
  const againstChosen = useResource(
    compareValidations,
    isReported && previousId !== undefined
      ? { path: { id: submissionId, previousId }, query: { instId, ...everything } }
      : undefined,
    { refreshOn },
  )
  const report = previousId === undefined ? againstLast : againstChosen
  const sort = qualitySort(state.sort)

  const change = (next: Partial<ReportChoice>) => {
    if (next.search !== undefined) table.search(next.search)
    else table.change({ page: 1, filters: filtersOf({ ...choice, ...next }) })
  }
  const withFacet = (facet: Facet, values: readonly string[]) => ({
    chosen: chooseFacet(choice.chosen, facet, values),
  })
  const { chosen } = choice
  const csvQuery = {
    instId,
    ...sort,
    grouping: choice.grouping,
    ...(chosen.status?.length === 1
      ? { status: chosen.status[0] === '0' ? ('0' as const) : ('1' as const) }
      : {}),
    kind: [...(chosen.kind ?? [])],
    standing: [...(chosen.standing ?? [])],
    issue: [...(chosen.issue ?? [])],
    entity: [...(chosen.entity ?? [])],
    regulator: [...(chosen.regulator ?? [])],
    ...(choice.search === '' ? {} : { searchTerm: choice.search }),
    hideUnchangedValues: choice.hidesUnchanged ? ('1' as const) : ('0' as const),
    ...everything,
  }
  return {
    table,
    choice,
    change,
    chooseFacet: (facet: Facet, values: readonly string[]) => change(withFacet(facet, values)),
    /** The address of the report with these values of a facet alone chosen. */
    hrefOfFacet: (facet: Facet, values: readonly string[]) =>
      table.hrefOf({ ...state, page: 1, filters: filtersOf({ ...choice, ...withFacet(facet, values) }) }),
    /** The report as it is shown, as the end of the address of a rule: the way back, and on to the next. */
    listQuery: table.queryOf(state),
    clear: () =>
      table.change({
        page: 1,
        filters: filtersOf({ ...choice, chosen: { status: ['1'] }, hidesUnchanged: false }),
      }),
    /** What is in sight as CSV: the comparison where there is one. */
    csv: () =>
      previousId === undefined
        ? blob(
            validations,
            { path: { id: submissionId }, query: { ...csvQuery, against: 'last' } },
            'text/csv',
          )
        : blob(compareValidations, { path: { id: submissionId, previousId }, query: csvQuery }, 'text/csv'),
    resource: report,
    ...reportView(report.data, choice, { sort: state.sort, ...table.parameters }),
  }
}
export type QualityReportData = ReturnType<typeof useQualityReport>
