import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Outlet, Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { QualityRuleDetail } from '../../../src/domain/wire/quality.ts'
import type { FrequencyCounts } from '../../../src/domain/wire/reports.ts'
import {
  FrequencyCountsView,
  matching,
} from '../../../src/features/submissions/additional-reports/FrequencyCountsView.tsx'
import {
  CredibilityView,
  type CredibilityViewProps,
} from '../../../src/features/submissions/credibility/view.tsx'
import { Component as QualityAssurance } from '../../../src/features/submissions/quality/page.tsx'
import { Component as RuleDetail } from '../../../src/features/submissions/rule/page.tsx'
import { RuleView } from '../../../src/features/submissions/rule/view.tsx'
import { tableState } from '../../../src/ui/index.ts'
import { guest, submitter } from '../support/people.ts'
import { show } from '../support/services.tsx'
import { credibilityReport, loading, ready, rule, submissionId } from './fixtures.ts'

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
    expect(
      screen.getByText('2 shaded cells: 1 credibility issue outside what is expected, 1 to look at.'),
    ).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Why this cell is shaded/ })).toHaveLength(2)
    const why = screen.getByRole('button', {
      name: 'Why this cell is shaded: First degree, Part-time',
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
    showCredibility({ recordsRefusal: 'Withheld: needs the role Submitter or Sign-off' })
    expect(screen.queryByRole('button', { name: /^Show the records behind/ })).toBeNull()
    expect(
      screen.getByText('The records behind the figures: Withheld: needs the role Submitter or Sign-off.'),
    ).toBeTruthy()
  })

  it('says in the place of the records, or of a value of them, why they are withheld', () => {
    const withheld = 'Withheld: needs the role Special category data'
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
    expect(
      screen.getByText('2 shaded cells: 1 credibility issue outside what is expected, 1 to look at.'),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /Previous submission/ }))
    await userEvent.click(await screen.findByRole('option', { description: 'a.xml' }))
    expect(onChange).toHaveBeenCalledWith({ isComparing: true, previousId: previous[0]!.submissionId })
    await userEvent.click(screen.getByRole('switch', { name: 'Compare' }))
    expect(onChange).toHaveBeenLastCalledWith({ isComparing: false, previousId: undefined })
    cleanup()

    const compared = { ...comparing, previousId: previous[0]!.submissionId }
    showCredibility({ compare: compared, isCompared: true })
    expect(screen.getByText('1 figure differs from the compared submission.')).toBeTruthy()
    expect(screen.queryByText('Outside what is expected: explain or correct')).toBeNull()
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

const detail: QualityRuleDetail = {
  Code: 'QR.1',
  Name: 'A rule',
  Population: 300,
  Failures: 100,
  Regulator: { code: '5016', name: 'Office for Higher Education', shortName: 'OHE' },
  Tolerance: '0 records and 20%',
  Status: '1',
  Measures: 'records',
  MeasuredPercent: null,
  Compared: null,
  Allowed: { from: 0, to: 20 },
  Uploads: [],
  Columns: [
    { Name: 'SID', Kind: 'identifier', IsAtFault: false, IsOpen: true },
    { Name: 'BIRTHDTE', Kind: 'value', IsAtFault: true, IsOpen: true },
  ],
  results: [
    {
      RowIdentifier: 'SID 1',
      LineNumber: 1200,
      Student: 12,
      Details: [
        { Name: 'SID', Value: '1' },
        { Name: 'BIRTHDTE', Value: null },
      ],
    },
  ],
  validation: {
    Description: 'What the rule says.',
    GuidanceUrl: 'https://example.org/g',
    Version: '1.0.0',
    Guidance: [
      { kind: 'heading', content: [{ kind: 'text', text: 'What to do' }] },
      {
        kind: 'list',
        isOrdered: true,
        items: [
          [
            { kind: 'text', text: 'Return ' },
            { kind: 'field', text: 'Student.BIRTHDTE' },
            { kind: 'text', text: '<b>now</b>.' },
          ],
        ],
      },
    ],
    Sql: { population: 'Student.BIRTHDTE is null', fails: 'true' },
    Examples: [{ says: 'fails', sets: 'Student.BIRTHDTE: 2024', because: 'boundary' }],
  },
  pagingMetadata: { totalResultsCount: 100, limit: 10, offset: 0 },
}

const beside = {
  previous: { href: '/rules/1', name: 'The one before' },
  next: undefined,
  place: 12,
  total: 12,
}

const showRule = (
  change: Partial<QualityRuleDetail> = {},
  changes: Parameters<typeof RuleView>[0]['changes'] = undefined,
) =>
  render(
    <RuleView
      note={null}
      changes={changes}
      neighbours={beside}
      detail={ready({ ...detail, ...change })}
      table={tableState()}
      onTableChange={() => {}}
      onDownload={() => {}}
      isDownloading={false}
      downloadProblem={undefined}
      downloadRefusal={undefined}
      typed=""
      onType={() => {}}
      onSearch={() => {}}
      studentHref={student => `/students/${student}`}
      backHref="/reports"
    />,
  )

describe('rule detail', () => {
  it('shows which records are new, still there or mended since the last upload', () => {
    const [record] = detail.results
    const changed = {
      comparedWith: {
        submissionId,
        uploadedDate: '2024-10-01T08:00:00Z',
        fileName: 'first.xml',
      },
      counts: { new: 0, still: 98, mended: 1 },
      results: [{ ...record!, RowIdentifier: 'SID 7', Details: [{ Name: 'SID', Value: '7' }] }],
      pagingMetadata: { totalResultsCount: 1, limit: 10, offset: 0 },
    }
    showRule(
      {},
      {
        resource: ready(changed),
        shown: 'mended',
        hrefOf: kind => `?since=${kind ?? ''}`,
        onDownload: () => {},
        isDownloading: false,
      },
    )
    expect(
      within(screen.getByRole('navigation', { name: /^Failing records against the upload of 0?1 Oct/ }))
        .getAllByRole('link')
        .map(link => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      [expect.stringMatching(/^All/), '?since='],
      ['New0', '?since=new'],
      ['Still there98', '?since=still'],
      ['Mended1', '?since=mended'],
    ])
    const rows = within(screen.getByRole('table', { name: /^Records that fail/ })).getAllByRole('row')
    expect(rows[1]?.textContent).toContain('7')
    // The number of the student is of this file, the record of the one before.
    expect(within(rows[1]!).queryByRole('link')).toBeNull()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.getByText(/do not any more, with their values and lines there/)).toBeTruthy()
  })

  it('shows figures, description and the records that fail, a column for each identifier and value', () => {
    showRule()
    expect(screen.getByText('33.33%')).toBeTruthy()
    expect(screen.getByText('What the rule says.')).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'SID',
      'BIRTHDTEAt fault',
      'Line',
    ])
    const row = screen.getAllByRole('row')[1]
    expect(row?.textContent).toBe('1At fault --1,200')
    expect(screen.getByRole('link', { name: '1' }).getAttribute('href')).toBe('/students/12')
    expect(screen.getByRole('link', { name: /Guidance/ }).getAttribute('href')).toBe('https://example.org/g')
  })

  it('leads on in the order of the report that one came from, by links and by keys', async () => {
    const gone = vi.fn((event: MouseEvent) => event.preventDefault())
    document.addEventListener('click', gone, true)
    showRule()
    const ways = within(screen.getByRole('navigation', { name: 'Rules of the report' }))
    const link = ways.getByRole('link', { name: 'Previous: The one before' })
    expect(link.getAttribute('href')).toBe('/rules/1')
    expect(ways.getByText('12 of 12')).toBeTruthy()
    expect(ways.getByRole('button', { name: /^Next/ }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.keyboard('n')
    expect(gone).not.toHaveBeenCalled()
    await userEvent.keyboard('p')
    expect(gone.mock.calls.map(([event]) => event.target)).toEqual([link])
    document.removeEventListener('click', gone, true)
  })

  it('makes no link of a guidance address that is not of the web', () => {
    showRule({ validation: { ...detail.validation, GuidanceUrl: 'javascript:alert(1)' } })
    expect(screen.queryByRole('link', { name: /Guidance/ })).toBeNull()
  })

  it('offers one file of all results above 1,000 failures', () => {
    showRule({ Failures: 1001, Population: 2000 })
    expect(screen.getByRole('button', { name: 'Download all results' })).toBeTruthy()
    expect(screen.getByText(/More than 1,000 records fail this rule/)).toBeTruthy()
  })

  const showScreen = (answer: QualityRuleDetail | (() => QualityRuleDetail), user = submitter) => {
    const page = {
      address: { area: 'submissions', collectionId: 'c23056', submissionId },
      instId: '0001',
      mode: 'live',
    }
    const path = 'GET /submissions/{id}/validations/{validationId}'
    return show(
      <Routes>
        <Route element={<Outlet context={page} />}>
          <Route path="/reports/quality/:rule/:regulatorCode" element={<RuleDetail />} />
        </Route>
      </Routes>,
      {
        user,
        at: '/reports/quality/QR.1/5016',
        answers: {
          [path]: answer,
          [`${path} text/csv`]: 'SID,Line',
          [`${path} text/uri-list`]: '/api/store/failures.csv\r\n',
        },
      },
    )
  }

  const wholeFile: QualityRuleDetail = {
    ...detail,
    Failures: 4312,
    Population: 34221,
    Tolerance: '-10% to 10%',
    Measures: 'file',
    MeasuredPercent: 12.6,
    results: [],
    pagingMetadata: { ...detail.pagingMetadata, totalResultsCount: 0 },
  }

  it('says of a rule that compares whole files what it is, and lists no records', async () => {
    await showScreen(wholeFile)
    const button = await screen.findByRole('button', { name: 'Download results' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText(/the rule is held against the file as a whole/)).toBeTruthy()
    expect(screen.getByText(/compares a figure of the whole file with that of the record/)).toBeTruthy()
    expect(screen.getByText('+12.60%')).toBeTruthy()
    for (const absent of [/More than/, /No results found/, /RowIdentifier/, '4,312'])
      expect(screen.queryByText(absent)).toBeNull()
  })

  it('shows this file, last year, difference and tolerance of such a rule, as a picture and as a table', async () => {
    const Compared = {
      of: 'FTE of all engagements',
      change: 'percent',
      now: 38_533.4,
      before: 34_221,
    } as const
    showRule({ ...wholeFile, Compared, Allowed: { from: -10, to: 10 } })
    for (const figure of ['38,533.4', '34,221', '+4,312.4', '+12.60%'])
      expect(screen.getByText(figure)).toBeTruthy()
    expect(screen.getByRole('img', { name: '890.3 above what the tolerance allows.' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const rows = within(screen.getByRole('table', { name: 'FTE of all engagements' })).getAllByRole('row')
    expect(rows.at(-1)?.textContent).toBe('Allowed30,798.9 – 37,643.1')
  })

  it('has guidance of its own: what its authors wrote as text, and fields that lead to the dictionary', () => {
    showRule({})
    const field = screen.getByRole('link', { name: 'Student.BIRTHDTE' })
    expect(field.getAttribute('href')).toBe('/specification#Student.BIRTHDTE')
    expect(field.closest('li')?.textContent).toBe('Return Student.BIRTHDTE<b>now</b>.')
  })

  it('has its examples, its SQL for who wants it, and how it went over the uploads', async () => {
    const upload = { submissionId, uploadedDate: '2024-10-01T08:00:00Z' }
    showRule({
      Uploads: [
        { ...upload, Failed: 180 },
        { ...upload, submissionId: 'b', Failed: 100 },
      ],
    })
    await userEvent.click(screen.getByRole('button', { name: '1 example' }))
    expect(screen.getByText('Student.BIRTHDTE: 2024')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show its SQL' }))
    expect(screen.getByText('Student.BIRTHDTE is null')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'From the oldest upload to this one: 180, 100' })).toBeTruthy()
  })

  it('says that there is no record to compare with', () => {
    showRule({ ...wholeFile, MeasuredPercent: null })
    expect(screen.getByText('No record to compare with')).toBeTruthy()
  })

  it('says in the place of its records, or of a value of them, why they are withheld', () => {
    const withheld = 'Withheld: needs the role Special category data'
    showRule({ withheld, results: [] })
    expect(screen.getByText(withheld)).toBeTruthy()
    expect(screen.queryByText('No results found.')).toBeNull()
    cleanup()
    showRule({
      Columns: [{ Name: 'ETHNIC', Kind: 'value', IsAtFault: false, IsOpen: false }],
      results: [
        {
          RowIdentifier: 'SID 1',
          LineNumber: 7,
          Student: null,
          Details: [{ Name: 'ETHNIC', Value: withheld }],
        },
      ],
    })
    expect(screen.getAllByRole('row')[1]?.textContent).toBe(`${withheld}7`)
    expect(screen.queryByRole('button', { name: 'ETHNIC' })).toBeNull()
  })

  it('shows a guest no single record, says why, and asks for none', async () => {
    const asked = vi.fn(() => detail)
    await showScreen(asked, guest)
    expect(
      await screen.findByText(
        'Withheld: needs the role Submitter or Sign-off. How many records fail each rule stands in the quality report.',
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(asked).not.toHaveBeenCalled()
  })

  it.each([
    ['saves', 'few', 1000, 'saveText', ['QR.1.5016.', 'SID,Line']],
    ['lets the store send', 'many', 1001, 'download', ['/api/store/failures.csv']],
  ] as const)('%s %s results', async (_, __, Failures, saved, expected) => {
    const shown = await showScreen({ ...detail, Population: 2000, Failures })
    await shown.user.click(await screen.findByRole('button', { name: /^Download (all )?results$/ }))
    const call = vi.mocked(shown.services[saved]).mock.calls[0] ?? []
    expect(call.map((argument, at) => String(argument).startsWith(expected[at] ?? ''))).toEqual(
      expected.map(() => true),
    )
  })
})

describe('the comparison', () => {
  it('is what its download saves', async () => {
    const path = 'GET /submissions/{id}/validations/compare/{previousId}'
    const page = {
      address: { area: 'submissions', collectionId: 'c23056', submissionId },
      instId: '0001',
      mode: 'live',
      status: 'QUALITY_PROCESSING_COMPLETE',
      steps: [],
    }
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
    await vi.waitFor(() => expect(services.saveText).toHaveBeenCalled())
    expect(vi.mocked(services.saveText).mock.calls).toEqual([
      [expect.stringMatching(/^QualityRuleComparison\./), 'the comparison'],
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
