import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { problem } from '../../../src/domain/problem.ts'
import { message } from '../../../src/messages/message.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'
import { loading, rule, specialistRule, submissionId } from './fixtures.ts'

import {
  before,
  headers,
  noRaising,
  previous,
  reportOf,
  reportProps,
  ruleRows,
  showReport,
  table,
  two,
} from './qualityFixtures.tsx'

describe('rules that are explained together', () => {
  const choice = (change: object = {}) => ({
    chosen: [] as string[],
    refusalOf: () => undefined,
    onChoose: vi.fn(),
    clear: vi.fn(),
    isOpen: false,
    open: vi.fn(),
    close: vi.fn(),
    assignee: undefined,
    onAssignee: vi.fn(),
    usesLast: false,
    useLast: vi.fn(),
    ...change,
  })
  const boxes = () => within(screen.getByRole('table')).getAllByRole('checkbox', { name: /^Select/ })

  it('are ticked where their issue can be explained; the reason stands at the others', async () => {
    const refused = message('issue', 'isLatest.fails')
    const explaining = choice({
      refusalOf: ({ code }: { code: string }) => (code === 'QR.2' ? refused : undefined),
    })
    showReport({ explaining })
    const [first] = boxes()
    const other = within(screen.getByRole('table')).getByRole('checkbox', { name: /^Select QR\.2,/ })
    const reason = document.getElementById(other.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe(inEnglish(refused))
    await userEvent.click(other)
    expect(explaining.onChoose).not.toHaveBeenCalled()
    await userEvent.click(first!)
    expect(explaining.onChoose).toHaveBeenCalledExactlyOnceWith([expect.anything()], true)
    expect(screen.queryByRole('button', { name: /^Explain/ })).toBeNull()
  })

  it('are explained, forgotten, or joined by all others shown that can be', async () => {
    const [line] = reportOf(two).lines
    const chosen = [`${line?.code} ${line?.regulatorCode}`]
    const explaining = choice({ chosen })
    showReport({ explaining })
    await userEvent.click(screen.getByRole('button', { name: 'Explain 1 rule' }))
    expect(explaining.open).toHaveBeenCalledOnce()
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 2 rows shown' })
    expect(all.indeterminate).toBe(true)
    await userEvent.click(all)
    expect(explaining.onChoose).toHaveBeenCalledExactlyOnceWith(
      [expect.objectContaining({ code: line?.code }), expect.objectContaining({ code: 'QR.2' })],
      true,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(explaining.clear).toHaveBeenCalledOnce()
  })

  it('are offered to nobody who explains nothing', () => {
    showReport()
    expect(within(screen.getByRole('table')).queryByRole('checkbox')).toBeNull()
  })
})

describe('Quality Report', () => {
  it('has the columns of the specification, sorted by failures descending', () => {
    showReport({ table: { ...table, hidden: [] } })
    expect(headers()).toEqual([
      'Rule',
      'Status',
      'Failure',
      'Tolerance00.1110100%',
      'Population',
      'Regulator',
      'Issue status',
      'Actions',
    ])
    expect(screen.getByRole('columnheader', { name: 'Failure' }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.queryByRole('button', { name: 'Regulator' })).toBeNull()
  })

  it.each([
    ['provider', 'Do not change your file because of it. Tell Bedel'],
    ['agency', 'Correct the rule in a new ruleset'],
    ['statutory_customer', 'Do not use it to judge the file'],
  ] as const)(
    'flags a rule at fault in place of a percentage, and tells a %s what to do',
    (reader, words) => {
      const figures = { PopulationCount: 3, FailureCount: 5, IsRuleDefect: true }
      for (const isCompared of [false, true]) {
        showReport({ reader, report: reportOf([rule('QR.1', figures), rule('QR.2')], { isCompared }) })
        expect(screen.getByText('1 faulty rule')).toBeTruthy()
        expect(screen.getByText(words, { exact: false })).toBeTruthy()
        const row = within(ruleRows().find(({ textContent }) => textContent?.includes('QR.1'))!)
        expect(row.getByText('Faulty rule').closest('td')?.textContent).toBe('5Faulty rule')
        expect(row.getByRole('img', { name: 'Faulty rule: no share available' })).toBeTruthy()
        expect(screen.getAllByText('Faulty rule')).toHaveLength(1)
        expect(document.body.textContent).not.toContain('166.67')
        cleanup()
      }
    },
  )

  it('groups specialist regulators under their rule', () => {
    showReport({ table: { ...table, hidden: [], expanded: [`${specialistRule.Id} 5016`] } })
    const rows = ruleRows().map(row => row.textContent)
    expect(rows[0]).toMatch(/QR\.C23056\.Engagement\.ENGSTARTDATE\.2.*OHE/)
    expect(rows[1]).toMatch(/QR\.C23056\.Engagement\.ENGSTARTDATE\.2.*Inside tolerance.*TTB/)
    const [first] = screen.getAllByRole('link', { name: specialistRule.Name })
    const [second] = screen.getAllByRole('link', { name: specialistRule.Code })
    expect(first?.getAttribute('href')).toMatch(/\/reports\/quality\/QR\.C23056[^/]*\/5016$/)
    expect(second?.getAttribute('href')).toMatch(/\/5101$/)
  })

  it('puts what blocks submitting first, under its own heading, or groups by entity', () => {
    showReport()
    const headings = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(headings()[0]).toBe('Operational: 1 rule blocks submission')
    expect(headings()[2]).toBe('Quality: 1 to correct or explain')
    cleanup()
    // A file of the online validation tool is only checked: nothing is submitted, and nothing explained.
    showReport({ address: { area: 'online-validation', collectionId: 'c-23056', submissionId } })
    expect(headings()[0]).toBe('Operational (blocks): 1 of 1 outside tolerance')
    expect(headings()[2]).toBe('Quality: 1 of 1 outside tolerance')
    cleanup()
    const filters = { status: ['1'], group: ['entity'] }
    showReport({ report: reportOf([rule('QR.A', { Entity: 'Leaver' }), rule('QR.B')], { filters }) })
    expect(headings().filter(text => text?.includes('outside tolerance'))).toEqual([
      'Engagement: 1 of 1 outside tolerance',
      'Leaver: 1 of 1 outside tolerance',
    ])
  })

  it('draws the failures against the tolerance, and says it in words', () => {
    const change = rule('QR.FTE', {
      FailureCount: 4312,
      MeasuredPercent: 12.6,
      Tolerances: [{ toleranceTypeId: 3, toleranceFrom: -10, toleranceTo: 10 }],
      Allowed: { from: -10, to: 10 },
    })
    const points = rule('QR.FIRSTS', {
      ...change,
      Code: 'QR.FIRSTS',
      MeasuredPercent: 4.2,
      MeasuredIn: 'points',
    })
    const any = rule('QR.ANY', { Allowed: null, ConjoinedTolerances: '' })
    showReport({ report: reportOf([rule('QR.1'), change, points, any]) })
    expect(screen.getAllByRole('img').map(picture => picture.getAttribute('aria-label'))).toEqual([
      '2.26% fail, 20% allowed',
      '2.26% fail, no limit',
      'Changed by 12.6%, -10% to 10% allowed',
      'Changed by 4.2 points, -10 to 10 points allowed',
    ])
    expect(screen.getByText('No limit')).toBeTruthy()
    expect(screen.getByText('+4.20 points')).toBeTruthy()
  })

  it('lists rules that measure the whole file in a group of their own, without failures and population', () => {
    const measured = rule('QR.FTE', {
      PopulationCount: 4012,
      FailureCount: 4312,
      MeasuredPercent: -12.6,
      MeasuredNow: 3768.5,
      MeasuredBefore: 4312,
      Tolerances: [{ toleranceTypeId: 3, toleranceFrom: -10, toleranceTo: 10 }],
      ConjoinedTolerances: '-10% to 10%',
      Allowed: { from: -10, to: 10 },
    })
    showReport({ report: reportOf([measured, rule('QR.1')]) })
    const headings = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(headings.filter(text => text?.startsWith('Measured'))).toEqual([
      'Measured for the whole file: 1 of 1 outside tolerance. The middle of each bar is no change.',
    ])
    const cells = within(ruleRows().find(({ textContent }) => textContent?.includes('QR.FTE'))!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    const at = (name: string) => cells[headers().findIndex(header => header?.startsWith(name)) - 1]
    expect(at('Failure')).toBe('')
    expect(at('Population')).not.toContain('4,012')
    expect(at('Change')).toBe('-12.60%3,768.5 now, 4,312 expected')
    expect(at('Tolerance')).toContain('-10% to 10%')
    cleanup()
    showReport({ report: reportOf([rule('QR.1')]) })
    expect(headers()).not.toContain('Change')
  })

  it('links the name of a rule to its records', () => {
    showReport()
    const [line] = reportOf(two).lines
    const [link] = screen.getAllByRole('link', { name: line?.name ?? '' })
    expect(link?.getAttribute('href')).toContain(line?.code)
  })

  it('tells what has become of the issue of a rule, and has no issues in online validation', () => {
    const status = {
      code: 'OVERRIDE_GRANTED',
      name: 'Genuine - override granted',
      isOpen: false,
      awaits: 'nobody',
    } as const
    const issue = { id: '00000000-0000-4000-8000-000000000001', status, link: '/issues/1' }
    showReport({ report: reportOf([rule('QR.A', { issue }), rule('QR.B')]) })
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
    showReport({ issues: undefined })
    expect(headers()).not.toContain('Issue status')
    expect(screen.queryByRole('group', { name: 'Issue status' })).toBeNull()
  })

  it.each([
    ['with a link and the right', '/issues/1', true, true],
    ['that the register has not taken in', null, true, false],
    ['that the reader may not view', '/issues/1', false, false],
  ])('leads to an issue %s: %s, %s', async (_, link, mayView, leads) => {
    const status = { code: 'OPEN', name: 'Open', isOpen: true, awaits: 'nobody' } as const
    const issue = { id: '00000000-0000-4000-8000-000000000001', status, link }
    showReport({
      report: reportOf([rule('QR.A', { issue })]),
      issues: { ...noRaising, mayView },
    })
    expect(screen.queryAllByRole('link', { name: 'Open' })).toHaveLength(leads ? 1 : 0)
    await userEvent.click(screen.getByRole('button', { name: /^More actions for QR\.A/ }))
    expect(screen.queryAllByRole('menuitem', { name: 'View issue' })).toHaveLength(leads ? 1 : 0)
  })

  it('says why an issue was not created', () => {
    const reason = 'You can create an issue only for the most recently uploaded submission.'
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
    expect(props.report.change).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(props.report.change).toHaveBeenCalledWith({ search: 'dob' })
  })

  it('offers filters with the number of rules that each would leave', async () => {
    const props = showReport({ report: reportOf([...two, rule('QR.3', { Status: '0', Entity: 'Leaver' })]) })
    const boxes = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('checkbox')
        .map(box => box.closest('label')?.textContent)
    expect(boxes('Status')).toEqual(['Outside tolerance2', 'Inside tolerance1'])
    expect(boxes('Type')).toEqual(['Operational (blocks)1', 'Quality1'])
    expect(boxes('Entity')).toEqual(['Engagement2'])
    expect(boxes('Regulator')).toEqual(['OHE2'])
    expect(screen.queryByRole('group', { name: 'Since last upload' })).toBeNull()
    await userEvent.click(screen.getByRole('checkbox', { name: /^Quality/ }))
    expect(props.report.chooseFacet).toHaveBeenCalledWith('kind', ['quality'])
  })

  it('gives the figures of each regulator, and says why they add up to more than the rules', () => {
    showReport({ report: reportOf([...two, rule('QR.3', { Status: '0' })]) })
    expect(screen.getByText(/^OHE 2 of 3 · TTB 0 of 1\./).textContent).toContain(
      'Rules set by several regulators are counted once in the total',
    )
  })

  it('has no comparison for a first upload', () => {
    showReport()
    expect(screen.queryByRole('button', { name: /Compare with/ })).toBeNull()
    expect(headers().some(header => header?.startsWith('Since'))).toBe(false)
  })

  it("stands beside last year's signed-off submission, also where it is the first upload", async () => {
    const lastYear = { ...before, submissionId: 'last-year', collectionName: 'Student 2022/23' }
    const props = showReport({ lastYear })
    await userEvent.click(screen.getByRole('button', { name: /None Compare with/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Student 2022\/23, signed off/ }))
    expect(props.report.change).toHaveBeenCalledWith({ previousId: 'last-year' })
  })

  it('stands beside the last upload, and beside any other that is chosen', async () => {
    const compared = rule('QR.3', {
      PrevPopulationCount: 10,
      PrevFailureCount: 1,
      FailureChange: 411,
      Standing: 'worse',
      Trend: [1, 412],
    })
    const props = showReport({
      previous,
      table: { ...table, hidden: [] },
      report: reportOf([compared], { isCompared: true }),
    })
    expect(headers()).toEqual([
      'Rule',
      'Status',
      'Since 1 Oct',
      'Previous population',
      'Previous failure',
      'Failure',
      'Tolerance00.1110100%',
      'Population',
      '2 uploads',
      'Regulator',
      'Issue status',
      'Actions',
    ])
    expect(within(ruleRows()[0]!).getByText('Worse').closest('td')?.textContent).toBe('Worse+411')
    expect(screen.getByRole('img', { name: '2 uploads: 1, 412' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /01 Oct 2024 08:00 UTC Compare with/ }))
    await userEvent.click((await screen.findAllByRole('option'))[1]!)
    expect(props.report.change).toHaveBeenCalledWith({ previousId: before.submissionId })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Hide unchanged values' }))
    expect(props.report.change).toHaveBeenCalledWith({ hidesUnchanged: true })
  })

  it.each<[Parameters<typeof reportOf>[1], string]>([
    [{ search: 'nothing' }, 'No results found for that criteria.'],
    [
      { filters: { status: ['1'] } },
      'No results found because your quality report contains no rule failures which are outside tolerance.',
    ],
    [{ filters: { status: ['0'], entity: ['Leaver'] } }, 'No results found for that criteria.'],
  ])('says why it is empty: %o', (chosen, message) => {
    showReport({ report: reportOf([rule('QR.1', { Status: '0' })], chosen) })
    expect(screen.getByText(message)).toBeTruthy()
  })

  it('says that no rule is inside tolerance', () => {
    showReport({ report: reportOf([rule('QR.1')], { filters: { status: ['0'] } }) })
    expect(
      screen.getByText(
        'No results found because your quality report contains no rule failures which are inside tolerance.',
      ),
    ).toBeTruthy()
  })

  it('says that there is no data where no rule was run, and leads back', async () => {
    const props = showReport({
      report: { ...reportOf([]), resource: { ...reportOf([]).resource, retry: vi.fn() } },
    })
    expect(screen.getByText('No data available for this submission')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toMatch(/\/processing$/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(props.report.resource.retry).toHaveBeenCalledOnce()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('says that it failed', () => {
    const none = reportOf([])
    showReport({ report: { ...none, resource: { ...none.resource, ...loading, status: 'failed' } } })
    expect(screen.getByText('Error occurred when retrieving quality rules report')).toBeTruthy()
  })

  it('says why it could not be found out whether the detailed results are there, and asks again', async () => {
    const { downloads } = reportProps()
    const refused = {
      detailedProblem: problem('forbidden', 'Not yours.'),
      detailedRefusal: 'Could not check whether the detailed results are ready.',
    }
    showReport({ downloads: { ...downloads, ...refused } })
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByText(refused.detailedRefusal)).toBeTruthy()
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
    expect(downloads.onDetailedAgain).toHaveBeenCalledOnce()
  })

  it('offers the detailed results only when their file is there', async () => {
    const refusal = 'The detailed results are not ready yet.'
    const { downloads } = reportProps()
    showReport({ downloads: { ...downloads, detailedRefusal: refusal } })
    await userEvent.click(screen.getByRole('button', { name: 'Download' }))
    const item = await screen.findByRole('menuitem', { name: /Download detailed results/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain(refusal)
    await userEvent.click(screen.getByRole('menuitem', { name: /^Download results/ }))
    expect(downloads.onResults).toHaveBeenCalledOnce()
  })

  it('offers workbooks of the failing records, of all and by department', async () => {
    const { downloads } = showReport()
    for (const [name, kind] of [
      [/^Download workbook of failing records/, 'all'],
      [/^Download workbooks by department/, 'divided'],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: 'Download' }))
      const detailed = await screen.findByRole('menuitem', { name: /^Download detailed results/ })
      expect(detailed.textContent).toContain('1.2 MB, made 22 Nov 2026 10:00')
      await userEvent.click(screen.getByRole('menuitem', { name }))
      expect(downloads.onWorkbook).toHaveBeenLastCalledWith(kind)
    }
  })
})
