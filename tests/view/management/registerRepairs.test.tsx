import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { Component as RegisterImport } from '../../../src/features/management/register-import/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'

/* Faults of a register that a person repairs in the preview (decisions §19): chosen, never guessed. */

const admin: UserPrincipal = { ...analyst, userId: 'bedel-admin', roles: ['admin'] }
const reason = 'is not a known regulator code. Known: 5002, 5016'

it('a fault is repaired on one line or on all, a duplicate by its line, and a repair is undone', async () => {
  const asked: unknown[] = []
  const { user } = await show(<RegisterImport />, {
    user: admin,
    answers: {
      'POST /providers/register/preview': ({ body }: { body?: unknown }) => {
        const { repairs } = body as { repairs: unknown[] }
        asked.push(repairs)
        return {
          preview: null,
          digest: null,
          faults: [
            { line: 2, column: 'regulator', value: 'OFHE', reason, choices: ['5002', '5016'] },
            { line: 5, column: 'instId', value: '0003', reason: 'is the same as on line 4', sameAs: 4 },
          ],
          faultCount: 2,
          notes: repairs.length > 0 ? ['Repaired.'] : [],
        }
      },
    },
  })
  await screen.findByRole('button', { name: 'Choose file' }, aWhile)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File(['instId\n'], 'register.csv', { type: 'text/csv' }))
  const replace = async (group: string) => {
    await user.click(await screen.findByRole('button', { name: 'Replace OFHE on line 2' }, aWhile))
    const menu = within(await screen.findByRole('menu', { name: 'Replace OFHE on line 2' }, aWhile))
    await user.click(within(menu.getByRole('group', { name: group })).getByRole('menuitem', { name: '5016' }))
  }
  const one = { kind: 'replace', line: 2, column: 'regulator', value: 'OFHE', to: '5016' }
  await replace('On line 2')
  await waitFor(() => expect(asked).toEqual([[], [one]]))
  await screen.findByText('Repaired.', {}, aWhile)
  await user.click(screen.getByRole('button', { name: 'Undo last repair' }))
  await waitFor(() => expect(asked[2]).toEqual([]))
  await replace('On every line with OFHE')
  await waitFor(() => expect(asked[3]).toEqual([{ ...one, line: null }]))
  // The later of two lines for one provider is kept: the earlier one is left out.
  await user.click(await screen.findByRole('button', { name: 'Keep line 5' }, aWhile))
  await waitFor(() =>
    expect(asked[4]).toEqual([
      { ...one, line: null },
      { kind: 'leaveOut', line: 4 },
    ]),
  )
  await user.click(await screen.findByRole('button', { name: 'Keep line 4' }, aWhile))
  await waitFor(() => expect((asked[5] as unknown[]).at(-1)).toEqual({ kind: 'leaveOut', line: 5 }))
})
