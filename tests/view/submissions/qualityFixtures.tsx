import { render, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import type { QualityReport, QualityRuleRow } from '../../../src/domain/wire/quality.ts'
import type { SubmissionAddress } from '../../../src/features/common/address.ts'
import {
  ReportSection,
  type ReportSectionProps,
} from '../../../src/features/submissions/quality/ReportSection.tsx'
import { reportView } from '../../../src/features/submissions/quality/reportView.ts'
import { choiceOf } from '../../../src/features/submissions/quality/rows.ts'
import type { QualityViewProps } from '../../../src/features/submissions/quality/view.tsx'
import { tableState } from '../../../src/ui/index.ts'
import { studentRecord } from '../support/services.tsx'
import { ready, rule, specialistRule, submissionId } from './fixtures.ts'

/** Where the submission of these tests stands. */
export const address: SubmissionAddress = { area: 'submissions', collectionId: 'c-23056', submissionId }
/** An earlier upload to compare with. */
export const earlier = {
  submissionId: '11111111-2222-4333-8444-555566667777',
  fileName: 'first.xml',
  uploadedDate: '2024-10-01T08:00:00Z',
}
/** The upload before that. */
export const before = {
  ...earlier,
  submissionId: '11111111-2222-4333-8444-555566668888',
  fileName: 'before.xml',
}
/** The uploads that can be compared with. */
export const previous = [earlier, before]

type Filters = Parameters<typeof choiceOf>[0]

/** The report of these rules with what is chosen; with `isCompared` beside an earlier upload. */
export const reportOf = (
  rules: QualityRuleRow[],
  {
    filters = { status: ['1'] },
    search = '',
    isCompared = false,
  }: { filters?: Filters; search?: string; isCompared?: boolean } = {},
): ReportSectionProps['report'] & QualityViewProps['report']['report'] => {
  const answer: QualityReport = {
    validations: rules,
    comparedWith: isCompared ? earlier : null,
    uploads: [earlier, { submissionId, uploadedDate: '2024-10-14T08:00:00Z' }].slice(isCompared ? 0 : 1),
    pagingMetadata: { totalResultsCount: rules.length, limit: -1, offset: 0 },
  }
  const choice = choiceOf(filters, search)
  return {
    ...reportView(answer, choice, { sort: null, limit: -1, offset: 0 }),
    resource: { ...ready(answer), refresh: vi.fn(), replace: vi.fn(), patch: vi.fn() },
    choice,
    change: vi.fn(),
    chooseFacet: vi.fn(),
    clear: vi.fn(),
    listQuery: '',
    hrefOfFacet: (facet, values) => `?${facet}=${values.join()}`,
  }
}

/** The rule of a specialist regulator, and one more. */
export const two = [specialistRule, rule('QR.2')]
/** The columns that are hidden at first. */
export const hidden = ['status', 'previous-population', 'previous-failure']
/** The table of rules as it is at first. */
export const table = tableState({ sort: { column: 'failure', direction: 'descending' }, hidden })

/** Issues that nobody raises here. */
export const noRaising = {
  eventOf: () => 'RAISE' as const,
  refusalOf: () => undefined,
  raise: vi.fn(),
  problem: undefined,
  mayView: true,
}

/** What the report is shown with. */
export const reportProps = (change: Partial<ReportSectionProps> = {}): ReportSectionProps => ({
  address,
  record: studentRecord,
  reader: 'provider',
  report: reportOf(two),
  previous: [],
  lastYear: undefined,
  searchDraft: '',
  onSearchDraft: vi.fn(),
  table,
  onTableChange: vi.fn(),
  issues: noRaising,
  explaining: undefined,
  downloads: {
    onResults: vi.fn(),
    onSheet: vi.fn(),
    isResultsPending: false,
    resultsProblem: undefined,
    onDetailed: vi.fn(),
    isDetailedPending: false,
    detailedRefusal: undefined,
    detailedProblem: undefined,
    onDetailedAgain: vi.fn(),
    detailedHint: 'Every failing record (CSV) 1.2 MB, made 22 Nov 2026 10:00',
    workbookHint: 'A sheet for each entity',
    onWorkbook: vi.fn(),
    set: undefined,
  },
  ...change,
})

/** Shows the report, and gives what it was shown with. */
export const showReport = (change: Partial<ReportSectionProps> = {}) => {
  const props = reportProps(change)
  render(<ReportSection {...props} />)
  return props
}

/** The column headings in sight. */
export const headers = () => screen.getAllByRole('columnheader').map(cell => cell.textContent)

/** Rows of rules, without the headings of their groups. */
export const ruleRows = () =>
  screen.getAllByRole('row').filter(row => within(row).queryByRole('button', { name: /^More actions/ }))
