import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component as Import } from '../../../src/features/management/tolerance-import/page.tsx'
import { Component as Tolerances } from '../../../src/features/management/tolerances/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'
import { draftSpecification } from '../support/specification.ts'

/* The tolerances of all rules in one table, and the import of an edited one (decisions §18). */

const row = (ruleCode: string, rest: object = {}) => ({
  ruleCode,
  name: `Rule ${ruleCode}`,
  population: 'true',
  regulatorCode: '5016',
  shortName: 'OHE',
  toleranceId: 1,
  toleranceTypeId: 2,
  joined: null,
  measuredIn: null,
  fallback: { from: 2, to: null },
  value: { from: 2, to: null },
  ...rest,
})
const rows = [
  row('QR.A'),
  row('QR.B', { value: { from: 5, to: null } }),
  row('QR.C', { toleranceTypeId: 1, fallback: { from: 0, to: null }, value: { from: 0, to: null } }),
  row('QR.D', { toleranceTypeId: 3, fallback: { from: -10, to: 10 }, value: { from: -10, to: 10 } }),
]

const open = (answers: object = {}, at = '') =>
  show(
    <Routes>
      <Route path="/management/specifications/specs/:spec/tolerances" element={<Tolerances />} />
      <Route path="/management/specifications/specs/:spec/tolerances/import" element={<Import />} />
    </Routes>,
    {
      user: analyst,
      at: `/management/specifications/specs/9/tolerances${at}`,
      answers: {
        'GET /specifications/{id}': draftSpecification,
        'GET /specifications/{id}/tolerances': { version: 7, tolerances: rows },
        ...answers,
      },
    },
  )

const field = (rule: string, type = 'Percentage') =>
  screen.findByRole('textbox', { name: new RegExp(`^${type} for Rule ${rule}, OHE`) }, aWhile)

describe('the table of tolerances', () => {
  it('counts what is not saved, refuses what is not valid, and sends all changes in one call', async () => {
    const save = vi.fn(() => ({ version: 9, changedRules: 2 }))
    const { user } = await open({ 'PUT /specifications/{id}/tolerances': save })
    const share = await field('QR.A')
    await user.clear(share)
    await user.type(share, '8.255')
    await user.tab()
    expect(screen.getByRole('heading', { name: '1 unsaved change' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Rule QR.A, OHE: Use at most two decimal places')
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await user.clear(share)
    await user.type(share, '8.25')
    const count = await field('QR.C', 'Records')
    await user.clear(count)
    await user.type(count, '3')
    expect(screen.getByRole('heading', { name: '2 unsaved changes' })).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Reason for the change (optional)' }), 'Asked for')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const place = { regulatorCode: '5016', toleranceId: 1, toleranceTo: null }
    await waitFor(() =>
      expect(save).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({
          body: {
            version: 7,
            reason: 'Asked for',
            tolerances: [
              { ...place, ruleCode: 'QR.A', toleranceTypeId: 2, toleranceFrom: '8.25' },
              { ...place, ruleCode: 'QR.C', toleranceTypeId: 1, toleranceFrom: '3' },
            ],
          },
        }),
      ),
    )
  })

  it('sets one value in all selected rows of one type', async () => {
    const { user } = await open()
    await field('QR.A')
    for (const rule of ['QR.A', 'QR.B', 'QR.C'])
      await user.click(screen.getByRole('checkbox', { name: `Select Rule ${rule}, OHE` }))
    expect(screen.getByText(/^3 rows of different types selected/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Select Rule QR.C, OHE' }))
    const form = within(screen.getByRole('form', { name: '2 rows selected' }))
    await user.type(form.getByRole('textbox', { name: 'Percentage' }), '1000')
    await user.click(form.getByRole('button', { name: 'Set value' }))
    expect(form.getByText('0 to 999.99')).toBeTruthy()
    await user.clear(form.getByRole('textbox', { name: 'Percentage' }))
    await user.type(form.getByRole('textbox', { name: 'Percentage' }), '7.5')
    await user.click(form.getByRole('button', { name: 'Set value' }))
    expect(((await field('QR.A')) as HTMLInputElement).value).toBe('7.5')
    expect(((await field('QR.B')) as HTMLInputElement).value).toBe('7.5')
    expect(screen.getByRole('heading', { name: '2 unsaved changes' })).toBeTruthy()
  })

  it('is read, not changed, where the specification is not a Draft', async () => {
    await open({
      'GET /specifications/{id}': {
        ...draftSpecification,
        isEditable: false,
        state: { id: 4, name: 'In Use' },
      },
    })
    expect((await screen.findByRole('row', { name: /Rule QR\.D/ }, aWhile)).textContent).toContain(
      '-10% to 10%',
    )
    expect(screen.queryByRole('checkbox', { name: /^Select Rule/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy()
  })
})

describe('the import of tolerances', () => {
  const preview = (rest: object) => ({
    version: 7,
    changes: null,
    unchanged: 0,
    absent: 3,
    faults: [],
    faultCount: 0,
    notes: [],
    ...rest,
  })
  const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name = 'table.csv') => {
    await screen.findByRole('button', { name: 'Choose file' }, aWhile)
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    await user.upload(input, new File(['rule,regulator,type,value\n'], name, { type: 'text/csv' }))
  }

  it('shows faults by line and offers nothing to apply', async () => {
    const faults = [{ line: 4, column: 'rule', value: 'QR.Z', reason: 'is not a rule of this specification' }]
    const { user } = await open(
      { 'POST /specifications/{id}/tolerances/preview': preview({ faults, faultCount: 1 }) },
      '/import',
    )
    await choose(user)
    expect(
      (await screen.findByRole('row', { name: /is not a rule of this specification/ })).textContent,
    ).toContain('QR.Z')
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull()
  })

  it('applies exactly what was previewed, and offers a new preview if the specification has changed', async () => {
    const change = {
      line: 2,
      ruleCode: 'QR.A',
      regulatorCode: '5016',
      toleranceId: 1,
      toleranceTypeId: 2,
      name: 'Rule QR.A',
      shortName: 'OHE',
      before: '2%',
      after: '8.25%',
      value: { from: 8.25, to: null },
    }
    const apply = vi.fn()
    apply.mockRejectedValueOnce(new ProblemError(problem('conflict', 'It has changed.')))
    apply.mockResolvedValueOnce({ version: 8, changedRules: 1 })
    const { user } = await open(
      {
        'POST /specifications/{id}/tolerances/preview': preview({ changes: [change], unchanged: 4 }),
        'PUT /specifications/{id}/tolerances': apply,
      },
      '/import',
    )
    await choose(user)
    expect((await screen.findByRole('row', { name: /Rule QR\.A/ })).textContent).toContain('2%8.25%')
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }))
    expect((await screen.findByText('It has changed.')).textContent).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Preview again' }))
    await user.click(await screen.findByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() =>
      expect(apply).toHaveBeenCalledWith(
        expect.objectContaining({
          body: {
            version: 7,
            reason: '',
            tolerances: [
              {
                ruleCode: 'QR.A',
                regulatorCode: '5016',
                toleranceId: 1,
                toleranceTypeId: 2,
                toleranceFrom: 8.25,
                toleranceTo: null,
              },
            ],
          },
        }),
      ),
    )
    expect(await screen.findByRole('table', { name: 'Tolerances of 23056_1.1.0' })).toBeTruthy()
  })
})
