import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { MatrixChart, shapeOf } from './MatrixChart.tsx'

const rows = [Uint8Array.from([2, 2, 0]), Uint8Array.from([1, 0, 2])]

const open = () =>
  render(
    <MatrixChart
      title="Plants by bed"
      sentence="Two plants in three beds."
      rows={rows}
      columnCount={3}
      wordsOf={(row, column) => `Plant ${row}, bed ${column}: ${rows[row]?.[column]}.`}
      hrefOf={(row, column) => `/plants/${row}/${column}`}
      legend={{ strong: 'Dry', light: 'Thirsty' }}
      help="Arrow keys go on."
      table={{ columns: ['Bed', 'Dry'], rows: [{ id: '0', cells: ['0', '1'] }] }}
    />,
  )

describe('a matrix', () => {
  it('draws neighbours of one code as one shape', () => {
    expect(shapeOf(rows, 2)).toBe('M0 0h16v8h-16zM16 8h8v8h-8z')
    expect(shapeOf(rows, 1)).toBe('M0 8h8v8h-8z')
  })

  it('is one link that follows the arrow keys, says its cell and stops at the edges', async () => {
    const user = userEvent.setup()
    open()
    const link = screen.getByRole('link', { name: 'Plant 0, bed 0: 2. Arrow keys go on.' })
    expect(link.getAttribute('href')).toBe('/plants/0/0')
    link.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowUp}{ArrowUp}{PageDown}')
    expect(link.getAttribute('href')).toBe('/plants/1/2')
    expect(screen.getByRole('status').textContent).toBe('Plant 1, bed 2: 2.')
    await user.keyboard('{Home}')
    expect(link.getAttribute('href')).toBe('/plants/1/0')
  })

  it('has a table in its place', async () => {
    const user = userEvent.setup()
    open()
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(screen.getByRole('table', { name: 'Plants by bed' })).toBeDefined()
  })

  it('moves within 50 ms over 300 rows and 500 columns', async () => {
    const many = Array.from({ length: 300 }, (_, row) =>
      Uint8Array.from({ length: 500 }, (_, column) => (row * 7 + column * 3) % 3),
    )
    const user = userEvent.setup()
    render(
      <MatrixChart
        title="Many"
        sentence="Many."
        rows={many}
        columnCount={500}
        wordsOf={(row, column) => `${row} ${column}`}
        hrefOf={(row, column) => `/plants/${row}/${column}`}
        legend={{ strong: 'Dry', light: 'Thirsty' }}
        help="Go on."
        table={{ columns: [], rows: [] }}
      />,
    )
    const link = screen.getByRole('link')
    link.focus()
    const times: number[] = []
    for (let turn = 0; turn < 21; turn += 1) {
      const before = performance.now()
      await user.keyboard('{ArrowRight}')
      times.push(performance.now() - before)
    }
    expect(link.getAttribute('href')).toBe('/plants/0/21')
    // The middle one: a loaded machine stops for longer now and then.
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(50)
  })
})
