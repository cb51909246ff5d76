import { assign, setup } from 'xstate'
import { limits, searchDebounceMs } from '../../domain/limits.ts'
import { changed, type TableState, withFilter } from './state.ts'
import type { TableStateContext, TableStateEvent, TableStateInput } from './types.ts'

interface FilterChange {
  filter: string
  values: readonly string[]
}

/**
 * Paging, sort, filters, expansion, columns and search of a table. Its part of the address is made from the context by
 * `encodeTableState`, and comes back as ADDRESS_CHANGED. The search follows the typing after a pause.
 */
export const tableStateMachine = setup({
  types: {
    context: {} as TableStateContext,
    events: {} as TableStateEvent,
    input: {} as TableStateInput,
  },
  delays: { searchDebounce: searchDebounceMs.filters },
  actions: {
    change: assign(({ context }, change: Partial<TableState>) => ({
      state: changed(context.state, change),
    })),
    chooseFilter: assign(({ context }, { filter, values }: FilterChange) => ({
      state: changed(context.state, { filters: withFilter(context.state.filters, filter, values) }),
    })),
    clearFilters: assign(({ context }) => ({
      state: changed(context.state, { filters: {}, search: '' }),
      typed: '',
    })),
    keepTyped: assign((_, text: string) => ({ typed: text.slice(0, limits.searchText) })),
    search: assign(({ context }) =>
      context.typed === context.state.search
        ? {}
        : { state: changed(context.state, { search: context.typed }) },
    ),
    keepAddress: assign((_, state: TableState) => ({ state, typed: state.search })),
  },
}).createMachine({
  id: 'tableState',
  description: 'What a reader has changed about a table.',
  context: ({ input }) => ({ ...input, typed: input.state.search }),
  initial: 'settled',
  options: { maxIterations: 1000 },
  on: {
    TABLE_CHANGED: { actions: { type: 'change', params: ({ event }) => event.change } },
    FILTER_CHANGED: { actions: { type: 'chooseFilter', params: ({ event }) => event } },
    FILTERS_CLEARED: { target: '.settled', actions: 'clearFilters' },
    SEARCH_TYPED: {
      target: '.typing',
      reenter: true,
      actions: { type: 'keepTyped', params: ({ event }) => event.text },
    },
    SEARCH_DRAFTED: {
      target: '.settled',
      actions: { type: 'keepTyped', params: ({ event }) => event.text },
    },
    SEARCHED: {
      target: '.settled',
      actions: [{ type: 'keepTyped', params: ({ event }) => event.text }, 'search'],
    },
    ADDRESS_CHANGED: {
      target: '.settled',
      actions: { type: 'keepAddress', params: ({ event }) => event.state },
    },
  },
  states: {
    settled: { description: 'The table shows what was asked for.' },
    typing: {
      description: 'The user is typing in the search box; the table follows when the typing pauses.',
      after: { searchDebounce: { target: 'settled', actions: 'search' } },
    },
  },
})

export type TableStateMachine = typeof tableStateMachine
