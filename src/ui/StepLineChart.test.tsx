import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { StepLineChart } from './StepLineChart.tsx'

const chart = () =>
  render(
    <StepLineChart
      title="Crates in the store"
      sentence="5 of 8 crates have come."
      most={8}
      today="2026-05-10"
      marks={[{ id: 'end', label: 'Market', day: '2026-05-20' }]}
      dayHeader="Day"
      formatDay={day => day.slice(5)}
      lines={[
        {
          id: 'before',
          label: 'Last year',
          weight: 'before',
          points: [
            { day: '2026-05-04', value: 7 },
            { day: '2026-08-30', value: 8 },
          ],
        },
        {
          id: 'come',
          label: 'Come',
          weight: 'done',
          points: [
            { day: '2026-05-02', value: 2 },
            { day: '2026-05-08', value: 5 },
          ],
        },
      ]}
    />,
  )

it('ends with the last mark, however long the earlier time went on', () => {
  chart()
  const picture = screen.getByRole('img', { name: '5 of 8 crates have come.' })
  const days = [...picture.querySelectorAll(':scope > text')].map(label => label.textContent)
  expect(days).toEqual(['8', '05-02', '05-20'])
})

it('tells the picture in a sentence, and each line by its figure of today', () => {
  chart()
  expect(screen.getByRole('img', { name: '5 of 8 crates have come.' })).toBeDefined()
  expect(screen.getAllByRole('listitem').map(item => item.textContent?.trim())).toEqual([
    'Come 5',
    'Last year 7',
  ])
})

it('gives the same as a table: each day on which something changed, with what held then', async () => {
  const user = userEvent.setup()
  chart()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(row => [...row.children].map(cell => cell.textContent))).toEqual([
    ['Day', 'Last year', 'Come'],
    ['05-02', '0', '2'],
    ['05-04', '7', '2'],
    ['05-08', '7', '5'],
  ])
})
