import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aWhile } from '../support/services.tsx'
import { open } from '../support/specificationPage.tsx'

/* A rule on the page of a specification (specification 1 §2): providers beside its tolerance, and what is entered and not saved. */

describe('beside the tolerance of a rule', () => {
  const tolerance = (regulatorCode: string, shortName: string) => ({
    regulatorCode,
    name: shortName,
    shortName,
    conjunction: 'A',
    regulatorTypeCode: '01',
    regulatorTypeLabel: 'Primary',
    regulatorCategoryCode: 'P',
    toleranceId: 1,
    toleranceTypeId: 2,
    toleranceFrom: 5,
    toleranceTo: null,
  })
  const rule = {
    id: 'QR.A',
    code: 'QR.A',
    name: 'Rule A',
    description: 'A',
    guidanceUrl: '',
    updatedUtc: null,
    isChanged: false,
    measuredIn: null,
    regulators: [tolerance('5101', 'FCW'), tolerance('5016', 'OHE')],
  }
  const today = { conjunction: 'A', parts: [{ type: 2, from: 5, to: null }] }
  const spread = {
    collection: { reference: '23056', name: 'Student 2023/24' },
    today: [
      { regulatorCode: '5016', tolerance: today },
      { regulatorCode: '5101', tolerance: today },
    ],
    results: [0, 1, 6, 7, 9].map((failureCount, at) => ({
      instId: `000${at + 1}`,
      provider: `Provider ${at + 1}`,
      regulatorCodes: at === 0 ? ['5016', '5101'] : ['5016'],
      failureCount,
      populationCount: 100,
      measuredPercent: null,
    })),
    overridden: 1,
    unknown: 2,
  }
  const openRule = (others: object = {}) =>
    open(
      {
        'GET /specifications/{id}/validations': {
          validations: [rule],
          pagingMetadata: { total: 1, totalChanged: 0, filteredTotal: 1, totalDerivedFields: 0 },
        },
        'GET /specifications/{id}/validations/{validationId}/spread': spread,
        ...others,
      },
      '?sr.open=QR.A',
    )

  it('stand its test records, and who changed what', async () => {
    const { user } = await openRule({
      'GET /specifications/{specId}/validations/{validationId}/history': {
        examples: [
          { outcome: 'passes', record: 'Student.SEXID: 10', because: null },
          { outcome: 'fails', record: 'Student.SEXID: 99', because: 'There is no such code.' },
        ],
        edits: [
          {
            at: '2026-03-01T09:00:00Z',
            by: 'Ivo Marsh',
            reason: 'Agents abroad do not ask',
            part: 'tolerance',
            regulatorCode: '5016',
            before: '2%',
            after: '5%',
          },
        ],
      },
    })
    await user.click(await screen.findByRole('link', { name: 'Test records and history' }, aWhile))
    const records = within(await screen.findByRole('table', { name: 'Test records' }, aWhile))
    expect(
      records
        .getAllByRole('row')
        .slice(1)
        .map(row => row.textContent),
    ).toEqual(['1PassingStudent.SEXID: 10', '2FailingStudent.SEXID: 99There is no such code.'])
    const edits = within(screen.getByRole('table', { name: 'Changes in this specification' }))
    expect(edits.getAllByRole('row')[1]?.textContent).toMatch(
      /Ivo MarshTolerance, .*2%5%Agents abroad do not ask$/,
    )
    expect(screen.getByRole('link', { name: 'Open the rule in its ruleset' })).toBeTruthy()
  })

  it('stand the providers of the latest results, and what another one turns is told as one types', async () => {
    const { user } = await openRule()
    const before = await screen.findByRole(
      'figure',
      { name: 'Providers and the tolerance: OHE, more than 5%' },
      aWhile,
    )
    expect(before.textContent).toContain(
      '3 of 5 providers would be outside. 1 without failing records has no bar.',
    )
    expect(within(before).getAllByRole('img')[0]?.getAttribute('aria-label')).toBe(
      'more than 0%, up to 1%: 1 inside',
    )
    const field = screen.getByRole('textbox', { name: 'Percentage for OHE' })
    await user.clear(field)
    await user.type(field, '8')
    const after = await screen.findByRole('figure', {
      name: 'Impact: OHE, more than 5% becomes more than 8%',
    })
    expect(after.textContent).toContain('1 of 5 providers would be outside.')
    for (const said of ['2 providers newly inside', '0 providers newly outside', '1 provider stays outside'])
      expect(screen.getByText(said)).toBeTruthy()
    expect(screen.getByText(/1 provider has its own tolerance/)).toBeTruthy()
    expect(screen.getByText(/2 providers are not shown, because their results come/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '3 providers outside or newly inside' }))
    const list = within(screen.getByRole('table', { name: '3 providers outside or newly inside' }))
    expect(
      list
        .getAllByRole('row')
        .map(row => row.textContent)
        .slice(1),
    ).toEqual([
      'Provider 5 (0005)91009.00%outside',
      'Provider 4 (0004)71007.00%newly inside',
      'Provider 3 (0003)61006.00%newly inside',
    ])
    expect(list.getByRole('link', { name: 'Provider 5 (0005)' }).getAttribute('href')).toBe(
      '/monitoring/providers/0005',
    )
    // While a value is in error the picture stays with what is stored.
    await user.clear(field)
    expect(
      screen.getByRole('figure', { name: 'Providers and the tolerance: OHE, more than 5%' }),
    ).toBeTruthy()
  })

  it('are shown in points where the rule compares percentages', async () => {
    const range = { toleranceTypeId: 3, toleranceFrom: -10, toleranceTo: 10 }
    const measuredPercent = [12.5, 1, -3]
    const { user } = await openRule({
      'GET /specifications/{id}/validations': {
        validations: [
          { ...rule, measuredIn: 'points', regulators: [{ ...tolerance('5016', 'OHE'), ...range }] },
        ],
        pagingMetadata: { total: 1, totalChanged: 0, filteredTotal: 1, totalDerivedFields: 0 },
      },
      'GET /specifications/{id}/validations/{validationId}/spread': {
        ...spread,
        today: [
          { regulatorCode: '5016', tolerance: { conjunction: 'A', parts: [{ type: 3, from: -10, to: 10 }] } },
        ],
        results: spread.results
          .slice(0, 3)
          .map((result, at) => ({ ...result, measuredPercent: measuredPercent[at] })),
      },
    })
    const figure = await screen.findByRole(
      'figure',
      { name: 'Providers and the tolerance: OHE, less than -10 or more than 10 points' },
      aWhile,
    )
    expect(figure.textContent).toContain('Providers by change in percentage points')
    expect(figure.textContent).toContain('tolerance 10 points')
    await user.click(screen.getByRole('button', { name: /^Provider outside/ }))
    const list = within(screen.getByRole('table', { name: /^Provider outside/ }))
    expect(list.getAllByRole('row').at(-1)?.textContent).toBe('Provider 1 (0001)0100+12.50 pointsoutside')
    expect(screen.getByRole('columnheader', { name: /^Change in percentage points/ })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/\d%/)
  })

  it('can be read as a table, bar by bar by the keyboard, and for another regulator', async () => {
    const { user } = await openRule()
    const figure = await screen.findByRole('figure', { name: /^Providers and the tolerance: OHE/ }, aWhile)
    const bars = within(figure).getAllByRole('img')
    expect(bars.filter(bar => bar.getAttribute('tabindex') === '0')).toEqual([bars[0]])
    bars[0]?.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(bars[1])
    await user.click(within(figure).getByRole('button', { name: 'Show as table' }))
    const rows = within(figure).getAllByRole('row')
    expect([...(rows[1]?.children ?? [])].map(cell => cell.textContent)).toEqual([
      'no failing records',
      '1',
      '0',
      '0',
      '0',
    ])
    await user.click(screen.getByRole('link', { name: 'FCW' }))
    expect(await screen.findByRole('figure', { name: /^Providers and the tolerance: FCW/ })).toBeTruthy()
  })

  it('shows no share of a provider where more records fail than there are', async () => {
    const results = spread.results.map(result => ({ ...result, failureCount: 109 })).slice(4)
    const { user } = await openRule({
      'GET /specifications/{id}/validations/{validationId}/spread': { ...spread, results },
    })
    await user.click(await screen.findByRole('button', { name: /^Provider outside/ }, aWhile))
    const rows = within(screen.getByRole('table', { name: /^Provider outside/ })).getAllByRole('row')
    expect(rows.at(-1)?.textContent).toBe('Provider 5 (0005)109100Faulty ruleoutside')
  })

  it('stands nothing where no collection has results', async () => {
    await openRule({
      'GET /specifications/{id}/validations/{validationId}/spread': {
        collection: null,
        today: [],
        results: [],
        overridden: 0,
        unknown: 0,
      },
    })
    expect(
      await screen.findByText('No collection has results to compare with the tolerance yet.', {}, aWhile),
    ).toBeTruthy()
  })
})

describe('what is entered for a rule and not saved', () => {
  const rules = ['QR.A', 'QR.B'].map(code => ({
    id: code,
    code,
    name: `Rule ${code}`,
    description: 'As it was.',
    guidanceUrl: '',
    updatedUtc: null,
    isChanged: false,
    regulators: [],
  }))
  /** The page with two rules, the words of both of them in sight. */
  const openWords = (save: () => unknown = () => undefined) =>
    open({
      'GET /specifications/{id}/validations': {
        validations: rules,
        pagingMetadata: { total: 2, totalChanged: 0, filteredTotal: 2, totalDerivedFields: 0 },
      },
      'PATCH /specifications/{specId}/validations/{validationId}': save,
    })
  const row = (code: string) => screen.getByRole('button', { name: new RegExp(`^Rule ${code}`) })
  const enter = async (user: UserEvent, code: string) => {
    await user.click(row(code))
    await user.click(screen.getByRole('link', { name: 'Rule Metadata' }))
    const field = screen.getByRole('textbox', { name: /^Requirement/ })
    await user.clear(field)
    await user.type(field, 'Another.')
    return field
  }

  it('stays while the row is closed, which says so, until it is given up', async () => {
    const { user } = await openWords()
    await screen.findByRole('button', { name: /^Rule QR\.A/ }, aWhile)
    await enter(user, 'QR.A')
    expect(row('QR.A').textContent).toContain('Not saved')
    await user.click(row('QR.A'))
    expect(screen.queryByRole('textbox', { name: /^Requirement/ })).toBeNull()
    expect(row('QR.A').textContent).toContain('Not saved')
    expect(row('QR.B').textContent).not.toContain('Not saved')
    await user.click(row('QR.A'))
    const field = await screen.findByRole('textbox', { name: /^Requirement/ })
    expect((field as HTMLTextAreaElement).value).toBe('Another.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect((field as HTMLTextAreaElement).value).toBe('As it was.')
    expect(row('QR.A').textContent).not.toContain('Not saved')
  })

  it('is asked about before the window is closed', async () => {
    const { user } = await openWords()
    await screen.findByRole('button', { name: /^Rule QR\.A/ }, aWhile)
    const isPrevented = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isPrevented()).toBe(false)
    await enter(user, 'QR.A')
    expect(isPrevented()).toBe(true)
  })

  it('is no more once it is saved, also where the row was closed meanwhile', async () => {
    let answer: (() => void) | undefined
    const { user } = await openWords(
      () =>
        new Promise<void>(resolve => {
          answer = resolve
        }),
    )
    await screen.findByRole('button', { name: /^Rule QR\.A/ }, aWhile)
    await enter(user, 'QR.A')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(row('QR.A'))
    expect(row('QR.A').textContent).toContain('Not saved')
    answer?.()
    await waitFor(() => expect(row('QR.A').textContent).not.toContain('Not saved'))
  })
})
