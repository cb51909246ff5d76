import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Outlet, Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { problem } from '../../../src/domain/problem.ts'
import { workbookType } from '../../../src/domain/wire/call.ts'
import type { FrequencyCounts } from '../../../src/domain/wire/reports.ts'
import {
  FrequencyCountsView,
  matching,
} from '../../../src/features/submissions/additional-reports/FrequencyCountsView.tsx'
import { Component as CredibilityReportPage } from '../../../src/features/submissions/credibility/page.tsx'
import {
  CredibilityView,
  type CredibilityViewProps,
} from '../../../src/features/submissions/credibility/view.tsx'
import { Component as QualityAssurance } from '../../../src/features/submissions/quality/page.tsx'
import { tableState } from '../../../src/ui/index.ts'
import { submitter } from '../support/people.ts'
import { show } from '../support/services.tsx'
import { credibilityReport, loading, pageAt, ready, rule, submissionId } from './fixtures.ts'

const showCredibility = (change: Partial<CredibilityViewProps> = {}) => {
  const onOpen = vi.fn()
  const onChange = vi.fn()
  render(
    <CredibilityView
      note={null}
      report={ready(credibilityReport)}
      backHref="/reports"
      isCompared={false}
      isLoadingComparison={false}
      explaining={undefined}
      files={{
        csv: { onPress: () => {}, isPending: false },
        workbook: { onPress: () => {}, isPending: false },
        problem: undefined,
      }}
      compare={{ isComparing: false, previousId: undefined, previous: [], onChange }}
      tab={undefined}
      tabHref={name => `?tab=${name}`}
      recordsRefusal={undefined}
      drillDown={{
        cellId: undefined,
        records: loading,
        table: tableState(),
        onTableChange: () => {},
        onOpen,
        onClose: () => {},
        download: { onPress: () => {}, isPending: false, problem: undefined },
      }}
      isErrorSeen={false}
      onErrorSeen={() => {}}
      {...change}
    />,
  )
  return onOpen
}

describe('credibility report', () => {
  it('shows four labelled corners in each cell and why a cell is shaded', async () => {
    showCredibility()
    const table = screen.getByRole('table', { name: 'Student numbers by mode and level' })
    const cells = within(table).getAllByRole('cell')
    expect(cells[1]?.textContent).toBe(
      'This submission 840Last signed-off submission 1,410Difference -570Change -40.43%Changed by 25% or more. -570 (-40.43%)',
    )
    expect(cells.map(cell => cell.dataset.colour)).toEqual([
      'Clear',
      'Salmon',
      'Clear',
      'Yellow',
      'Clear',
      'Clear',
    ])
    expect(screen.getByText('2 shaded cells: 1 credibility issue, 1 to review.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Reason for shading/ })).toHaveLength(2)
    const why = screen.getByRole('button', {
      name: 'Reason for shading: First degree, Part-time',
      description: 'Changed by 25% or more. -570 (-40.43%)',
    })
    // Only a pointer that moves hovers.
    await userEvent.pointer({ target: document.body })
    await userEvent.hover(why)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Changed by 25% or more. -570 (-40.43%)')
  })

  it('opens the records behind cells that hold something', async () => {
    const onOpen = showCredibility()
    const openers = screen.getAllByRole('button', { name: /^Show the records behind/ })
    expect(openers).toHaveLength(5)
    expect(screen.queryByRole('button', { name: 'Show the records behind First degree, Dormant' })).toBeNull()
    await userEvent.click(openers[0]!)
    expect(onOpen).toHaveBeenCalledWith('FD-FT')
  })

  it('explains a shaded figure, which the explanation names; others need none', async () => {
    const explain = vi.fn()
    showCredibility({ explaining: { refusal: undefined, explain, isPending: false } })
    const offers = screen.getAllByRole('button', { name: /^Explain / })
    expect(offers.map(offer => offer.getAttribute('aria-label'))).toEqual([
      'Explain First degree, Part-time',
      'Explain Postgraduate taught, Full-time',
    ])
    await userEvent.click(offers[0]!)
    expect(explain).toHaveBeenCalledWith(
      'First degree, Part-time (This submission 840, Last signed-off submission 1,410)',
    )
  })

  it('says that a comparison is on its way, while the report stays', () => {
    showCredibility({ isLoadingComparison: true })
    expect(screen.getByRole('status').textContent).toBe('Loading the comparison')
    expect(screen.getByRole('table', { name: 'Student numbers by mode and level' })).toBeTruthy()
  })

  it('opens its notes from the start where the report says so', () => {
    const { ReportMetadata } = credibilityReport
    showCredibility({
      report: ready({ ...credibilityReport, ReportMetadata: { ...ReportMetadata, StartExpanded: true } }),
    })
    expect(screen.getByRole('button', { name: 'What to look out for', expanded: true })).toBeTruthy()
  })

  it('keeps the records from those who may not see them', () => {
    showCredibility({ recordsRefusal: 'Withheld: requires the Submitter or Sign-off role' })
    expect(screen.queryByRole('button', { name: /^Show the records behind/ })).toBeNull()
    expect(
      screen.getByText('Records not shown. Withheld: requires the Submitter or Sign-off role.'),
    ).toBeTruthy()
  })

  it('says in the place of the records, or of a value of them, why they are withheld', () => {
    const withheld = 'Withheld: requires the Special category data role'
    const behind = (drillDown: { Data: (string | null)[][]; Withheld?: string }) =>
      showCredibility({
        drillDown: {
          cellId: 'FD-FT',
          records: ready({
            drillDown: { Headers: ['SID', 'ETHNIC'], UpperNotes: '', ...drillDown },
            total: 3,
          }),
          table: tableState(),
          onTableChange: () => {},
          onOpen: () => {},
          onClose: () => {},
          download: { onPress: () => {}, isPending: false, problem: undefined },
        },
      })
    behind({ Data: [['9811681234562', withheld]] })
    expect(within(screen.getByRole('dialog')).getByRole('cell', { name: withheld })).toBeTruthy()
    cleanup()
    behind({ Data: [], Withheld: withheld })
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(withheld)).toBeTruthy()
    expect(dialog.queryByText(/of 3$/)).toBeNull()
  })

  it('shows "Cell not found" for a cell that the report does not have', () => {
    showCredibility({
      drillDown: {
        cellId: 'no-such-cell',
        records: {
          status: 'failed',
          data: undefined,
          problem: problem('not-found', 'There is no such cell.'),
          retry: () => {},
        },
        table: tableState(),
        onTableChange: () => {},
        onOpen: () => {},
        onClose: () => {},
        download: { onPress: () => {}, isPending: false, problem: undefined },
      },
    })
    const dialog = within(screen.getByRole('dialog', { name: 'Cell not found' }))
    expect(dialog.queryByText(/no-such-cell/)).toBeNull()
    expect(dialog.queryByRole('button', { name: /Try again|Download/ })).toBeNull()
    expect(dialog.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0)
  })

  const previous = [
    {
      submissionId: '0d5e3c1a-0000-4000-8000-00000abcdef1',
      fileName: 'a.xml',
      uploadedDate: '2024-10-01T09:00:00Z',
    },
  ]

  it('compares with a previous submission, of which there has to be one', async () => {
    showCredibility()
    expect(screen.getByText('There is no previous submission to compare with.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Previous submission/ })).toBeNull()
    cleanup()

    const onChange = vi.fn()
    const comparing = { isComparing: true, previousId: undefined, previous, onChange }
    showCredibility({ compare: comparing })
    expect(screen.getByText('2 shaded cells: 1 credibility issue, 1 to review.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /Previous submission/ }))
    await userEvent.click(await screen.findByRole('option', { description: 'a.xml' }))
    expect(onChange).toHaveBeenCalledWith({ isComparing: true, previousId: previous[0]!.submissionId })
    await userEvent.click(screen.getByRole('switch', { name: 'Compare' }))
    expect(onChange).toHaveBeenLastCalledWith({ isComparing: false, previousId: undefined })
    cleanup()

    const compared = { ...comparing, previousId: previous[0]!.submissionId }
    showCredibility({ compare: compared, isCompared: true })
    expect(screen.getByText('1 value differs from the compared submission.')).toBeTruthy()
    expect(screen.queryByText('Unexpected: correct or explain')).toBeNull()
    cleanup()

    showCredibility({ compare: compared, report: { ...loading, status: 'failed' } })
    expect(screen.getByRole('switch', { name: 'Compare' })).toBeTruthy()
  })

  it('says that it failed, and how to go back', () => {
    showCredibility({ report: { ...loading, status: 'failed' } })
    expect(
      screen.getByText("Sorry about this, but it seems there's an error retrieving this report right now."),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/reports')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it.each([
    [undefined, 'Sorry about this, seems like something un-explained has happened'],
    ['The table is empty.', 'The table is empty.'],
  ])('tells of a report with an error of its own', async (ErrorMsg, message) => {
    showCredibility({
      report: ready({ ...credibilityReport, Error: true, ...(ErrorMsg ? { ErrorMsg } : {}) }),
    })
    const dialog = await screen.findByRole('dialog', { name: 'Something went wrong...' })
    expect(within(dialog).getByText(message)).toBeTruthy()
  })
})

describe('the comparison', () => {
  const page = {
    address: { area: 'submissions', collectionId: 'c23056', submissionId },
    instId: '0001',
    mode: 'live',
    page: pageAt('QUALITY_PROCESSING_COMPLETE'),
    status: 'QUALITY_PROCESSING_COMPLETE',
    steps: [],
  }

  it('of the quality report is what its download saves', async () => {
    const path = 'GET /submissions/{id}/validations/compare/{previousId}'
    const { user, services } = await show(
      <Routes>
        <Route element={<Outlet context={page} />}>
          <Route path="/reports" element={<QualityAssurance />} />
        </Route>
      </Routes>,
      {
        user: submitter,
        at: '/reports?qr.f.previous=b',
        answers: {
          [path]: {
            validations: [rule('QR.1', { Standing: 'worse' })],
            comparedWith: { submissionId: 'b', uploadedDate: '2024-10-01T08:00:00Z', fileName: 'b.xml' },
            uploads: [],
            pagingMetadata: { totalResultsCount: 1, limit: -1, offset: 0 },
          },
          [`${path} text/csv`]: 'the comparison',
          'GET /submissions/{id}/validations text/csv': 'the plain report',
        },
      },
    )
    await screen.findByText('Worse', { selector: 'td *' })
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Download results' }))
    await vi.waitFor(() => expect(services.saveBlob).toHaveBeenCalled())
    expect(vi.mocked(services.saveBlob).mock.calls).toEqual([
      [expect.stringMatching(/^QualityRuleComparison\./), 'the comparison'],
    ])
  })

  it('of a credibility report is what its downloads save', async () => {
    const compare =
      'GET /credibilityapi/get-compare-data/{reportCode}/{currentSubmissionId}/{previousSubmissionId}'
    const own = 'GET /credibilityapi/credibilityreport/{reportCode}/{submissionId}'
    const [comparison, plain] = [new Blob(['the comparison']), new Blob(['the plain report'])]
    const { user, services } = await show(
      <Routes>
        <Route element={<Outlet context={page} />}>
          <Route path="/reports/:reportCode" element={<CredibilityReportPage />} />
        </Route>
      </Routes>,
      {
        user: submitter,
        at: '/reports/SEN1?cr.f.compare=1&cr.f.previous=b',
        answers: {
          [compare]: credibilityReport,
          [`${compare} text/csv`]: 'the comparison',
          [`${compare} ${workbookType}`]: comparison,
          [own]: credibilityReport,
          'POST /files/acr/url/{reportCode}/csv text/csv': 'the plain report',
          [`${own}/xlsx ${workbookType}`]: plain,
          'GET /credibility/{submissionId}/get-reports/{providerId}': { chapters: [] },
          'GET /submissions/{uuid}/notes': { notes: [] },
          'GET /credibility/{submissionId}/get-previous-submissions/{collectionId}/{instId}': {
            previousSubmissions: [
              { submissionId: 'b', uploadedDate: '2024-10-01T08:00:00Z', fileName: 'b.xml' },
            ],
            lastYear: null,
          },
        },
      },
    )
    const saved = () => vi.mocked(services.saveBlob).mock.calls
    const saveBoth = async () => {
      await user.click(screen.getByRole('button', { name: 'Download as CSV' }))
      await user.click(screen.getByRole('button', { name: 'Download workbook' }))
    }
    await screen.findByText('1 value differs from the compared submission.')
    await saveBoth()
    await vi.waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved()).toEqual([
      [`SEN1Comparison.${submissionId}.b.csv`, 'the comparison'],
      [`SEN1Comparison.${submissionId}.b.xlsx`, comparison],
    ])

    vi.mocked(services.saveBlob).mockClear()
    await user.click(screen.getByRole('switch', { name: 'Compare' }))
    await screen.findByText(/^2 shaded cells/)
    await saveBoth()
    await vi.waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved()).toEqual([
      [`SEN1.${submissionId}.csv`, 'the plain report'],
      [`SEN1.${submissionId}.xlsx`, plain],
    ])
  })
})

describe('frequency counts', () => {
  const field = (name: string) => ({ field: name, total: 0, values: [] })
  const entities: FrequencyCounts['entities'] = [
    { entity: 'Student', fields: [field('SEXID'), field('ETHNIC')] },
    { entity: 'Engagement', fields: [field('FEEELIG')] },
  ]

  it('finds entities with all their fields and single fields', () => {
    expect(matching(entities, 'student')).toEqual([entities[0]])
    expect(matching(entities, 'feeelig')).toEqual([entities[1]])
    expect(matching(entities, 'sex')).toEqual([{ entity: 'Student', fields: [field('SEXID')] }])
    expect(matching(entities, ' ')).toEqual(entities)
  })

  it('says that there is no report', () => {
    render(
      <FrequencyCountsView
        counts={{ ...loading, status: 'failed' }}
        hidesZero={false}
        onHideZero={() => {}}
        typed=""
        search=""
        onType={() => {}}
        expanded={[]}
        onExpand={() => {}}
      />,
    )
    expect(screen.getByText('No results found for this submission.')).toBeTruthy()
  })
})
