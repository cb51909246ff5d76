import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import type { RuleAcrossWire, RulesAcrossWire } from '../../../src/domain/wire/collectionOverview.ts'
import { Component as RulesAcross } from '../../../src/features/monitoring/rules/page.tsx'
import { collection } from '../submissions/fixtures.ts'
import { analyst, show } from '../support/services.tsx'

type At = RuleAcrossWire['providers'][number]

const at = (instId: string, isOutside: boolean, rest: Partial<At> = {}): At => ({
  instId,
  regulatorCode: '5016',
  isOutside,
  excess: isOutside ? 'twice' : 'inside',
  failureCount: 14,
  populationCount: 100,
  measuredPercent: null,
  issue: null,
  isExplained: false,
  ...rest,
})
const rule = (code: string, providers: At[], rest: Partial<RuleAcrossWire> = {}): RuleAcrossWire => ({
  code,
  name: `Name of ${code}`,
  requirement: `${code} must hold.`,
  isOperational: false,
  checked: 2,
  failing: providers.length,
  outside: providers.filter(({ isOutside }) => isOutside).length,
  explained: providers.filter(({ isExplained }) => isExplained).length,
  alarm: null,
  tolerance: { conjunction: 'O', parts: [{ type: 2, from: 5, to: null }] },
  before: null,
  providers,
  ...rest,
})
const overview = (
  count: number,
  rules: RuleAcrossWire[],
  rest: Partial<RulesAcrossWire> = {},
): RulesAcrossWire => ({
  expected: count + 1,
  run: 203,
  before: null,
  providers: Array.from({ length: count }, (_, index) => ({
    instId: `00${10 + index}`,
    name: `Provider 00${10 + index}`,
    submissionUuid: `of-00${10 + index}`,
    regulator: index === 0 ? 'FCW' : 'OHE',
  })),
  rules,
  ...rest,
})

const open = (found: RulesAcrossWire, search = '') =>
  show(
    <Routes>
      <Route path="/monitoring/:reference/rules" element={<RulesAcross />} />
    </Routes>,
    {
      at: `/monitoring/23056/rules${search}`,
      user: analyst,
      answers: { 'GET /collections/{reference}': collection(), 'GET /collections/{reference}/rules': found },
    },
  )

/** Cells of a table's rows by the heads of their columns. */
const byColumn = (table: HTMLElement): Record<string, string>[] => {
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      Object.fromEntries(
        [...row.children].map((cell, index) => [
          heads[index] ?? '',
          cell.querySelector('[role="img"]')?.getAttribute('aria-label') ?? cell.textContent,
        ]),
      ),
    )
}

it('few providers are circles with letters on the tolerance scale, and a rule that looks broken is named first', async () => {
  await open(
    overview(
      3,
      [
        rule('QR.1', [at('0010', true, { failureCount: 99 }), at('0011', true), at('0012', true)], {
          checked: 3,
          alarm: 'broken',
          before: { outside: 12, tolerance: { conjunction: 'O', parts: [{ type: 2, from: 2, to: null }] } },
        }),
        rule('QR.2', [at('0011', true)]),
        rule('QR.3', [at('0011', false)]),
      ],
      { before: { name: 'Student 2022/23', providers: 404 } },
    ),
  )
  expect(await screen.findByText('1 rule looks broken.')).toBeTruthy()
  expect(
    screen.getByText(
      'Name of QR.1: outside at 3 of 3 providers, for 42.33% of their records. Last year at 12 of 404.',
    ),
  ).toBeTruthy()
  expect(screen.getByText(/^3 of 4 providers have results · 203 rules/)).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Rules across providers' })
  expect(byColumn(table)).toEqual([
    {
      Rule: 'Name of QR.1QR.1',
      Outside: '3 of 3',
      'Failing records, 0.1 to 100%, log':
        'Name of QR.1: Provider 0010 99.0%, Provider 0011 14.0%, Provider 0012 14.0%',
      Allowed: '5%',
      'Outside at': 'Looks broken',
    },
    {
      Rule: 'Name of QR.2QR.2',
      Outside: '1 of 2',
      'Failing records, 0.1 to 100%, log': 'Name of QR.2: Provider 0011 14.0%',
      Allowed: '5%',
      'Outside at': 'Provider 0011',
    },
  ])
  expect(screen.getByText('2 of 203 rules; 201 are inside at all 3')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Matrix' })).toBeNull()
  // The tolerance was changed since last year.
  expect(screen.getByText('Was 2%')).toBeTruthy()
})

it('a rule opens beside the list, with its providers, their issues and links to the records', async () => {
  const { user } = await open(
    overview(2, [
      rule('QR.1', [at('0010', true)]),
      rule('QR.2', [
        at('0011', true, { issue: 'AWAITING_AGENCY', isExplained: true }),
        at('0010', true, { failureCount: 140 }),
      ]),
    ]),
  )
  await user.click(await screen.findByRole('link', { name: 'Name of QR.2' }))
  const panel = screen.getByRole('region', { name: 'Name of QR.2' })
  expect(within(panel).getByText('QR.2 must hold.')).toBeTruthy()
  expect(within(panel).getByText('2 of 2, 1 explained')).toBeTruthy()
  const providers = within(panel).getByRole('table', { name: 'Providers that fail Name of QR.2' })
  expect(byColumn(providers)).toEqual([
    { Provider: 'Provider 0011Issue: Awaiting Bedel', 'Failing records': '14.00%14 of 100' },
    // More failures than records are no share of them.
    { Provider: 'Provider 0010', 'Failing records': '140 of 100' },
  ])
  expect(within(providers).getByRole('link', { name: 'Provider 0011' }).getAttribute('href')).toBe(
    '/monitoring/23056/c-23056/0011/of-0011/reports/quality/QR.2/5016',
  )
})

it('from 15 providers the rules are a matrix, whose window moves over the providers', async () => {
  const outside = Array.from({ length: 30 }, (_, index) => at(`00${10 + index}`, index < 20))
  const { user } = await open(overview(30, [rule('QR.1', outside, { checked: 30 })]))
  const table = await screen.findByRole('table', { name: 'Rules across providers' })
  expect(within(table).getAllByRole('columnheader')).toHaveLength(30)
  expect(
    within(table).getByRole('cell', { name: 'Provider 0010: over twice the tolerance. 14 of 100' }),
  ).toBeTruthy()
  expect(
    within(table)
      .getByRole('columnheader', { name: 'Provider 0010' })
      .querySelector('a')
      ?.getAttribute('href'),
  ).toBe('/monitoring/23056/c-23056/0010/of-0010/reports')
  expect(within(table).queryByRole('columnheader', { name: 'Provider 0039' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next 2' }))
  expect(await within(table).findByRole('columnheader', { name: 'Provider 0039' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '1 rule by 30 providers' })).toBeTruthy()
})

it('a chosen regulator and a part of a name leave the rest out', async () => {
  const { user } = await open(
    overview(2, [rule('QR.1', [at('0010', true)]), rule('QR.2', [at('0011', true)])]),
    '?regulator=FCW',
  )
  const table = await screen.findByRole('table', { name: 'Rules across providers' })
  expect(byColumn(table).map(row => row.Rule)).toEqual(['Name of QR.1QR.1'])
  await user.type(screen.getByRole('searchbox', { name: 'Rule or provider' }), 'QR.2')
  expect(await screen.findByText('No rule or provider matches.')).toBeTruthy()
})

it('the table shows every number of a rule in its own column, and its providers in a row below', async () => {
  const { user } = await open(
    overview(11, [
      rule('QR.1', [at('0010', true, { failureCount: 42, populationCount: 168 })], {
        checked: 7,
        failing: 5,
        outside: 3,
      }),
    ]),
    '?view=table',
  )
  const table = await screen.findByRole('table', { name: 'Rules across providers' })
  expect(byColumn(table)).toEqual([
    {
      Rule: 'QR.1',
      Name: 'Name of QR.1',
      Type: 'Quality',
      'Outside tolerance': '3',
      'Share of providers': 'Outside tolerance at 3 of 7 providers checked',
      'With failures': '5',
      Checked: '7',
    },
  ])
  await user.click(screen.getByRole('button', { name: /QR\.1/ }))
  expect(byColumn(screen.getByRole('table', { name: 'Providers where QR.1 fails' }))).toEqual([
    { Provider: 'Provider 0010', Tolerance: 'Outside', Failures: '42', Population: '168', Share: '25.00%' },
  ])
})

it('an analyst writes to the providers outside a rule, after a preview', async () => {
  const asked: unknown[] = []
  const sent: unknown[] = []
  const found = overview(3, [rule('QR.ONE', [at('0010', true), at('0011', true), at('0012', false)])])
  const { user } = await show(
    <Routes>
      <Route path="/monitoring/:reference/rules" element={<RulesAcross />} />
    </Routes>,
    {
      user: analyst,
      at: '/monitoring/23056/rules',
      answers: {
        'GET /collections/{reference}': collection(),
        'GET /collections/{reference}/rules': found,
        'POST /collections/{reference}/reminders/preview': ({ body }: { body: unknown }) => {
          asked.push(body)
          return {
            reminders: [
              {
                instId: '0010',
                name: 'Provider 0010',
                people: ['Ada Byron'],
                subject: 'A rule',
                paragraphs: ['14 of 100.'],
              },
            ],
            skipped: [{ instId: '0011', name: 'Provider 0011', reason: 'noContact' }],
          }
        },
        'POST /collections/{reference}/reminders': ({ body }: { body: unknown }) => {
          sent.push(body)
          return { sent: 1, people: 1, skipped: [] }
        },
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Write to 2 providers' }))
  const dialog = await screen.findByRole('dialog', { name: 'Write to 2 providers: Name of QR.ONE' })
  expect(await within(dialog).findByText('14 of 100.')).toBeTruthy()
  expect(within(dialog).getByText('Provider 0011 has no contact')).toBeTruthy()
  expect(asked).toEqual([{ instIds: ['0010', '0011'], skipsRecent: true, words: '', rule: 'QR.ONE' }])
  await user.click(within(dialog).getByRole('button', { name: 'Send to 1 provider' }))
  await waitFor(() => expect(sent).toMatchObject([{ instIds: ['0010', '0011'], rule: 'QR.ONE' }]))
})
