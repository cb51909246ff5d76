import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Component as Impact } from '../../../src/features/management/impact/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'
import { draftSpecification, impactJob, regulators } from '../support/specification.ts'

/* What a specification would change, before it is published. */

const sums = { newlyOutside: 1, newlyInside: 0, failuresBefore: 2, failuresAfter: 9 }
const found = {
  job: impactJob,
  rules: [
    {
      ...sums,
      ruleCode: 'QR.A.901.V01',
      name: 'Rule A',
      regulators: ['5016', '5101'],
      providers: 1,
      faults: 1,
      fault: 'Conversion Error',
    },
  ],
  providers: [
    {
      ...sums,
      instId: '0001',
      provider: 'University of Ashby',
      rules: 1,
      faults: 0,
      turns: [{ ruleCode: 'QR.A.901.V01', regulatorCode: '5016', turn: 'outside' }],
    },
  ],
  regulators: [{ code: '5016', rules: 1, providers: 1 }],
}
const answers = (requested: unknown[]) => ({
  'GET /specifications/{id}': draftSpecification,
  'GET /regulators': { regulators },
  'GET /collections': {
    collections: [
      { reference: '24056', name: 'Student 2024/25' },
      { reference: '23056', name: 'Student 2023/24' },
    ],
  },
  'GET /specifications/{id}/impacts': { jobs: [] },
  'POST /specifications/{id}/impacts': ({ body }: { body: { collectionReference: string } }) => {
    requested.push(body.collectionReference)
  },
  'GET /specifications/{id}/impacts/{jobId}': found,
})
const page = (
  <Routes>
    <Route path="/management/specifications/specs/:spec/impact" element={<Impact />} />
  </Routes>
)

describe('what a specification would change', () => {
  it('is asked for a collection, its own at first, and shown by rule, provider and regulator', async () => {
    const requested: unknown[] = []
    await show(page, {
      user: analyst,
      at: '/management/specifications/specs/9/impact',
      answers: answers(requested),
    })
    expect(await screen.findByRole('button', { name: /Student 2023\/24/ }, aWhile)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Calculate impact' }))
    expect(requested).toEqual(['23056'])
    const rules = within(await screen.findByRole('table', { name: 'By rule' }, aWhile))
    const row = rules.getByRole('row', { name: /QR\.A\.901\.V01/ })
    expect(row.textContent).toContain('Cannot run at 1 provider: Conversion Error')
    expect(
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ).toEqual(['OHE, FCW', '1', '1', '0', '2', '9'])
    const providers = within(screen.getByRole('table', { name: 'By provider' }))
    expect(providers.getByRole('row', { name: /University of Ashby \(0001\)/ }).textContent).toContain(
      'QR.A.901.V01',
    )
    expect(within(screen.getByRole('table', { name: 'Regulators affected' })).getByText('OHE')).toBeDefined()
    expect(screen.getByText('1 provider could not be compared')).toBeDefined()
  })

  it('is asked for again under the same id where an answer was lost', async () => {
    const ids: string[] = []
    const post = ({ body }: { body: { id: string } }) => {
      ids.push(body.id)
      if (ids.length === 1) throw new TypeError('fetch failed')
    }
    await show(page, {
      user: analyst,
      at: '/management/specifications/specs/9/impact',
      answers: { ...answers([]), 'POST /specifications/{id}/impacts': post },
    })
    await screen.findByRole('button', { name: /Student 2023\/24/ }, aWhile)
    await userEvent.click(screen.getByRole('button', { name: 'Calculate impact' }))
    await screen.findByRole('alert', {}, aWhile)
    await userEvent.click(screen.getByRole('button', { name: 'Calculate impact' }))
    await screen.findByRole('table', { name: 'By rule' }, aWhile)
    expect(ids).toEqual([ids[0], ids[0]])
  })

  it('is read by everybody of the agency, and asked for by who may configure', async () => {
    await show(page, {
      user: { ...analyst, roles: [] },
      at: `/management/specifications/specs/9/impact?job=${impactJob.id}`,
      answers: answers([]),
    })
    expect(await screen.findByRole('table', { name: 'By rule' }, aWhile)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Calculate impact' })).toBeNull()
  })
})
