import { assign, enqueueActions, setup } from 'xstate'
import { limits, searchDebounceMs } from '../../domain/limits.ts'
import { encodeTableState } from './codec.ts'
import { changed, type TableState, withFilter } from './state.ts'
import type {
  AddressOfTable,
  TableStateContext,
  TableStateEmitted,
  TableStateEvent,
  TableStateInput,
} from './types.ts'

/** An address that has not said this many choices ago by now has left it out, for it was overtaken. */
const longestUnseen = 4

/** Whether the address has two states in the same words. */
const isSame = (one: TableState, other: TableState, defaults: TableState): boolean =>
  encodeTableState('monitoring', one, defaults).toString() ===
  encodeTableState('monitoring', other, defaults).toString()

/**
 * What an address asks for: where it names no filter, those that are remembered come in (decisions §12), and one that was
 * emptied takes its usual values away.
 */
const askedFor = ({ state, remembered = {} }: AddressOfTable): TableState => ({
  ...state,
  filters: Object.entries(remembered).reduce(
    (filters, [name, values]) => withFilter(filters, name, values),
    state.filters,
  ),
})

const addressOf = ({ event }: { event: AddressOfTable }): AddressOfTable => event

interface FilterChange {
  filter: string
  values: readonly string[]
}

/**
 * A chart, because typing, the table and the address change the same state with different delays. Paging, sort, filters,
 * expansion, columns and search of a table. Its part of the address is made from the context by `encodeTableState`, and comes
 * back as ADDRESS_CHANGED: the address follows later than the table moves, so an echo must not undo what was chosen meanwhile.
 * The search follows the typing after a pause.
 */
export const tableStateMachine = setup({
  types: {
    context: {} as TableStateContext,
    events: {} as TableStateEvent,
    input: {} as TableStateInput,
    emitted: {} as TableStateEmitted,
  },
  delays: { searchDebounce: searchDebounceMs.filters },
  guards: {
    /** Neither the last known address nor one of our own changes on its way: the user has gone elsewhere. */
    isForeign: ({ context: { state, address, unseen, defaults } }, at: AddressOfTable) =>
      unseen.length === 0
        ? [state, at.state].some(one => !isSame(one, askedFor(at), defaults))
        : ![address, ...unseen].some(known => isSame(known, at.state, defaults)),
  },
  actions: {
    tellAddress: enqueueActions(({ context: { state, address, unseen, defaults }, enqueue }) => {
      if (isSame(state, unseen.at(-1) ?? address, defaults)) return
      enqueue.assign({ unseen: [...unseen, state].slice(-longestUnseen) })
      enqueue.emit({ type: 'table.moved', state })
    }),
    passEcho: assign(({ context: { unseen, defaults } }, { state }: AddressOfTable) => ({
      address: state,
      unseen: unseen.slice(unseen.findIndex(own => isSame(own, state, defaults)) + 1),
    })),
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
    followAddress: assign((_, at: AddressOfTable) => ({
      state: askedFor(at),
      typed: at.state.search,
      address: at.state,
      unseen: [],
    })),
  },
}).createMachine({
  id: 'tableState',
  description: 'What a reader has changed about a table.',
  context: ({ input: { defaults, ...at } }) => ({
    state: askedFor(at),
    defaults,
    typed: at.state.search,
    address: at.state,
    unseen: [],
  }),
  // Remembered filters that the address does not name are written to it at once.
  entry: 'tellAddress',
  initial: 'settled',
  options: { maxIterations: 1000 },
  on: {
    TABLE_CHANGED: { actions: [{ type: 'change', params: ({ event }) => event.change }, 'tellAddress'] },
    FILTER_CHANGED: { actions: [{ type: 'chooseFilter', params: ({ event }) => event }, 'tellAddress'] },
    FILTERS_CLEARED: { target: '.settled', actions: ['clearFilters', 'tellAddress'] },
    SEARCH_TYPED: {
      target: '.typing',
      actions: { type: 'keepTyped', params: ({ event }) => event.text },
    },
    SEARCH_DRAFTED: {
      target: '.settled',
      actions: { type: 'keepTyped', params: ({ event }) => event.text },
    },
    SEARCHED: {
      target: '.settled',
      actions: [{ type: 'keepTyped', params: ({ event }) => event.text }, 'search', 'tellAddress'],
    },
    ADDRESS_CHANGED: [
      {
        guard: { type: 'isForeign', params: addressOf },
        target: '.settled',
        actions: [{ type: 'followAddress', params: addressOf }, 'tellAddress'],
      },
      { actions: { type: 'passEcho', params: addressOf } },
    ],
  },
  states: {
    settled: { description: 'The table shows what was asked for.' },
    typing: {
      description: 'The user is typing in the search box; the table follows when the typing pauses.',
      after: { searchDebounce: { target: 'settled', actions: ['search', 'tellAddress'] } },
    },
  },
})

export type TableStateMachine = typeof tableStateMachine
