import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { StepFunnel } from './StepFunnel.tsx'

it('draws the share of the highest count, and puts a table of the same figures in its place', async () => {
  const user = userEvent.setup()
  const { container } = render(
    <StepFunnel
      title="Crates"
      sentence="Most are at the gate."
      labelHeader="Step"
      valueHeader="Crates"
      partHeader="Broken"
      steps={[
        {
          id: 'gate',
          label: 'Gate',
          count: 1200,
          href: '#gate',
          part: { count: 300, label: '300 broken' },
        },
        { id: 'check', label: 'Check', count: 400 },
        { id: 'stall', label: 'Stall', count: 0 },
      ]}
    />,
  )
  const columns = [...container.querySelectorAll('[data-way="along"] rect')]
  expect(columns.map(column => column.getAttribute('width'))).toEqual([
    '100%',
    '25%',
    '33.33%',
    '0%',
    '0%',
    '0%',
  ])
  expect(screen.getByText('300 broken')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Gate' }).getAttribute('href')).toBe('#gate')
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getByRole('table', { name: 'Crates' })).toBeDefined()
  expect(screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))).toEqual([
    ['Step', 'Crates', 'Broken'],
    ['Gate', '1,200', '300 broken'],
    ['Check', '400', '0'],
    ['Stall', '0', '0'],
  ])
  expect(container.querySelector('[data-way]')).toBeNull()
})
