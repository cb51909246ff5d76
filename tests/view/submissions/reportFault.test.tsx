import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ReportFault } from '../../../src/features/submissions/additional-reports/ReportFault.tsx'
import { tableState } from '../../../src/ui/index.ts'

/* "A report-level Error flag opens a dialog … showing ErrorMsg, or the default" (specification 2 §8). */

const table = (error: string[] = []) => ({
  state: { ...tableState(), search: '', filters: { error } },
  filter: vi.fn(),
})

it('opens once with what the report says, or with the words for what nobody explained', async () => {
  const user = userEvent.setup()
  const seen = table()
  const { rerender } = render(
    <ReportFault report={{ Error: true, ErrorMsg: 'The records are not kept.' }} table={seen} />,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Something went wrong...' })
  expect(dialog.textContent).toContain('The records are not kept.')
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  expect(seen.filter).toHaveBeenCalledWith('error', ['seen'])
  rerender(<ReportFault report={{ Error: true }} table={table()} />)
  expect(
    await screen.findByText('Sorry about this, seems like something un-explained has happened'),
  ).toBeTruthy()
  rerender(<ReportFault report={{ Error: true }} table={table(['seen'])} />)
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(<ReportFault report={{}} table={table()} />)
  expect(screen.queryByRole('dialog')).toBeNull()
})
