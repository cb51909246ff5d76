import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { DataTable } from './DataTable.tsx'
import { type DataColumn, type DataTableProps, type TableState, tableState } from './dataTableTypes.ts'

interface Crate {
  id: string
  name: string
  weight: number | null
  parts?: Crate[]
}

const columns: DataColumn<Crate>[] = [
  { id: 'name', header: 'Name', value: row => row.name, isSortable: true, canHide: false },
  {
    id: 'weight',
    header: 'Weight',
    kind: 'number',
    value: row => row.weight,
    isSortable: true,
    firstDirection: 'descending',
  },
  { id: 'note', header: 'Note', value: () => 'none' },
]

const crates: Crate[] = [
  { id: '1', name: 'Crate 10', weight: 1200 },
  { id: '2', name: 'Crate 9', weight: null },
  { id: '3', name: 'ŵy', weight: 30, parts: [{ id: '3a', name: 'Half', weight: 15 }] },
  { id: '4', name: 'apple', weight: 400 },
]

function Harness(
  props: Partial<DataTableProps<Crate>> & {
    start?: Partial<TableState>
    onChanged?: (change: unknown) => void
  },
) {
  const [state, setState] = useState(tableState(props.start ?? {}))
  return (
    <DataTable
      id="crates"
      caption="Crates"
      columns={columns}
      rows={crates}
      rowId={row => row.id}
      rowLabel={row => row.name}
      subRows={row => row.parts}
      empty="Nothing here"
      {...props}
      state={state}
      onChange={change => {
        props.onChanged?.(change)
        setState({ ...state, ...change })
      }}
    />
  )
}

const names = () => screen.getAllByRole('rowheader').map(cell => cell.textContent)
const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')

describe('sorting on the client', () => {
  it('sorts texts as a reader expects, numbers as numbers, nothing last in either direction', async () => {
    const user = userEvent.setup()
    render(<Harness />)
    expect(sortOf('Name')).toBe('none')
    await user.click(screen.getByRole('button', { name: 'Name' }))
    expect(names()).toEqual(['apple', 'Crate 9', 'Crate 10', 'ŵy'])
    expect(sortOf('Name')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Weight' }))
    expect(names()).toEqual(['Crate 10', 'apple', 'ŵy', 'Crate 9'])
    expect([sortOf('Name'), sortOf('Weight')]).toEqual(['none', 'descending'])
    await user.click(screen.getByRole('button', { name: 'Weight' }))
    expect(names()).toEqual(['ŵy', 'apple', 'Crate 10', 'Crate 9'])
    expect(sortOf('Weight')).toBe('ascending')
    expect(screen.getByRole('columnheader', { name: 'Note' }).hasAttribute('aria-sort')).toBe(false)
  })

  it('goes back to page 1', async () => {
    const user = userEvent.setup()
    const onChanged = vi.fn()
    render(<Harness start={{ page: 2, pageSize: 2 }} onChanged={onChanged} />)
    await user.click(screen.getByRole('button', { name: 'Weight' }))
    expect(onChanged).toHaveBeenCalledExactlyOnceWith({
      sort: { column: 'weight', direction: 'descending' },
      page: 1,
    })
  })
})

describe('paging', () => {
  it('shows a page of the client rows, its range, and goes on', async () => {
    const user = userEvent.setup()
    render(<Harness start={{ pageSize: 3 }} pageSizes={[3, 'all']} />)
    const pages = within(screen.getByRole('navigation', { name: 'Pages of Crates' }))
    expect(names()).toEqual(['Crate 10', 'Crate 9', 'ŵy'])
    expect(pages.getByText('1–3 of 4')).toBeDefined()
    await user.click(pages.getByRole('button', { name: 'Next page' }))
    expect(names()).toEqual(['apple'])
    expect(pages.getByText('4–4 of 4')).toBeDefined()
    expect(pages.getByRole('button', { name: 'Next page' }).hasAttribute('disabled')).toBe(true)
  })

  it('leaves order and pages to the server when the total is given', async () => {
    const user = userEvent.setup()
    const onChanged = vi.fn()
    render(<Harness serverTotal={1234} start={{ page: 2, pageSize: 10 }} onChanged={onChanged} />)
    await user.click(screen.getByRole('button', { name: 'Name' }))
    expect(names()).toEqual(['Crate 10', 'Crate 9', 'ŵy', 'apple'])
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(onChanged).toHaveBeenLastCalledWith({ page: 2, pageSize: 10 })
    expect(screen.getByText('Page 2 of 124')).toBeDefined()
  })

  it('shows the last page when the page asked for is past it', () => {
    render(<Harness start={{ page: 9, pageSize: 3 }} />)
    expect(names()).toEqual(['apple'])
  })
})

describe('rows under rows', () => {
  it('opens and closes them, and keeps them on the page of their parent', async () => {
    const user = userEvent.setup()
    const onChanged = vi.fn()
    render(<Harness start={{ pageSize: 3 }} onChanged={onChanged} />)
    const opener = screen.getByRole('button', { name: 'Show the rows under ŵy' })
    expect(opener.getAttribute('aria-expanded')).toBe('false')
    await user.click(opener)
    expect(onChanged).toHaveBeenLastCalledWith({ expanded: ['3'] })
    expect(names()).toEqual(['Crate 10', 'Crate 9', 'ŵy', 'Half'])
    await user.click(screen.getByRole('button', { name: 'Hide the rows under ŵy' }))
    expect(onChanged).toHaveBeenLastCalledWith({ expanded: [] })
  })

  it('opens a panel where a row has one', async () => {
    const user = userEvent.setup()
    render(<Harness detail={row => (row.id === '4' ? <p>Ripe</p> : undefined)} />)
    expect(screen.getAllByRole('button', { name: /Show the rows/ })).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Show the rows under apple' }))
    expect(screen.getByText('Ripe')).toBeDefined()
  })
})

describe('columns and states', () => {
  it('hides a column by the choice, but not those that must stay', async () => {
    const user = userEvent.setup()
    render(<Harness hasColumnChoice />)
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await screen.findByRole('dialog', { name: 'Columns' })
    expect(screen.getAllByRole('checkbox').map(box => box.getAttribute('value'))).toEqual(['weight', 'note'])
    await user.click(screen.getByRole('checkbox', { name: 'Note' }))
    await user.keyboard('{Escape}')
    expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual(['Name', 'Weight'])
  })

  it('hides what the address hides, but not a column that must stay', () => {
    render(<Harness start={{ hidden: ['name', 'weight'] }} />)
    expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual(['Name', 'Note'])
  })

  it('brings a hidden column back, and forgets columns that are no longer there', async () => {
    const user = userEvent.setup()
    const onChanged = vi.fn()
    render(<Harness hasColumnChoice start={{ hidden: ['weight', 'note', 'gone'] }} onChanged={onChanged} />)
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Weight' }))
    expect(onChanged).toHaveBeenCalledExactlyOnceWith({ hidden: ['note'] })
  })

  it('tells of each value what it is, but of the name of the row, for a narrow screen that has no columns', () => {
    render(<Harness stacks />)
    const row = screen.getByRole('row', { name: /^Crate 10/ })
    expect(within(row).getByRole('rowheader').getAttribute('data-label')).toBeNull()
    expect(
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.getAttribute('data-label')),
    ).toEqual(['Weight', 'Note'])
    expect(screen.getByRole('region', { name: 'Crates' }).hasAttribute('data-stacks')).toBe(true)
  })

  it('shows the empty and the failed state in place of rows', () => {
    const { rerender } = render(<Harness rows={[]} />)
    expect(screen.getByRole('cell', { name: 'Nothing here' })).toBeDefined()
    rerender(<Harness rows={[]} status="failed" failure="It broke" />)
    expect(screen.getByRole('cell', { name: 'It broke' })).toBeDefined()
    rerender(<Harness rows={[]} status="loading" />)
    expect(screen.getByRole('table', { name: 'Crates' }).getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByText('Nothing here')).toBeNull()
  })

  it('draws a part of a long list and tells the whole length', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(37)
    const long = Array.from({ length: 1000 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}`, weight: at }))
    render(<Harness rows={long} start={{ pageSize: 'all' }} />)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
    expect(screen.getAllByRole('rowheader').length).toBeLessThan(100)
    expect(screen.getByRole('row', { name: /Row 3\b/ }).getAttribute('aria-rowindex')).toBe('5')
    // The code that scrolls through the list arrives, and draws less than what stood there meanwhile.
    await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(50))
    expect(screen.getByRole('row', { name: /Row 3\b/ }).getAttribute('aria-rowindex')).toBe('5')
    expect(screen.getAllByRole('row')[0]?.getAttribute('aria-rowindex')).toBe('1')
    vi.restoreAllMocks()
  })

  it('prints all of a long list, and draws a part of it again afterwards', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(37)
    const long = Array.from({ length: 300 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}`, weight: at }))
    const { container } = render(<Harness rows={long} start={{ pageSize: 'all' }} />)
    const drawn = () => container.querySelectorAll('tbody tr[data-depth]').length
    await waitFor(() => expect(drawn()).toBeLessThan(50))
    act(() => {
      window.dispatchEvent(new Event('beforeprint'))
    })
    expect(drawn()).toBe(300)
    act(() => {
      window.dispatchEvent(new Event('afterprint'))
    })
    expect(drawn()).toBeLessThan(50)
    vi.restoreAllMocks()
  })

  it('keeps the row that has the focus, however far a long list is scrolled', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(37)
    const long = Array.from({ length: 1000 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}`, weight: at }))
    render(
      <Harness
        rows={long}
        start={{ pageSize: 'all' }}
        actions={row => <button type="button">Act on {row.name}</button>}
      />,
    )
    await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(50))
    const button = screen.getByRole('button', { name: 'Act on Row 2' })
    act(() => button.focus())
    const region = screen.getByRole('region', { name: 'Crates' })
    region.scrollTop = 500 * 37
    act(() => {
      region.dispatchEvent(new Event('scroll'))
    })
    await screen.findByRole('row', { name: /Row 500\b/ })
    expect(document.activeElement).toBe(button)
    const indexes = screen.getAllByRole('row').map(row => row.getAttribute('aria-rowindex'))
    expect(indexes.slice(0, 2)).toEqual(['1', '4'])
    act(() => button.blur())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Act on Row 2' })).toBeNull())
    vi.restoreAllMocks()
  })
})

describe('a row that changes', () => {
  it('is drawn anew alone, with what is open under it', async () => {
    const drawn: string[] = []
    const [first, ...others] = columns
    const watched: DataColumn<Crate>[] = [
      {
        ...first!,
        cell: row => {
          drawn.push(row.id)
          return row.name
        },
      },
      ...others,
    ]
    const same = {
      columns: watched,
      rowLabel: (row: Crate) => row.name,
      detail: (row: Crate) => `Weighs ${row.weight}`,
      subRows: () => undefined,
    }
    const user = userEvent.setup()
    const { rerender } = render(<Harness {...same} />)
    expect(drawn.splice(0).toSorted()).toEqual(['1', '2', '3', '4'])
    rerender(<Harness {...same} rows={crates.map(row => (row.id === '4' ? { ...row, weight: 401 } : row))} />)
    expect(drawn.splice(0)).toEqual(['4'])
    expect(screen.getByText('401')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show the rows under apple' }))
    expect(screen.getByText('Weighs 401')).toBeTruthy()
    expect(new Set(drawn)).toEqual(new Set(['4']))
  })
})

describe('a page beyond the end', () => {
  it('becomes the last page of rows at hand, and of those that the filters leave', async () => {
    const onChanged = vi.fn()
    render(<Harness start={{ page: 7, pageSize: 3 }} onChanged={onChanged} />)
    await waitFor(() => expect(names()).toEqual(['apple']))
    expect(onChanged).toHaveBeenCalledExactlyOnceWith({ page: 2 })
  })

  it("becomes the last page of the server's rows, once they are known", async () => {
    const onChanged = vi.fn()
    const beyond = { start: { page: 7 }, onChanged, rows: [] }
    const { rerender } = render(<Harness {...beyond} serverTotal={0} status="loading" />)
    expect(onChanged).not.toHaveBeenCalled()
    rerender(<Harness {...beyond} serverTotal={23} status="ready" />)
    await waitFor(() => expect(onChanged).toHaveBeenCalledExactlyOnceWith({ page: 3 }))
  })

  it('stays where it is while the rows are those of another page', () => {
    const onChanged = vi.fn()
    render(<Harness start={{ page: 7 }} onChanged={onChanged} serverTotal={4} status="ready" />)
    expect(onChanged).not.toHaveBeenCalled()
  })
})

describe('filters over the rows', () => {
  const filters: DataTableProps<Crate>['filters'] = [
    {
      id: 'size',
      label: 'Size',
      value: row => (row.weight === null ? 'none' : row.weight > 100 ? 'large' : 'small'),
      option: row => (row.weight === null ? 'Unknown' : row.weight > 100 ? 'Large' : 'Small'),
    },
  ]

  it('offer the values that occur, narrow the rows, and are taken away one by one or at once', async () => {
    const user = userEvent.setup()
    render(<Harness filters={filters} start={{ pageSize: 2 }} subRows={() => undefined} />)
    await user.click(screen.getByRole('button', { name: 'Size' }))
    const boxes = await screen.findAllByRole('checkbox')
    expect(boxes.map(box => box.closest('label')?.textContent)).toEqual(['Large2', 'Small1', 'Unknown1'])
    await user.click(boxes[0]!)
    await user.click(boxes[2]!)
    await user.keyboard('{Escape}')
    expect(names()).toEqual(['Crate 10', 'Crate 9'])
    expect(screen.getByText('Page 1 of 2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove filter Size: Large' }))
    expect(names()).toEqual(['Crate 9'])
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(screen.getByText('Page 1 of 2')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
  })

  it('hand out the rows that they leave on all pages, in the order of the table', () => {
    const inFilter = (rows: readonly Crate[]) => <output>{rows.map(({ name }) => name).join(', ')}</output>
    const start = { pageSize: 1, sort: { column: 'name', direction: 'ascending' } } as const
    const { unmount } = render(<Harness {...{ filters, start }} tags={inFilter} />)
    expect(screen.getByText('apple, Crate 9, Crate 10, ŵy')).toBeTruthy()
    unmount()
    const large = { ...start, filters: { size: ['large'] } }
    render(<Harness {...{ filters }} start={large} hasColumnChoice choices={inFilter} />)
    expect(screen.getByText('apple, Crate 10')).toBeTruthy()
  })

  it('says that nothing is left where a filter leaves nothing', () => {
    render(<Harness filters={filters} start={{ filters: { size: ['enormous'] } }} />)
    expect(screen.getByText('Nothing here')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove filter Size: enormous' })).toBeTruthy()
  })
})
