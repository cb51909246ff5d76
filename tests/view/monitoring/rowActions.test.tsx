import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { type StatusName, statusOf } from '../../../src/domain/status.ts'
import { fileEvent, submission } from '../submissions/fixtures.ts'
import { monitoringRow } from '../support/monitoring.ts'
import { openMonitoring } from '../support/monitoringPage.tsx'
import { regulatorAnalyst } from '../support/people.ts'
import { type Answer, analyst } from '../support/services.tsx'

/** What the server says of the submission of provider 0001 after a decision. */
const ownSubmission = (status: StatusName) => {
  const answered = submission(status, { uuid: 'submission-of-0001', version: 6 })
  return { ...answered, facts: { ...answered.facts, submissionId: answered.uuid } }
}

describe('actions on a row of the monitoring of a collection', () => {
  const choose = async (
    { user }: Awaited<ReturnType<typeof openMonitoring>>,
    provider: string,
    action: string,
  ) => {
    await user.click(screen.getByRole('button', { name: `More actions for ${provider}` }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
    return screen.findByRole('alertdialog', { name: 'Confirmation required!' })
  }

  it('approves after a confirmation that names provider, file and collection', async () => {
    const updateState = vi.fn<Answer>(() => ownSubmission('AGENCY_APPROVAL'))
    const asked = vi.fn(() => ({
      submissions: [
        monitoringRow('0001', 'ANALYST_APPROVAL', {}, { uuid: 'submission-of-0001' }),
        monitoringRow('0002', 'SC_APPROVAL'),
      ],
    }))
    const shown = await openMonitoring(
      {},
      {
        'POST /submissions/update-state/{id}': updateState,
        'GET /collections/{reference}/submissions': asked,
      },
    )
    const dialog = await choose(shown, 'Provider 0001', 'Approve')
    for (const text of ['0001 - Provider 0001', 'hash-of-0001', 'Student 2023/24'])
      expect(dialog.textContent).toContain(text)
    expect(updateState).not.toHaveBeenCalled()
    await shown.user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(updateState.mock.calls.map(([request]) => [request.path, request.body])).toEqual([
      [
        { id: 'submission-of-0001' },
        { action: 'approve', statusId: statusOf('AGENCY_APPROVAL').id, note: '' },
      ],
    ])
    await expect.poll(() => screen.queryByRole('alertdialog', { name: 'Confirmation required!' })).toBeNull()
    expect(await screen.findByText('Awaiting Bedel approval')).toBeTruthy()
    expect(await screen.findByText('Approved')).toBeTruthy()
    // The answer moves the row on, and so does the live message of the same event; nothing more is to be asked for.
    const { status, facts } = ownSubmission('AGENCY_APPROVAL')
    shown.tell({ ...fileEvent('AGENCY_APPROVAL'), submissionId: 'submission-of-0001', status, facts })
    expect(await screen.findByText('Provider 0002')).toBeTruthy()
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('does nothing when the confirmation is cancelled, and says in the dialog what the server refuses until it does not', async () => {
    const decline = vi
      .fn<Answer>(() => ownSubmission('RESUBMISSION_REQUIRED'))
      .mockImplementationOnce(() => {
        throw new ProblemError(problem('conflict', 'The submission has moved on.'))
      })
    const shown = await openMonitoring({}, { 'POST /submissions/update-state/{id}': decline })
    const cancelled = await choose(shown, 'Provider 0001', 'Decline')
    await shown.user.click(within(cancelled).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog', { name: 'Confirmation required!' })).toBeNull()
    expect(decline).not.toHaveBeenCalled()

    const dialog = await choose(shown, 'Provider 0001', 'Decline')
    // Who declines says why (decisions §12).
    await shown.user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(await within(dialog).findByText('Enter a note that tells the provider why.')).toBeTruthy()
    expect(decline).not.toHaveBeenCalled()
    await shown.user.type(within(dialog).getByRole('textbox'), 'Mend the start dates.')
    await shown.user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(await within(dialog).findByText('The submission has moved on.')).toBeTruthy()
    await shown.user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    await expect.poll(() => screen.queryByRole('alertdialog', { name: 'Confirmation required!' })).toBeNull()
    // The status that is expected is the one that a decline leads to (decisions §3): 34, Resubmission required.
    expect(decline.mock.calls.map(([{ body }]) => body)).toEqual([
      { action: 'decline', statusId: 34, note: 'Mend the start dates.' },
      { action: 'decline', statusId: 34, note: 'Mend the start dates.' },
    ])
  })

  it.each([
    ['APPROVED', /Any approval, given or pending, is lost/],
    ['SIGNED_OFF', /The sign-off is lost/],
    ['QUALITY_RULES_ERROR', undefined],
  ] as const)(
    'says what a submission at %s loses when it is re-processed, and names it',
    async (at, lost) => {
      const reprocess = vi.fn<Answer>(() => undefined)
      const row = monitoringRow('0001', at, {}, { uuid: 'submission-of-0001' })
      const shown = await openMonitoring(
        {},
        {
          'POST /collections/{reference}/reprocess': reprocess,
          'GET /collections/{reference}/submissions': { submissions: [row] },
        },
      )
      const dialog = await choose(shown, 'Provider 0001', 'Re-process')
      if (lost) expect(dialog.textContent).toMatch(lost)
      else expect(dialog.textContent).not.toContain('is lost')
      await shown.user.click(within(dialog).getByRole('button', { name: 'Re-process' }))
      await expect
        .poll(() => screen.queryByRole('alertdialog', { name: 'Confirmation required!' }))
        .toBeNull()
      expect(reprocess.mock.calls.map(([{ body }]) => body)).toEqual([
        { instIds: ['0001'], submissionUuid: 'submission-of-0001', withSubmitted: true },
      ])
    },
  )

  it('shows a regulator what those who approved before have written', async () => {
    const entry = (sequence: number, event: string, note?: string) => ({
      sequence,
      event,
      actor: { kind: 'user', name: 'Bedel', organisationId: 'bedel', organisationType: 'agency' },
      occurredAt: '2024-11-01T11:00:00Z',
      ...(note === undefined ? {} : { note }),
    })
    const events = [
      entry(1, 'DECLINE', 'Of an earlier round.'),
      entry(2, 'SUBMIT'),
      entry(3, 'APPROVE', 'The leavers are explained.'),
    ]
    const shown = await openMonitoring(
      { user: regulatorAnalyst },
      { 'GET /submissions/{id}/lifecycle': { events } },
    )
    const dialog = await choose(shown, 'Provider 0002', 'Approve')
    expect(await within(dialog).findByText('The leavers are explained.')).toBeTruthy()
    expect(within(dialog).getByText('Note from Bedel, 01/11/2024 11:00')).toBeTruthy()
    expect(within(dialog).queryByText('Of an earlier round.')).toBeNull()
  })

  it('offers each viewer what the chart lets them do', async () => {
    const offered = async (shown: Awaited<ReturnType<typeof openMonitoring>>, provider: string) => {
      await shown.user.click(screen.getByRole('button', { name: `More actions for ${provider}` }))
      const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
      await shown.user.keyboard('{Escape}')
      return names
    }
    const shown = await openMonitoring({ user: { ...analyst, roles: [] } })
    expect(await offered(shown, 'Provider 0001')).toEqual(['Approve', 'Decline', 'Inspect'])
    expect(await offered(shown, 'Provider 0003')).toEqual(['Create nil return', 'Inspect'])
    expect(await offered(shown, 'Provider 0002')).toEqual(['Inspect'])
  })

  it("lets a regulator's analyst approve its own provider, and keeps the agency's sections to the agency", async () => {
    await openMonitoring({ user: regulatorAnalyst })
    expect(screen.getByRole('button', { name: 'More actions for Provider 0002' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'More actions for Provider 0001' })).toBeNull()
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(sections).toEqual(['Step Summary', 'Submission Summary'])
    expect(screen.getByRole('link', { name: 'Rules across providers' }).getAttribute('href')).toBe(
      '/monitoring/23056/rules',
    )
  })
})
