import { describe, expect, it } from 'vitest'
import { tableDefaults, tableStateMachine } from '../../src/machines/table-state/index.ts'
import { tableStateSpec } from '../../src/model/charts/tableState.ts'
import { journey } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const defaults = tableDefaults({ sort: { column: 'last', direction: 'descending' } })
const input = { state: { ...defaults, page: 4 }, defaults }
const typed = (text: string) => ({ type: 'SEARCH_TYPED', text })
const pause = { type: 'xstate.after.searchDebounce.tableState.typing' }

describe('table state', () => {
  isWalkedWhole(tableStateSpec)

  it.each([
    ['another order', { type: 'TABLE_CHANGED', change: { sort: null } }, 1],
    ['another page size', { type: 'TABLE_CHANGED', change: { pageSize: 50 } }, 1],
    ['a filter', { type: 'FILTER_CHANGED', filter: 'state', values: ['7'] }, 1],
    ['a search', { type: 'SEARCHED', text: 'ashby' }, 1],
    ['open rows', { type: 'TABLE_CHANGED', change: { expanded: ['r1'] } }, 4],
    ['hidden columns', { type: 'TABLE_CHANGED', change: { hidden: ['id'] } }, 4],
  ])('after %s shows the right page', async (_, event, page) => {
    const { context } = await journey(tableStateMachine, input, [event])
    expect(context.state.page).toBe(page)
  })

  it('searches when the typing pauses, not before', async () => {
    const before = await journey(tableStateMachine, input, [typed('a'), typed('as'), typed('ash')])
    expect([before.value, before.context.state.search]).toEqual(['typing', ''])
    const after = await journey(tableStateMachine, input, [typed('a'), typed('ash'), pause])
    expect([after.value, after.context.state.search]).toEqual(['settled', 'ash'])
  })

  it('keeps what is typed where only Enter searches', async () => {
    const { value, context } = await journey(tableStateMachine, input, [
      typed('a'),
      { type: 'SEARCH_DRAFTED', text: 'ash' },
    ])
    expect([value, context.typed, context.state.search]).toEqual(['settled', 'ash', ''])
  })

  it('cuts a search off at 200 characters', async () => {
    const { context } = await journey(tableStateMachine, input, [{ type: 'SEARCHED', text: 'x'.repeat(300) }])
    expect(context.state.search).toHaveLength(200)
  })

  it('forgets filters and search together, and what is being typed with them', async () => {
    const { context } = await journey(tableStateMachine, input, [
      { type: 'FILTER_CHANGED', filter: 'state', values: ['7'] },
      { type: 'SEARCHED', text: 'ashby' },
      { type: 'FILTERS_CLEARED' },
    ])
    expect([context.state, context.typed]).toEqual([{ ...defaults, page: 1 }, ''])
  })

  it('follows the address back and forth', async () => {
    const { context } = await journey(tableStateMachine, input, [
      typed('as'),
      { type: 'ADDRESS_CHANGED', state: { ...defaults, search: 'brack' } },
    ])
    expect([context.state, context.typed]).toEqual([{ ...defaults, search: 'brack' }, 'brack'])
  })

  const said = (page: number) => ({ type: 'ADDRESS_CHANGED', state: { ...defaults, page } })
  const turned = (page: number) => ({ type: 'TABLE_CHANGED', change: { page } })

  it('tells the address what was chosen, until it says so', async () => {
    const before = await journey(tableStateMachine, input, [turned(2)])
    expect(before.context.unseen.map(({ page }: { page: number }) => page)).toEqual([2])
    const after = await journey(tableStateMachine, input, [turned(2), said(2)])
    expect([after.context.unseen, after.context.state.page]).toEqual([[], 2])
    expect(after.emitted).toEqual([{ type: 'table.moved', state: { ...defaults, page: 2 } }])
  })

  it('takes a late echo of an earlier choice for what it is', async () => {
    const { context } = await journey(tableStateMachine, input, [turned(2), turned(3), said(2)])
    expect(context.state.page).toBe(3)
    expect(context.unseen.map(({ page }: { page: number }) => page)).toEqual([3])
  })

  it('goes where the user goes by the address, whatever was chosen before', async () => {
    const { context } = await journey(tableStateMachine, input, [turned(2), said(2), said(7), said(4)])
    expect([context.state.page, context.unseen]).toEqual([4, []])
  })

  it('tells the address of filters that were remembered, which the address does not undo', async () => {
    const remembered = { state: ['7'] }
    const { context, emitted } = await journey(tableStateMachine, { state: defaults, remembered, defaults }, [
      { type: 'ADDRESS_CHANGED', state: defaults },
    ])
    const state = { ...defaults, filters: remembered }
    expect([context.state, context.unseen]).toEqual([state, [state]])
    expect(emitted).toEqual([{ type: 'table.moved', state }])
  })

  it('takes in what is remembered whenever the reader comes to an address that names no filter', async () => {
    const remembered = { state: ['7'] }
    const { context, emitted } = await journey(tableStateMachine, input, [
      { type: 'ADDRESS_CHANGED', state: { ...defaults, filters: { state: ['9'] } } },
      { type: 'ADDRESS_CHANGED', state: defaults, remembered },
    ])
    const state = { ...defaults, filters: remembered }
    const written = { type: 'table.moved', state }
    expect([context.state, emitted]).toEqual([state, [written]])
    // What is remembered is mostly what was shown before: the address is to say it all the same.
    const again = await journey(tableStateMachine, input, [
      { type: 'ADDRESS_CHANGED', state },
      { type: 'ADDRESS_CHANGED', state: defaults, remembered },
    ])
    expect([again.context.state, again.emitted]).toEqual([state, [written]])
  })
})
