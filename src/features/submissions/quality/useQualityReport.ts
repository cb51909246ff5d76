import { defaultPageSize } from '../../../domain/limits.ts'
import { type LiveMessage, tellsOfIssues } from '../../../domain/wire/live.ts'
import { compareValidations, listValidations } from '../../../domain/wire/quality.ts'
import { useResource, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import type { SubmissionAddress } from '../../common/address.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import type { ReportFilters } from './ReportSection.tsx'
import { defaultQualitySort, qualitySort } from './rows.ts'

const defaults = tableDefaults({
  sort: defaultQualitySort,
  pageSize: defaultPageSize,
  filters: { status: ['1'] },
})

export interface QualityReportInput {
  address: SubmissionAddress
  instId: string
  /** Nothing is asked before there is a report. */
  isReported: boolean
}

/** The quality report with its filters and paging, all of it in the address. */
export const useQualityReport = ({ address, instId, isReported }: QualityReportInput) => {
  const { text } = useServices()
  const table = useTable('qualityRules', defaults, {
    page: `qualityRules ${address.collectionId}`,
    filters: ['status'],
  })
  const { state } = table
  const filters: ReportFilters = {
    search: state.search,
    status: state.filters.status?.[0] === '0' ? '0' : '1',
    isComparing: state.filters.compare?.[0] === '1',
    previousId: state.filters.previous?.[0],
    hidesUnchanged: state.filters.unchanged?.[0] === '1',
  }
  const query = {
    instId,
    status: filters.status,
    ...qualitySort(state.sort),
    ...(filters.search === '' ? {} : { searchTerm: filters.search }),
    limit: String(table.parameters.limit),
    offset: String(table.parameters.offset),
  }
  const { submissionId } = address
  const previousId = filters.isComparing ? filters.previousId : undefined
  const refreshOn = (message: LiveMessage): boolean => tellsOfIssues(message, submissionId)
  const plain = useResource(
    listValidations,
    isReported && previousId === undefined ? { path: { id: submissionId }, query } : undefined,
    { refreshOn },
  )
  const compared = useResource(
    compareValidations,
    isReported && previousId !== undefined
      ? {
          path: { id: submissionId, previousId },
          query: { ...query, hideUnchangedValues: filters.hidesUnchanged ? '1' : '0' },
        }
      : undefined,
    { refreshOn },
  )
  const report = previousId === undefined ? plain : compared

  const setFilters = (change: Partial<ReportFilters>) => {
    if (change.search !== undefined) return table.search(change.search)
    const next = { ...filters, ...change }
    table.change({
      page: 1,
      filters: {
        status: [next.status],
        ...(next.isComparing ? { compare: ['1'] } : {}),
        ...(next.previousId === undefined ? {} : { previous: [next.previousId] }),
        ...(next.hidesUnchanged ? { unchanged: ['1'] } : {}),
      },
    })
  }
  const { limit: _limit, offset: _offset, ...wholeQuery } = query
  return {
    table,
    filters,
    setFilters,
    /** All of what is in sight as CSV: the comparison where one is shown. */
    csv: () =>
      previousId === undefined
        ? text(listValidations, { path: { id: submissionId }, query: wholeQuery }, 'text/csv')
        : text(
            compareValidations,
            {
              path: { id: submissionId, previousId },
              query: { ...wholeQuery, hideUnchangedValues: filters.hidesUnchanged ? '1' : '0' },
            },
            'text/csv',
          ),
    report: mapLoaded(report, answer => ({
      rules: answer.validations,
      total: answer.pagingMetadata.totalResultsCount,
    })),
  }
}
