import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component as CollectionMonitoring } from '../../../src/features/monitoring/CollectionMonitoring.tsx'
import { collection } from '../submissions/fixtures.ts'
import { monitoringRow } from '../support/monitoring.ts'
import { receiver, regulatorAnalyst } from '../support/people.ts'
import { type Answer, type ShownOptions, show } from '../support/services.tsx'

describe('approval of chosen rows', () => {
  const first = [
    monitoringRow('0001', 'ANALYST_APPROVAL'),
    monitoringRow('0002', 'SC_APPROVAL', { regulatorCode: '5002' }),
    monitoringRow('0003', undefined),
    monitoringRow('0004', 'AGENCY_APPROVAL'),
  ]
  const open = async (options: ShownOptions = {}, updateState: Answer = () => ({})) => {
    const rows = { now: first }
    const shown = await show(
      <Routes>
        <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
      </Routes>,
      {
        at: '/monitoring/23056',
        answers: {
          'GET /collections/{reference}': collection(),
          'GET /collections/{reference}/submissions': () => ({ submissions: rows.now }),
          'GET /regulators': { regulators: [] },
          'POST /submissions/update-state/{id}': updateState,
        },
        ...options,
      },
    )
    const table = await screen.findByRole('table', { name: 'Submission Summary' })
    await within(table).findByText('Provider 0001')
    return { ...shown, rows, table }
  }
  const choose = (provider: string) => screen.getByRole('checkbox', { name: `Select ${provider}` })

  it('confirms by status, says who is left out and why, and keeps the refusal of one row with it', async () => {
    const updateState = vi.fn<Answer>(({ path }) => {
      if (path?.id === 'submission-of-0001')
        throw new ProblemError(problem('conflict', 'The submission has moved on.'))
      return {}
    })
    const { user, rows, table } = await open({}, updateState)
    await user.click(screen.getByRole('checkbox', { name: 'Select all 2 that you can approve' }))
    await user.click(choose('Provider 0003'))
    expect(screen.getByText('3 selected; you can approve 2 of 3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Approve 2' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation required!' })
    const said = within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
    expect(said).toHaveLength(3)
    expect(said[0]).toMatch(
      /^Not started1Skipped: "Approve" is not possible: no file has been uploaded yet\./,
    )
    expect(said[1]).toBe('Awaiting Bedel analyst approval1Approved, then: Awaiting Bedel approval')
    expect(said[2]).toBe('Awaiting Bedel approval1Approved (last approval)')
    expect(updateState).not.toHaveBeenCalled()

    const note = within(dialog).getByRole('textbox', { name: 'Note to the providers and the next approver' })
    await user.type(note, 'Thank you for the explanations.')
    rows.now = [
      ...first.filter(({ provider }) => provider.instId !== '0004'),
      monitoringRow('0004', 'APPROVED'),
    ]
    await user.click(within(dialog).getByRole('button', { name: 'Approve 2' }))
    const results = await screen.findByRole('table', { name: 'Results' })
    // Each by the call that approves one, with the status that was confirmed: 26 after the analyst, 28 after the agency.
    expect(updateState.mock.calls.map(([{ path, body }]) => [path, body])).toEqual([
      [
        { id: 'submission-of-0001' },
        { action: 'approve', statusId: 26, note: 'Thank you for the explanations.' },
      ],
      [
        { id: 'submission-of-0004' },
        { action: 'approve', statusId: 28, note: 'Thank you for the explanations.' },
      ],
    ])
    await expect.poll(() => within(results).queryByText('Awaiting Bedel approval')).toBeNull()
    expect(
      within(results)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent)
        .toSorted(),
    ).toEqual([
      '0001 - Provider 0001RefusedThe submission has moved on.Awaiting Bedel analyst approval',
      '0003 - Provider 0003Skipped"Approve" is not possible: no file has been uploaded yet.Not started',
      '0004 - Provider 0004ApprovedApproved',
    ])
    expect(screen.getByText('1 approved, 1 refused, 1 skipped')).toBeTruthy()
    expect(within(table).getByRole('row', { name: /Provider 0001/ }).textContent).toContain(
      'Refused: The submission has moved on.',
    )

    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('table', { name: 'Results' })).toBeNull()
    expect(choose('Provider 0003')).toHaveProperty('checked', false)
  })

  it('lets a choice be cleared, and asks nothing when nobody can be approved', async () => {
    const { user } = await open()
    await user.click(choose('Provider 0003'))
    await user.click(screen.getByRole('button', { name: 'Approve 0' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation required!' })
    expect(within(dialog).getByRole('button', { name: 'Approve 0' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(choose('Provider 0003')).toHaveProperty('checked', false)
    expect(screen.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('is offered to regulators for what awaits them', async () => {
    await open({ user: regulatorAnalyst })
    expect(screen.getByRole('checkbox', { name: 'Select the 1 that you can approve' })).toBeTruthy()
  })

  it('has no boxes for who approves nothing', async () => {
    await open({ user: receiver })
    expect(screen.queryByRole('checkbox', { name: /^Choose/ })).toBeNull()
  })
})
