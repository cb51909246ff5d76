import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { jobMessage } from '../support/jobMessage.ts'
import { type Answer, aWhile } from '../support/services.tsx'
import { draftSpecification, impactJob } from '../support/specification.ts'
import { open } from '../support/specificationPage.tsx'

/* The page of a specification (specification 1 §2): its cards at the side, its parts and its state. */

/** Terms and values of the card of this name. */
const card = async (name: string) => {
  const region = await screen.findByRole('region', { name }, aWhile)
  await within(region).findAllByRole('term', {}, aWhile)
  const [terms, values] = [within(region).getAllByRole('term'), within(region).getAllByRole('definition')]
  return { region, values: terms.map((term, at) => [term.textContent, values[at]?.textContent]) }
}

it('the page of a specification ends its breadcrumbs with Details', async () => {
  await open()
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' }, aWhile)
  expect(
    within(crumbs)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Management', 'Specifications', 'Details'])
})

describe('beside a specification', () => {
  it('stands how its rules differ from the one before it of the same collection, with the way there', async () => {
    await open()
    const { region, values } = await card('Compared with 23056_1.0.0')
    expect(values).toEqual([
      ['Rules added', '1'],
      ['Rules removed', '0'],
      ['Tolerances changed', '2'],
      ['Text changed', '1'],
      ['Conditions changed', '0'],
    ])
    expect(
      within(region)
        .getByRole('link', { name: '2, Tolerances changed: view differences' })
        .getAttribute('href'),
    ).toBe('/management/specifications/specs/9/difference?with=7&rules.kind=tolerances')
    expect(screen.getByRole('link', { name: 'Compare with 23056_1.0.0' })).toBeTruthy()
    expect(screen.getByText('23 of 211 rules · 3 changed in this specification')).toBeTruthy()
  })

  it('stands what it would change, for how many rules and providers, and that it has changed since', async () => {
    await open()
    const { region, values } = await card('Impact of the specification')
    expect(values.slice(0, 2)).toEqual([
      ['Newly inside', '2 rules at 2 providers'],
      ['Newly outside', '1 rule at 1 provider'],
    ])
    expect(await within(region).findByText('OHE')).toBeTruthy()
    expect(region.textContent).toContain('Calculated for the latest submissions of Student 2023/24')
    expect(region.textContent).toContain('The specification has changed since then.')
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
    await card('Impact of the specification')
    const before = asked
    await act(async () => tell(jobMessage(1, { jobId: 'a', kind: 'DELIVERY', state: 'COMPLETED' })))
    expect(asked).toBe(before)
    await act(async () => tell(jobMessage(2, { jobId: 'b', kind: 'IMPACT', state: 'COMPLETED' })))
    await waitFor(() => expect(asked).toBe(before + 1), aWhile)
  })

  it('leads to finding that out where nobody has', async () => {
    await open({ 'GET /specifications/{id}/impacts': { jobs: [] } })
    const find = await screen.findByRole('link', { name: 'Calculate impact' }, aWhile)
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
