import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { problem } from '../../../src/domain/problem.ts'
import type { SubmissionAddress } from '../../../src/features/common/address.ts'
import {
  type ReportFilters,
  ReportSection,
  type ReportSectionProps,
} from '../../../src/features/submissions/quality/ReportSection.tsx'
import { QualityView, type QualityViewProps } from '../../../src/features/submissions/quality/view.tsx'
import { tableState } from '../../../src/ui/index.ts'
import { loading, ready, rule, specialistRule, submissionId } from './fixtures.ts'

const address: SubmissionAddress = { area: 'submissions', collectionId: 'c-23056', submissionId }
const noFilters: ReportFilters = {
  search: '',
  status: '1',
  isComparing: false,
  previousId: undefined,
  hidesUnchanged: false,
}
const previous = [
  {
    submissionId: '11111111-2222-4333-8444-555566667777',
    fileName: 'first.xml',
    uploadedDate: '2024-10-01T08:00:00Z',
  },
]

const noRaising = {
  eventOf: () => 'RAISE' as const,
  refusalOf: () => undefined,
  raise: vi.fn(),
  problem: undefined,
  mayView: true,
}

const reportProps = (change: Partial<ReportSectionProps> = {}): ReportSectionProps => ({
  address,
  report: ready({ rules: [specialistRule, rule('QR.2')], total: 2 }),
  hasData: true,
  onRetry: vi.fn(),
  previous: [],
  filters: noFilters,
  onFilter: vi.fn(),
  searchDraft: '',
  onSearchDraft: vi.fn(),
  table: tableState({ sort: { column: 'failure', direction: 'descending' } }),
  onTableChange: vi.fn(),
  canCompare: true,
  issues: noRaising,
  downloads: {
    onResults: vi.fn(),
    isResultsPending: false,
    resultsProblem: undefined,
    onDetailed: vi.fn(),
    isDetailedPending: false,
    detailedRefusal: undefined,
  },
  ...change,
})

const showReport = (change: Partial<ReportSectionProps> = {}) => {
  const props = reportProps(change)
  render(<ReportSection {...props} />)
  return props
}

const headers = () => screen.getAllByRole('columnheader').map(cell => cell.textContent)

describe('Quality Report', () => {
  it('has the columns of the specification, sorted by failures descending', () => {
    showReport()
    expect(headers()).toEqual([
      'Rule',
      'Status',
      'Regulator',
      'Tolerance',
      'Population',
      'Failure',
      'Issue status',
      'Actions',
    ])
    expect(screen.getByRole('columnheader', { name: 'Failure' }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.queryByRole('button', { name: 'Regulator' })).toBeNull()
  })

  it('groups specialist regulators under their rule', () => {
    showReport({ table: tableState({ expanded: [`${specialistRule.Id} 5016`] }) })
    const rows = screen.getAllByRole('row').map(row => row.textContent)
    expect(rows[1]).toMatch(/^QR\.C23056\.Engagement\.ENGSTARTDATE\.2Operational.*OHE/)
    expect(rows[2]).toMatch(/QR\.C23056\.Engagement\.ENGSTARTDATE\.2Inside toleranceTTB/)
    const [first, second] = screen.getAllByRole('link', { name: specialistRule.Code })
    expect(first?.getAttribute('href')).toMatch(/\/reports\/quality\/QR\.C23056[^/]*\/5016$/)
    expect(second?.getAttribute('href')).toMatch(/\/5101$/)
  })

  it('tells what has become of the issue of a rule, and has no issues in online validation', () => {
    const status = {
      code: 'OVERRIDE_GRANTED',
      name: 'Genuine - override granted',
      isOpen: false,
      awaits: 'nobody',
    } as const
    const issue = { id: '00000000-0000-4000-8000-000000000001', status, link: '/issues/1' }
    const rules = [rule('QR.A', { issue }), rule('QR.B')]
    showReport({ report: ready({ rules, total: 2 }) })
    const cellOf = (code: RegExp) =>
      within(screen.getByRole('row', { name: code }))
        .getAllByRole('cell')
        .at(-2)
    expect(cellOf(/QR\.A/)?.textContent).toBe('Genuine - override granted')
    expect(cellOf(/QR\.B/)?.textContent).toBe('--')
    expect(screen.getByRole('link', { name: 'Genuine - override granted' }).getAttribute('href')).toBe(
      '/issues/1',
    )
    cleanup()
    showReport({ canCompare: false, issues: undefined })
    expect(headers()).not.toContain('Issue status')
  })

  it.each([
    ['with a link and the right', '/issues/1', true, true],
    ['that the register has not taken in', null, true, false],
    ['that the reader may not view', '/issues/1', false, false],
  ])('leads to an issue %s: %s, %s', async (_, link, mayView, leads) => {
    const status = { code: 'OPEN', name: 'Open', isOpen: true, awaits: 'nobody' } as const
    const issue = { id: '00000000-0000-4000-8000-000000000001', status, link }
    showReport({
      report: ready({ rules: [rule('QR.A', { issue })], total: 1 }),
      issues: { ...noRaising, mayView },
    })
    expect(screen.queryAllByRole('link', { name: 'Open' })).toHaveLength(leads ? 1 : 0)
    await userEvent.click(screen.getByRole('button', { name: /^More actions for QR\.A/ }))
    expect(screen.queryAllByRole('menuitem', { name: 'View issue' })).toHaveLength(leads ? 1 : 0)
  })

  it('says why an issue was not created', () => {
    const reason = 'You can only create an issue for the most recently uploaded submission.'
    showReport({
      issues: { ...noRaising, problem: problem('conflict', reason) },
    })
    const alert = screen.getByRole('alert')
    expect(within(alert).getByText('The issue was not created.')).toBeTruthy()
    expect(within(alert).getByText(reason)).toBeTruthy()
  })

  it('searches on Enter only', async () => {
    const props = showReport({ searchDraft: 'dob' })
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 's')
    expect(props.onSearchDraft).toHaveBeenCalledWith('dobs')
    expect(props.onFilter).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(props.onFilter).toHaveBeenCalledWith({ search: 'dob' })
  })

  it('compares only when there is something to compare with', async () => {
    showReport()
    expect(screen.getByText('There is no previous submission to compare with.')).toBeTruthy()
    expect(screen.getByRole('switch', { name: /Compare/ }).getAttribute('aria-readonly')).toBe('true')
  })

  it('asks for a previous submission before it compares or hides', async () => {
    showReport({ previous, filters: { ...noFilters, isComparing: true } })
    const picker = screen.getByRole('button', { name: 'Choose a submission Previous submission' })
    expect(screen.getByRole('switch', { name: /Hide unchanged values/ }).getAttribute('aria-readonly')).toBe(
      'true',
    )
    expect(headers()).toContain('Population')
    await userEvent.click(picker)
    const options = await screen.findAllByRole('option')
    expect(options.map(option => option.textContent)).toEqual(['566667777 01 Oct 2024 08:00first.xml'])
  })

  it('puts current and previous figures beside each other and highlights more failures', () => {
    const compared = rule('QR.3', { PrevPopulationCount: 10, PrevFailureCount: 1, FailureChange: 411 })
    showReport({
      previous,
      filters: { ...noFilters, isComparing: true, previousId: previous[0]!.submissionId },
      report: ready({ rules: [compared], total: 1 }),
    })
    expect(headers()).toEqual([
      'Rule',
      'Status',
      'Regulator',
      'Tolerance',
      'Current population',
      'Previous population',
      'Current failure',
      'Previous failure',
      'Failure Change',
      'Actions',
    ])
    expect(screen.getByText('+411').dataset.direction).toBe('up')
    expect(
      screen.getByRole('button', { name: '566667777 01 Oct 2024 08:00 Previous submission' }),
    ).toBeTruthy()
  })

  it.each<[Partial<ReportFilters>, string]>([
    [{ search: 'nothing' }, 'No results found for that criteria.'],
    [
      {},
      'No results found because your quality report contains no rule failures which are outside tolerance.',
    ],
    [
      { status: '0' },
      'No results found because your quality report contains no rule failures which are inside tolerance.',
    ],
  ])('says why it is empty: %o', (filters, message) => {
    showReport({ report: ready({ rules: [], total: 0 }), filters: { ...noFilters, ...filters } })
    expect(screen.getByText(message)).toBeTruthy()
  })

  it('says that there is no data where no rule was run, and leads back', async () => {
    const props = showReport({ hasData: false })
    expect(screen.getByText('No data available for this submission')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toMatch(/\/processing$/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(props.onRetry).toHaveBeenCalledOnce()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('says that it failed', () => {
    showReport({ report: { ...loading, status: 'failed' } })
    expect(screen.getByText('Error occurred when retrieving quality rules report')).toBeTruthy()
  })

  it('offers the detailed results only when their file is there', () => {
    const refusal = 'The file with the detailed results is not ready yet.'
    const props = reportProps()
    render(<ReportSection {...props} downloads={{ ...props.downloads, detailedRefusal: refusal }} />)
    const button = screen.getByRole('button', { name: 'Download detailed results' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(refusal)
  })
})

const showPage = (change: Partial<QualityViewProps> = {}) => {
  const { previous: _none, ...report } = reportProps()
  render(
    <QualityView
      status="QUALITY_PROCESSING_COMPLETE"
      expanded={['summary', 'quality', 'credibility', 'additional']}
      onExpand={() => {}}
      summary={{
        summary: ready({ insideTolerance: 199, outsideTolerance: 2, credibilityIssues: 3 }),
        regulators: ready([]),
        hasCredibility: true,
      }}
      report={report}
      previous={ready(previous)}
      showsPrevious={false}
      credibility={{
        address,
        instId: '0001',
        issues: noRaising,
        regulatorCode: '5016',
        raising: undefined,
        chapters: ready([
          {
            chapterId: 1,
            chapterName: 'Engagement profile',
            chapterFailureCount: 3,
            reports: [
              { ReportCode: 'SEN1', Title: 'Student numbers', failureCount: 3, UpperNotes: '', issue: null },
            ],
          },
        ]),
      }}
      additional={{
        address,
        reports: ready([
          { CollectionReportCode: 'FREQCOUNT', Title: 'Frequency Counts', Details: '' },
          { CollectionReportCode: 'UNHEARD', Title: 'Unheard of', Details: '' },
        ]),
      }}
      detailed={{
        isAsked: false,
        isPending: false,
        error: undefined,
        onConfirm: vi.fn(),
        onCancel: vi.fn(),
      }}
      processingHref="/processing"
      uploadHref="/upload"
      navigation={null}
      {...change}
    />,
  )
}

describe('Quality Assurance', () => {
  it('has its four sections with the counts of what needs a look', () => {
    showPage()
    expect(screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)).toEqual([
      'Summary',
      'Quality Report2 outside tolerance',
      'Credibility Reports3 issues',
      'Additional Reports',
    ])
    expect(screen.getByText('2 of 201 rules are outside tolerance.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Student numbers' }).getAttribute('href')).toMatch(
      /\/reports\/credibility\/SEN1\/0001$/,
    )
  })

  it('says why the rules by regulator add up to more than the rules', () => {
    const summary = ready({ insideTolerance: 199, outsideTolerance: 2, credibilityIssues: 3 })
    const regulators = [
      { header: 'OHE', insideTolerance: 199, outsideTolerance: 2 },
      { header: 'TTB', insideTolerance: 11, outsideTolerance: 1 },
    ]
    const why =
      'A rule that several regulators set counts for each of them: 201 rules make 213 here. It is outside tolerance above when it is for any of them.'
    showPage({ summary: { summary, regulators: ready(regulators), hasCredibility: true } })
    const table = screen.getByRole('table', { name: 'Rules by regulator' })
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['RegulatorOutside toleranceInside toleranceRules', 'OHE2199201', 'TTB11112'])
    expect(screen.getByText(why)).toBeTruthy()
    cleanup()
    const apart = [{ ...regulators[0]!, insideTolerance: 188, outsideTolerance: 1 }, regulators[1]!]
    showPage({ summary: { summary, regulators: ready(apart), hasCredibility: true } })
    expect(screen.queryByText(/counts for each of them/)).toBeNull()
  })

  it('lists only additional reports that have a page', () => {
    showPage()
    expect(screen.getByRole('link', { name: 'Frequency Counts' })).toBeTruthy()
    expect(screen.queryByText('Unheard of')).toBeNull()
  })

  it('shows earlier uploads to agency staff only', () => {
    showPage({ showsPrevious: true })
    const table = screen.getByRole('table', { name: 'Uploads before this one' })
    expect(within(table).getByRole('link', { name: 'first.xml' })).toBeTruthy()
    expect(within(table).getByText('66667777')).toBeTruthy()
  })

  it('warns of personal data before the detailed results', async () => {
    showPage({
      detailed: {
        isAsked: true,
        isPending: false,
        error: undefined,
        onConfirm: vi.fn(),
        onCancel: vi.fn(),
      },
    })
    expect((await screen.findByRole('alertdialog')).textContent).toContain('data protection law')
  })

  it('leads to the upload without a file, and to processing before there is a report', () => {
    showPage({ status: 'UNKNOWN' })
    expect(
      screen.getByText('You have yet to upload a file. Please upload one on the upload step.'),
    ).toBeTruthy()
    showPage({ status: 'ENRICHMENT' })
    expect(screen.getByRole('link', { name: 'Go to Processing' }).getAttribute('href')).toBe('/processing')
  })
})
