import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { describe, expect, it, vi } from 'vitest'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { DateField } from './DateField.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { Select } from './Select.tsx'
import { Slider } from './Slider.tsx'

function Harness({ start, onDay }: { start: string; onDay: (day: string) => void }) {
  const [day, setDay] = useState(start)
  const change = (next: string) => {
    setDay(next)
    onDay(next)
  }
  return (
    <I18nProvider locale="en-GB">
      <DateField label="From" value={day} onChange={change} />
    </I18nProvider>
  )
}

describe('DateField', () => {
  const shown = () => screen.getAllByRole('spinbutton').map(part => part.textContent)

  it('shows day, month, year in this order, whatever the browser speaks', () => {
    render(<Harness start="2026-11-02" onDay={() => {}} />)
    expect(screen.getByRole('group', { name: 'From' }).textContent?.replace(/[^\d/]/g, '')).toBe('02/11/2026')
  })

  it('tells a whole day, and none when all parts are taken away', async () => {
    const user = userEvent.setup()
    const onDay = vi.fn()
    render(<Harness start="" onDay={onDay} />)
    await user.click(screen.getAllByRole('spinbutton')[0]!)
    await user.keyboard('05112')
    expect(onDay).not.toHaveBeenCalled()
    await user.keyboard('026')
    expect(onDay).toHaveBeenLastCalledWith('2026-11-05')
    await user.keyboard('{Backspace}'.repeat(14))
    expect(onDay).toHaveBeenLastCalledWith('')
  })

  it('shows no day for one that makes no sense', () => {
    render(<Harness start="2026-13" onDay={() => {}} />)
    expect(shown()).toEqual(['dd', 'mm', 'yyyy'])
  })
})

describe('Select', () => {
  it('shows what is chosen, and does not take an option that has a reason against it', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    const options = [
      { id: 'a', label: 'Apples' },
      { id: 'b', label: 'Berries', disabledReason: 'Sold out' },
      { id: 'c', label: 'Cherries' },
    ]
    render(<Select label="Fruit" options={options} value="a" onChange={onChange} />)
    const button = screen.getByRole('button', { name: 'Apples Fruit' })
    await user.click(button)
    const sold = screen.getByRole('option', { name: 'Berries', description: 'Sold out' })
    expect(sold.getAttribute('aria-disabled')).toBe('true')
    await user.click(sold)
    expect(onChange).not.toHaveBeenCalled()
    button.focus()
    await user.keyboard('{ArrowDown}{End}{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('c')
  })
})

describe('MultiSelect', () => {
  it('searches a long list once the typing has paused for 200 ms', async () => {
    vi.useFakeTimers()
    const options = Array.from({ length: 9 }, (_, at) => ({
      id: `000${at}`,
      label: `000${at} - Provider ${at}`,
    }))
    render(<MultiSelect label="Provider" options={options} value={[]} onChange={() => {}} />)
    fireEvent.click(screen.getByRole('button', { name: 'Provider' }))
    const count = () => screen.getAllByRole('checkbox').length
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '0007' } })
    act(() => void vi.advanceTimersByTime(199))
    expect(count()).toBe(9)
    act(() => void vi.advanceTimersByTime(1))
    expect(count()).toBe(1)
  })
})

describe('Slider', () => {
  it('reads its value out in words, and moves by whole numbers', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(<Slider label="Event" min={1} max={9} value={3} valueText="Event 3 of 9" onChange={onChange} />)
    const slider = screen.getByRole('slider', { name: 'Event' })
    expect(slider.getAttribute('aria-valuetext')).toBe('Event 3 of 9')
    slider.focus()
    await user.keyboard('{ArrowRight}')
    expect(onChange).toHaveBeenLastCalledWith(4)
  })
})

describe('Breadcrumbs', () => {
  const list = { id: 'list', label: 'List', href: '/list' }
  const current = () => screen.getAllByRole('link').filter(link => link.hasAttribute('aria-current'))

  it('lead to the parent, and end with the page, which its heading names', () => {
    render(
      <>
        <Breadcrumbs label="Way" crumbs={[{ id: 'top', label: 'Top' }, list]} />
        <h1 id="page-title">One of them</h1>
      </>,
    )
    const way = within(screen.getByRole('navigation', { name: 'Way' }))
    expect(way.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Top', 'List', ''])
    const link = way.getByRole('link', { name: 'List' })
    expect([link.getAttribute('href'), link.getAttribute('aria-current')]).toEqual(['/list', null])
    expect(current()).toEqual([way.getByRole('link', { name: 'One of them', current: 'page' })])
  })

  it('end with their last crumb where that is the page itself', () => {
    render(<Breadcrumbs label="Way" crumbs={[list, { id: 'page', label: 'Page', isCurrent: true }]} />)
    expect(current().map(({ textContent }) => textContent)).toEqual(['Page'])
    expect(screen.getByText('Page').getAttribute('aria-disabled')).toBe('true')
  })
})
