import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { DpsFileStatus } from '../../../src/domain/pseudonymisation.ts'
import type { DpsList, DpsSubmission } from '../../../src/domain/wire/pseudonymisation.ts'
import { Component } from '../../../src/features/management/data-pseudonymisation/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'

/*
 * Data Pseudonymisation for each role (specification 1 §4; decisions §13: "Failed stays, as document 1 says; an administrator
 * may reset it."): who has records pseudonymised, and who resets what has failed.
 */

const statuses: readonly (DpsFileStatus | null)[] = [null, 'Pending', 'Success', 'Failed']
const fileOf = (status: DpsFileStatus | null) => `${status ?? 'new'}.xml`
const list: DpsList = {
  results: statuses.map((dpsFileStatus, at) => ({
    instId: `000${at}`,
    provider: `Provider ${at}`,
    submissions: [
      {
        uuid: `3f2504e0-4f89-41d3-9a0c-0305e82c000${at}`,
        fileName: fileOf(dpsFileStatus),
        collectionReference: '23056',
        uploaded: '2024-10-01T08:00:00Z',
        isLatest: true,
        dpsFileStatus,
        version: at,
        size: dpsFileStatus === 'Success' ? 640 : null,
        cancelledBy: null,
        cancelledUtc: null,
        mayCancel: false,
        ...(dpsFileStatus === 'Failed' ? { reason: 'The store had no space.' } : {}),
      },
    ],
  })),
  metadata: { resultsCount: statuses.length },
}

const open = async (
  roles: string[],
  reset: () => unknown = () => undefined,
  answers: Record<string, unknown> = {},
) => {
  const shown = await show(<Component />, {
    at: '/management/data-pseudonymisation',
    user: { ...analyst, roles },
    answers: {
      'GET /submissions/get-dps-submissions': list,
      'POST /submissions/reset-dps-task/{uuid}': reset,
      ...answers,
    },
  })
  await screen.findByRole('table', { name: 'Submissions by provider' })
  return shown
}
const rowOf = (status: DpsFileStatus | null) => screen.getByRole('row', { name: new RegExp(fileOf(status)) })
const buttonsOf = (status: DpsFileStatus | null) =>
  within(rowOf(status))
    .queryAllByRole('button')
    .map(button => button.getAttribute('aria-label')?.split(' ')[0])

describe('an administrator', () => {
  it('sees where each task stands, and has no button but Reset of what has failed', async () => {
    await open(['admin'])
    expect(rowOf(null).textContent).toContain('Not requested')
    expect(within(rowOf(null)).getByText('--')).toBeTruthy()
    expect(rowOf('Success').textContent).toContain('Ready')
    expect(statuses.map(buttonsOf)).toEqual([[], [], [], ['Failed', 'Reset']])
  })

  it('resets what has failed, so that it can be asked for again', async () => {
    let resets = 0
    const { user } = await open(['admin'], () => {
      resets++
    })
    await user.click(screen.getByRole('button', { name: 'Reset Failed.xml of Provider 3' }))
    expect(await within(rowOf('Failed')).findByText('Not requested')).toBeTruthy()
    expect([resets, buttonsOf('Failed')]).toEqual([1, []])
  })
})

it('a pseudonymised data user has the button of each row, and no Reset', async () => {
  await open(['anon-data-user'])
  expect(statuses.map(buttonsOf)).toEqual([['Anonymise'], ['Anonymising...'], ['Download'], ['Failed']])
})

it('one that is under way is cancelled, asked about first; who did it stands there, and it can be asked for again', async () => {
  let calls = 0
  const now = (): Partial<DpsSubmission> =>
    calls === 0
      ? { mayCancel: true }
      : {
          dpsFileStatus: null,
          version: 9,
          cancelledBy: 'Ann Other',
          cancelledUtc: '2024-10-01T08:00:30Z',
        }
  const { user } = await open(['anon-data-user'], undefined, {
    'GET /submissions/get-dps-submissions': () => ({
      ...list,
      results: list.results.map(provider => ({
        ...provider,
        submissions: provider.submissions.map(one =>
          one.dpsFileStatus === 'Pending' ? { ...one, ...now() } : one,
        ),
      })),
    }),
    'POST /submissions/cancel-dps-task/{uuid}': () => {
      calls++
    },
  })
  await user.click(screen.getByRole('button', { name: 'Cancel Pending.xml of Provider 1' }))
  const dialog = await screen.findByRole(
    'alertdialog',
    { name: 'Cancel the pseudonymisation of Pending.xml?' },
    aWhile,
  )
  expect(calls).toBe(0)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel pseudonymisation' }))
  expect(await within(rowOf('Pending')).findByText(/by Ann Other/)).toBeTruthy()
  expect(rowOf('Pending').textContent).toContain('Cancelled')
  expect([calls, buttonsOf('Pending')]).toEqual([1, ['Anonymise']])
})

it('a row hears of a message in the step in which the list does: a press before it is drawn asks for nothing', async () => {
  const request = vi.fn()
  const { tell } = await open(['anon-data-user'], undefined, {
    'POST /submissions/run-dps-task/{uuid}': request,
  })
  const { uuid } = list.results[0]!.submissions[0]!
  await act(async () => {
    tell({
      type: 'DPS_STATUS',
      sequence: 1,
      submissionId: uuid,
      instId: '0000',
      collectionId: 'c-23056',
      occurredAt: '2024-11-01T12:00:00Z',
      dpsFileStatus: 'Pending',
      version: 7,
    })
    within(rowOf(null))
      .getByRole('button', { name: /^Anonymise/ })
      .click()
  })
  expect(buttonsOf(null)).toEqual(['Anonymising...'])
  expect(request).not.toHaveBeenCalled()
})
