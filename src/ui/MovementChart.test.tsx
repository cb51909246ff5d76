import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { MovementChart } from './MovementChart.tsx'

const chart = () =>
  render(
    <MovementChart
      title="Crates"
      sentence="One is out of the band."
      labels={{ now: 'Now', before: 'Before', allowed: 'Expected' }}
      rowsLabel="Stall"
      columns={[
        { id: 'red', label: 'Red' },
        { id: 'blue', label: 'Blue' },
      ]}
      rows={[
        {
          id: 'a',
          label: 'Apples',
          points: [undefined, { now: 120, before: 100, allowed: { from: 90, to: 110 }, mark: 'issue' }],
        },
        { id: 'b', label: 'Beans', points: [{ now: 5, before: null, allowed: null }, undefined] },
        {
          id: 'c',
          label: 'Carrots',
          points: [
            { now: 7, before: 8, allowed: { from: 0, to: 58 } },
            { now: 1, before: 1, allowed: { from: 0, to: 51 } },
          ],
        },
      ]}
    />,
  )

const first = 'Apples, Blue: Now 120, Before 100, Expected 90 – 110'

it('is reached by one tab stop; the arrow keys go from point to point, over those that are not there', async () => {
  const user = userEvent.setup()
  chart()
  const named = () => document.activeElement?.getAttribute('aria-label')
  await user.tab()
  await user.tab()
  expect(named()).toBe(first)
  await user.keyboard('{ArrowDown}')
  expect(named()).toBe('Carrots, Blue: Now 1, Before 1, Expected 0 – 51')
  await user.keyboard('{ArrowLeft}')
  expect(named()).toBe('Carrots, Red: Now 7, Before 8, Expected 0 – 58')
  await user.keyboard('{ArrowUp}')
  expect(named()).toBe('Beans, Red: Now 5')
  await user.keyboard('{ArrowUp}')
  expect(named()).toBe('Beans, Red: Now 5')
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})

it('marks what is outside by shape besides colour, and gives the same figures as a table', async () => {
  const user = userEvent.setup()
  const { container } = chart()
  expect(container.querySelectorAll('[data-mark="issue"] path')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))).toEqual([
    ['Stall', 'Column', 'Now', 'Before', 'Expected'],
    ['Apples', 'Blue', '120', '100', '90 – 110'],
    ['Beans', 'Red', '5', '--', '--'],
    ['Carrots', 'Red', '7', '8', '0 – 58'],
    ['Carrots', 'Blue', '1', '1', '0 – 51'],
  ])
})
