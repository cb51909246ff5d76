import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { BarChart, LineChart } from './index.ts'

describe('charts', () => {
  it('puts a table of the same figures in place of the picture', async () => {
    const user = userEvent.setup()
    render(
      <BarChart
        title="Crates"
        sentence="Most are in the north."
        labelHeader="Hall"
        series={[
          { id: 'in', label: 'Inside' },
          { id: 'out', label: 'Outside' },
        ]}
        bars={[{ id: 'n', label: 'North', values: { in: 1200, out: 3 } }]}
      />,
    )
    expect(screen.getByRole('img', { name: 'North, Inside: 1,200' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(screen.getByRole('table', { name: 'Crates' })).toBeDefined()
    expect(screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))).toEqual([
      ['Hall', 'Inside', 'Outside'],
      ['North', '1,200', '3'],
    ])
    expect(screen.queryByRole('img', { name: /North/ })).toBeNull()
  })

  it('is one stop of the tab key, within which the arrow keys move', async () => {
    const user = userEvent.setup()
    render(
      <LineChart
        title="Deliveries"
        sentence="They rise."
        labelHeader="Week"
        valueHeader="Deliveries"
        points={[
          { id: '1', label: 'Week 1', value: 3 },
          { id: '2', label: 'Week 2', value: 5 },
          { id: '3', label: 'Week 3', value: 9 },
        ]}
      />,
    )
    const focused = () => document.activeElement?.getAttribute('aria-label')
    await user.tab()
    await user.tab()
    expect(focused()).toBe('Week 1: 3')
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('Week 2: 5')
    await user.keyboard('{End}')
    expect(focused()).toBe('Week 3: 9')
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('Week 3: 9')
    await user.tab()
    await user.tab({ shift: true })
    expect(focused()).toBe('Week 3: 9')
  })
})
