import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component as Specification } from '../../../src/features/management/specification/page.tsx'
import { jobMessage } from '../support/jobMessage.ts'
import { type Answer, analyst, aWhile, show } from '../support/services.tsx'
import { draftSpecification, impactJob, regulators } from '../support/specification.ts'

/* The page of a specification (specification 1 §2): its cards at the side, and providers beside a tolerance. */

const other = (id: number, version: string) => ({ ...draftSpecification, id, version })
const changed = (code: string, ...parts: string[]) => ({
  code,
  name: code,
  parts: parts.map(part => ({ part, regulatorCode: null, before: 'a', after: 'b' })),
})
const nothing = { added: [], removed: [], changed: [] }
const rule = (newlyOutside: number, newlyInside: number) => ({
  newlyOutside,
  newlyInside,
  failuresBefore: 0,
  failuresAfter: 0,
  ruleCode: `QR.${newlyOutside}.${newlyInside}`,
  name: 'Rule',
  regulators: ['5016'],
  providers: 2,
  faults: 0,
  fault: null,
})
const provider = (instId: string, newlyOutside: number, newlyInside: number) => ({
  ...rule(newlyOutside, newlyInside),
  instId,
  provider: instId,
  rules: 1,
  turns: [],
})

const answers = {
  'GET /specifications/{id}': draftSpecification,
  'GET /specifications': {
    specifications: [
      other(10, '24056_1.0.0'),
      draftSpecification,
      other(8, '22056_1.0.0'),
      other(7, '23056_1.0.0'),
    ],
  },
  'GET /specifications/{id}/validations': {
    validations: [],
    pagingMetadata: { total: 211, totalChanged: 3, filteredTotal: 23, totalDerivedFields: 61 },
  },
  'GET /specifications/{id}/difference/{formerId}': ({ path }: { path: { formerId: string } }) => ({
    former: { id: Number(path.formerId), version: '23056_1.0.0' },
    rules: {
      ...nothing,
      added: [{ code: 'QR.N', name: 'New' }],
      changed: [changed('QR.A', 'tolerance', 'description'), changed('QR.B', 'tolerance', 'tolerance')],
    },
    derivedFields: nothing,
  }),
  'GET /specifications/{id}/impacts': { jobs: [impactJob] },
  'GET /specifications/{id}/impacts/{jobId}': {
    job: impactJob,
    rules: [rule(0, 2), rule(1, 1), rule(0, 0)],
    providers: [provider('0001', 1, 3), provider('0002', 0, 1), provider('0003', 0, 0)],
    regulators: [{ code: '5016', rules: 3, providers: 3 }],
  },
  'GET /regulators': { regulators },
}
const page = (
  <Routes>
    <Route path="/management/specifications/specs/:spec" element={<Specification />} />
  </Routes>
)
const open = (others: object = {}, query = '') =>
  show(page, {
    user: analyst,
    at: `/management/specifications/specs/9${query}`,
    answers: { ...answers, ...others },
  })

/** Terms and values of the card of this name. */
const card = async (name: string) => {
  const region = await screen.findByRole('region', { name }, aWhile)
  await within(region).findAllByRole('term', {}, aWhile)
  const [terms, values] = [within(region).getAllByRole('term'), within(region).getAllByRole('definition')]
  return { region, values: terms.map((term, at) => [term.textContent, values[at]?.textContent]) }
}

describe('beside a specification', () => {
  it('stands how its rules differ from the one before it of the same collection, with the way there', async () => {
    await open()
    const { region, values } = await card('Against 23056_1.0.0')
    expect(values).toEqual([
      ['Rules added', '1'],
      ['Rules removed', '0'],
      ['Tolerance changed', '2'],
      ['Words changed', '1'],
      ['Condition changed', '0'],
    ])
    expect(
      within(region)
        .getByRole('link', { name: '2, Tolerance changed: see the difference' })
        .getAttribute('href'),
    ).toBe('/management/specifications/specs/9/difference?with=7')
    expect(screen.getByRole('link', { name: 'Difference to 23056_1.0.0' })).toBeTruthy()
    expect(screen.getByText('23 of 211 rules · 3 changed in this specification')).toBeTruthy()
  })

  it('stands what it would change, for how many rules and providers, and that it has changed since', async () => {
    await open()
    const { region, values } = await card('Impact of the whole specification')
    expect(values.slice(0, 2)).toEqual([
      ['Newly inside', '2 rules at 2 providers'],
      ['Newly outside', '1 rule at 1 provider'],
    ])
    expect(await within(region).findByText('OHE')).toBeTruthy()
    expect(region.textContent).toContain('Run on the latest submissions of Student 2023/24')
    expect(region.textContent).toContain('The specification has changed since.')
    expect(within(region).getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
      `/management/specifications/specs/9/impact?job=${impactJob.id}`,
    )
    expect(within(region).getByRole('button', { name: 'Copy link' })).toBeTruthy()
  })

  it('asks for what it would change again when such a job is over, not one of another kind', async () => {
    let asked = 0
    const impacts = () => {
      asked += 1
      return { jobs: [impactJob] }
    }
    const { tell } = await open({ 'GET /specifications/{id}/impacts': impacts })
    await card('Impact of the whole specification')
    const before = asked
    await act(async () => tell(jobMessage(1, { jobId: 'a', kind: 'DELIVERY', state: 'COMPLETED' })))
    expect(asked).toBe(before)
    await act(async () => tell(jobMessage(2, { jobId: 'b', kind: 'IMPACT', state: 'COMPLETED' })))
    await waitFor(() => expect(asked).toBe(before + 1), aWhile)
  })

  it('leads to finding that out where nobody has', async () => {
    await open({ 'GET /specifications/{id}/impacts': { jobs: [] } })
    const find = await screen.findByRole('link', { name: 'Find out' }, aWhile)
    expect(find.getAttribute('href')).toBe('/management/specifications/specs/9/impact')
  })
})

describe('the parts of a specification', () => {
  it.each([
    ['rules', 'validations', '', 'sr'],
    ['derived fields', 'derivedFields', '?tab=fields', 'sd'],
  ])(
    'of its %s show the last page to an address that names a page beyond it',
    async (_, name, tab, table) => {
      const all = Array.from({ length: 23 }, (_one, n) => ({
        id: `${n}`,
        code: `QR.${n}`,
        name: `Part ${n + 1}`,
        description: '',
        guidanceUrl: '',
        updatedUtc: null,
        isChanged: false,
        regulators: [],
      }))
      const list: Answer = ({ query }) => ({
        [name]: all.slice(Number(query?.offset), Number(query?.offset) + Number(query?.limit)),
        pagingMetadata: { total: 23, totalChanged: 0, filteredTotal: 23, totalDerivedFields: 23 },
      })
      const path = name === 'validations' ? name : 'derived-fields'
      const query = `${tab === '' ? '?' : `${tab}&`}${table}.page=`
      const { address } = await open({ [`GET /specifications/{id}/${path}`]: list }, `${query}9`)
      await expect.poll(address).toBe(`/management/specifications/specs/9${query}3`)
      expect(await screen.findByRole('button', { name: /^Part 21/ }, aWhile)).toBeTruthy()
      expect(screen.getByText('Page 3 of 3')).toBeTruthy()
      expect(screen.queryByText('No results found.')).toBeNull()
    },
  )
})

describe('a specification that is Available', () => {
  it('is moved to Draft again where that has failed, from below its header', async () => {
    const available = {
      ...draftSpecification,
      state: { id: 3, name: 'Available' },
      availableStates: [{ id: 2, name: 'Draft' }],
      isEditable: false,
    }
    const sent: unknown[] = []
    const { user } = await open({
      'GET /specifications/{id}': available,
      'PUT /specifications/{id}/state': ({ body }: { body?: unknown }) => {
        sent.push(body)
        if (sent.length === 1) throw new ProblemError(problem('internal', 'Not now.'))
        return draftSpecification
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Move specification to draft' }, aWhile))
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('There was an error moving the specification to draft.')
    expect(failure.closest('header')).toBeNull()
    await user.click(within(failure).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(sent).toEqual([{ stateId: 2 }, { stateId: 2 }])
    expect(screen.queryByRole('button', { name: 'Move specification to draft' })).toBeNull()
  })
})

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
    show(page, {
      user: analyst,
      at: '/management/specifications/specs/9?sr.open=QR.A',
      answers: {
        ...answers,
        'GET /specifications/{id}/validations': {
          validations: [rule],
          pagingMetadata: { total: 1, totalChanged: 0, filteredTotal: 1, totalDerivedFields: 0 },
        },
        'GET /specifications/{id}/validations/{validationId}/spread': spread,
        ...others,
      },
    })

  it('stand the providers of the latest results, and what another one turns is told as one types', async () => {
    const { user } = await openRule()
    const before = await screen.findByRole(
      'figure',
      { name: 'Providers beside the tolerance: OHE, above 5%' },
      aWhile,
    )
    expect(before.textContent).toContain(
      '3 of 5 providers would lie outside. 1 without a failing record has no bar.',
    )
    expect(within(before).getAllByRole('img')[0]?.getAttribute('aria-label')).toBe('above 0% to 1%: 1 inside')
    const field = screen.getByRole('textbox', { name: 'Percentage for OHE' })
    await user.clear(field)
    await user.type(field, '8')
    const after = await screen.findByRole('figure', {
      name: 'What would change: OHE, above 5% becomes above 8%',
    })
    expect(after.textContent).toContain('1 of 5 providers would lie outside.')
    for (const said of ['2 providers newly inside', '0 providers newly outside', '1 provider stays outside'])
      expect(screen.getByText(said)).toBeTruthy()
    expect(screen.getByText(/1 provider has a tolerance of its own/)).toBeTruthy()
    expect(screen.getByText(/results of 2 providers were counted by another wording/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'The 3 providers outside or newly inside' }))
    const list = within(screen.getByRole('table', { name: 'The 3 providers outside or newly inside' }))
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
    expect(screen.getByRole('figure', { name: 'Providers beside the tolerance: OHE, above 5%' })).toBeTruthy()
  })

  it('can be read as a table, bar by bar by the keyboard, and for another regulator', async () => {
    const { user } = await openRule()
    const figure = await screen.findByRole('figure', { name: /^Providers beside the tolerance: OHE/ }, aWhile)
    const bars = within(figure).getAllByRole('img')
    expect(bars.filter(bar => bar.getAttribute('tabindex') === '0')).toEqual([bars[0]])
    bars[0]?.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(bars[1])
    await user.click(within(figure).getByRole('button', { name: 'Show as table' }))
    const rows = within(figure).getAllByRole('row')
    expect([...(rows[1]?.children ?? [])].map(cell => cell.textContent)).toEqual([
      'no failing record',
      '1',
      '0',
      '0',
      '0',
    ])
    await user.click(screen.getByRole('link', { name: 'FCW' }))
    expect(await screen.findByRole('figure', { name: /^Providers beside the tolerance: FCW/ })).toBeTruthy()
  })

  it('shows no share of a provider where more records fail than there are', async () => {
    const results = spread.results.map(result => ({ ...result, failureCount: 109 })).slice(4)
    const { user } = await openRule({
      'GET /specifications/{id}/validations/{validationId}/spread': { ...spread, results },
    })
    await user.click(await screen.findByRole('button', { name: /^The provider outside/ }, aWhile))
    const rows = within(screen.getByRole('table', { name: /^The provider outside/ })).getAllByRole('row')
    expect(rows.at(-1)?.textContent).toBe('Provider 5 (0005)109100Rule at faultoutside')
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
      await screen.findByText('No collection has results yet to hold the tolerance against.', {}, aWhile),
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
    const field = screen.getByRole('textbox', { name: /^Description/ })
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
    expect(screen.queryByRole('textbox', { name: /^Description/ })).toBeNull()
    expect(row('QR.A').textContent).toContain('Not saved')
    expect(row('QR.B').textContent).not.toContain('Not saved')
    await user.click(row('QR.A'))
    const field = await screen.findByRole('textbox', { name: /^Description/ })
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
