import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Outlet, Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { OrganisationType } from '../../../src/domain/organisation.ts'
import type { QualityRuleDetail } from '../../../src/domain/wire/quality.ts'
import { Component as RuleDetail } from '../../../src/features/submissions/rule/page.tsx'
import { RuleView } from '../../../src/features/submissions/rule/view.tsx'
import { tableState } from '../../../src/ui/index.ts'
import { guest, submitter } from '../support/people.ts'
import { show } from '../support/services.tsx'
import { ready, submissionId } from './fixtures.ts'

const detail: QualityRuleDetail = {
  Code: 'QR.1',
  Name: 'A rule',
  Population: 300,
  Failures: 100,
  IsRuleDefect: false,
  Regulator: { code: '5016', name: 'Office for Higher Education', shortName: 'OHE' },
  Tolerance: '0 records and 20%',
  Status: '1',
  Measures: 'records',
  MeasuredPercent: null,
  Compared: null,
  Finding: null,
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
      Finding: 'The student was born on —.',
      Details: [
        { Name: 'SID', Value: '1' },
        { Name: 'BIRTHDTE', Value: null },
      ],
    },
  ],
  validation: {
    Description: 'What the rule requires.',
    Hint: 'Return the date of birth.',
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
  reader: OrganisationType = 'provider',
) =>
  render(
    <RuleView
      reader={reader}
      note={null}
      reference="23056"
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
  it.each([
    ['provider', 'Do not change your file because of it. Tell Bedel'],
    ['agency', 'Correct the rule in a new ruleset'],
    ['statutory_customer', 'Do not use it to judge the file'],
  ] as const)(
    'tells a reader of a %s what to do about a rule at fault, and no percentage',
    (reader, words) => {
      showRule({ Population: 3, Failures: 5, IsRuleDefect: true }, undefined, reader)
      expect(screen.getByText(words, { exact: false })).toBeTruthy()
      expect(screen.getAllByText('Faulty rule')).toHaveLength(2)
      expect(document.body.textContent).not.toContain('166.67')
    },
  )

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
      within(screen.getByRole('navigation', { name: /^Failing records compared with the upload of 0?1 Oct/ }))
        .getAllByRole('link')
        .map(link => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      [expect.stringMatching(/^All/), '?since='],
      ['New0', '?since=new'],
      ['Still failing98', '?since=still'],
      ['Fixed1', '?since=mended'],
    ])
    const rows = within(screen.getByRole('table', { name: /^Records that fail/ })).getAllByRole('row')
    expect(rows[1]?.textContent).toContain('7')
    // The number of the student is of this file, the record of the one before.
    expect(within(rows[1]!).queryByRole('link')).toBeNull()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.getByText(/no longer fail, with their values and lines in that file/)).toBeTruthy()
  })

  it('shows figures, requirement, hint and the failing records, each with its finding and a column for each identifier and value', () => {
    showRule()
    expect(screen.getByText('33.33%')).toBeTruthy()
    expect(screen.getByText('What the rule requires.')).toBeTruthy()
    expect(screen.getByText('The student was born on —.')).toBeTruthy()
    expect(screen.getByText('Return the date of birth.')).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'SID',
      'Finding',
      'BIRTHDTEError',
      'Line',
    ])
    const row = screen.getAllByRole('row')[1]
    expect(row?.textContent).toBe('1The student was born on —.Error --1,200')
    expect(screen.getByRole('link', { name: '1' }).getAttribute('href')).toBe('/students/12')
    expect(screen.getByRole('link', { name: /Guidance/ }).getAttribute('href')).toBe('https://example.org/g')
  })

  it('leads on in the order of the report that one came from, by links and by keys', async () => {
    const gone = vi.fn((event: MouseEvent) => event.preventDefault())
    document.addEventListener('click', gone, true)
    showRule()
    const ways = within(screen.getByRole('navigation', { name: 'Rules in the report' }))
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
      collection: { id: 'c23056', reference: '23056', name: 'Student 2023/24' },
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
          [`${path} text/csv`]: new Blob(['SID,Line']),
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
    expect(screen.getByText(/the rule checks the whole file/)).toBeTruthy()
    expect(
      screen.getByText(/compares a value of the whole file with the last signed-off record/),
    ).toBeTruthy()
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
    expect(screen.getByRole('img', { name: '890.3 above the tolerance.' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const rows = within(screen.getByRole('table', { name: 'FTE of all engagements' })).getAllByRole('row')
    expect(rows.at(-1)?.textContent).toBe('Allowed30,798.9 – 37,643.1')
  })

  it('writes the change of a percentage in points', () => {
    const Compared = { of: 'Firsts, in percent', change: 'points', now: 41.2, before: 40 } as const
    const upload = { submissionId, uploadedDate: '2024-10-01T08:00:00Z' }
    showRule({
      ...wholeFile,
      MeasuredPercent: 1.2,
      Compared,
      Allowed: { from: -10, to: 10 },
      Uploads: [
        { ...upload, submissionId: 'b', Failed: -2.5 },
        { ...upload, Failed: 1.2 },
      ],
    })
    expect(screen.getAllByText('+1.20 points')).toHaveLength(2)
    expect(
      screen.getByRole('img', { name: 'From the oldest upload to this one: -2.50 points, +1.20 points' }),
    ).toBeTruthy()
    expect(screen.queryByText('+1.20%')).toBeNull()
  })

  it('has guidance of its own: what its authors wrote as text, and fields that lead to the dictionary', () => {
    showRule({})
    const field = screen.getByRole('link', { name: 'Student.BIRTHDTE' })
    expect(field.getAttribute('href')).toBe('/specification/23056#Student.BIRTHDTE')
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
    await userEvent.click(screen.getByRole('button', { name: 'Show SQL' }))
    expect(screen.getByText('Student.BIRTHDTE is null')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'From the oldest upload to this one: 180, 100' })).toBeTruthy()
  })

  it('says that there is no record to compare with', () => {
    showRule({ ...wholeFile, MeasuredPercent: null })
    expect(screen.getByText('No record to compare with')).toBeTruthy()
  })

  it('says in the place of its records, or of a value of them, why they are withheld', () => {
    const withheld = 'Withheld: requires the Special category data role'
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
          Finding: null,
          Details: [{ Name: 'ETHNIC', Value: withheld }],
        },
      ],
    })
    expect(screen.getAllByRole('row')[1]?.textContent).toBe(`${withheld}7`)
    expect(screen.queryByRole('button', { name: 'ETHNIC' })).toBeNull()
  })

  it('shows a guest no single record, says why, and asks for none', async () => {
    const handler = vi.fn(() => detail)
    await showScreen(handler, guest)
    expect(
      await screen.findByText(
        'Withheld: requires the Submitter or Sign-off role. The quality report shows the counts.',
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(handler).not.toHaveBeenCalled()
  })

  it.each([
    ['saves', 'few', 1000, 'saveBlob', ['QR.1.5016.', '[object Blob]']],
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
