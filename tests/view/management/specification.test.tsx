import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Component as Specification } from '../../../src/features/management/specification/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'

/* The page of a specification (specification 1 §2): its cards at the side. */

const specification = {
  id: 9,
  version: '23056_1.1.0',
  state: { id: 2, name: 'Draft' },
  availableStates: [],
  schema: { id: 3, version: '23056_1_0_0' },
  ruleset: { id: 2, version: '23056_1.0.0' },
  createdUtc: '2024-10-14T09:30:00Z',
  createdBy: 'Ivo Marsh',
  updatedUtc: '2024-10-20T09:30:00Z',
  updatedBy: 'Ruth Calloway',
  isDeleteable: true,
  isEditable: true,
}
const other = (id: number, version: string) => ({ ...specification, id, version })
const changed = (code: string, ...parts: string[]) => ({
  code,
  name: code,
  parts: parts.map(part => ({ part, regulatorCode: null, before: 'a', after: 'b' })),
})
const nothing = { added: [], removed: [], changed: [] }
const job = {
  id: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0009',
  kind: 'IMPACT',
  collection: { id: 'c23056', reference: '23056', name: 'Student 2023/24' },
  status: { id: 30, name: 'Completed' },
  state: 'COMPLETED',
  version: 5,
  withSubmitted: true,
  counts: { WAITING: 0, DONE: 2, REFUSED: 0, LEFT: 0 },
  createdBy: 'Ivo Marsh',
  createdUtc: '2024-10-16T09:30:00Z',
  startedUtc: '2024-10-16T09:30:00Z',
  endedUtc: '2024-10-16T09:31:00Z',
  mayCancel: false,
}
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
  'GET /specifications/{id}': specification,
  'GET /specifications': {
    specifications: [
      other(10, '24056_1.0.0'),
      specification,
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
  'GET /specifications/{id}/impacts': { jobs: [job] },
  'GET /specifications/{id}/impacts/{jobId}': {
    job,
    rules: [rule(0, 2), rule(1, 1), rule(0, 0)],
    providers: [provider('0001', 1, 3), provider('0002', 0, 1), provider('0003', 0, 0)],
    regulators: [{ code: '5016', rules: 3, providers: 3 }],
  },
  'GET /regulators': { regulators: [{ code: '5016', name: 'Office', shortName: 'OHE' }] },
}
const page = (
  <Routes>
    <Route path="/management/specifications/specs/:spec" element={<Specification />} />
  </Routes>
)
const open = (others: object = {}) =>
  show(page, {
    user: analyst,
    at: '/management/specifications/specs/9',
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
      `/management/specifications/specs/9/impact?job=${job.id}`,
    )
    expect(within(region).getByRole('button', { name: 'Copy link' })).toBeTruthy()
  })

  it('leads to finding that out where nobody has', async () => {
    await open({ 'GET /specifications/{id}/impacts': { jobs: [] } })
    const find = await screen.findByRole('link', { name: 'Find out' }, aWhile)
    expect(find.getAttribute('href')).toBe('/management/specifications/specs/9/impact')
  })
})
