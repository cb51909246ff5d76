import {
  type TableState,
  type TableStateContext,
  tableDefaults,
  tableStateMachine,
} from '../../machines/table-state/index.ts'
import { emits, type Net, type Outcome, outcome, type Question, waits } from './net.ts'

/*
 * What a reader has changed about a table (specification 1 §2, 2 §2.4 to §2.6, §9; decisions §12). Written apart from the
 * chart: what leads back to the first page, when a search counts, and how table and address follow each other although the
 * address is always late.
 */

type State = 'settled' | 'typing'
type Facts = TableStateContext
type Decided = Outcome<Facts, State>

const isSame = (one: TableState, other: TableState): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Other rows come first: so the first page is shown, unless the change itself names a page. */
const leadsToFirstPage = ['sort', 'pageSize', 'filters', 'search'] as const

const changed = (state: TableState, change: Partial<TableState>): TableState => ({
  ...state,
  page: leadsToFirstPage.some(name => name in change) ? 1 : state.page,
  ...change,
})

/**
 * The address hears, once, of a state that it does not show and has not been told last; it keeps up with four at most. Before
 * that, what the reader has set going.
 */
const noted = (state: State, facts: Facts): Decided => {
  const last = facts.unseen[facts.unseen.length - 1] ?? facts.address
  if (isSame(last, facts.state)) return outcome(state, facts)
  const unseen = [...facts.unseen, facts.state].slice(-4)
  return outcome(state, { ...facts, unseen }, emits({ type: 'table.moved', state: facts.state }))
}

/** A search for what is in the box; the same search again changes nothing, the page neither. */
const searched = (facts: Facts): Facts =>
  facts.typed === facts.state.search
    ? facts
    : { ...facts, state: changed(facts.state, { search: facts.typed }) }

/** 200 characters are the most that is searched for (decisions §7). */
const typed = (facts: Facts, text: string): Facts => ({ ...facts, typed: text.slice(0, 200) })

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'TABLE_CHANGED':
      return noted(state, { ...facts, state: changed(facts.state, event.change) })
    case 'FILTER_CHANGED': {
      const { [event.filter as string]: _, ...others } = facts.state.filters
      const filters = event.values.length > 0 ? { ...others, [event.filter]: event.values } : others
      return noted(state, { ...facts, state: changed(facts.state, { filters }) })
    }
    case 'FILTERS_CLEARED':
      return noted('settled', {
        ...facts,
        typed: '',
        state: changed(facts.state, { filters: {}, search: '' }),
      })
    // The pause begins again with every letter.
    case 'SEARCH_TYPED':
      return outcome('typing', typed(facts, event.text), waits(200))
    case 'SEARCH_DRAFTED':
      return outcome('settled', typed(facts, event.text))
    case 'SEARCHED':
      return noted('settled', searched(typed(facts, event.text)))
    case 'xstate.after.searchDebounce.tableState.typing':
      return state === 'typing' ? noted('settled', searched(facts)) : undefined
    case 'ADDRESS_CHANGED': {
      const { state: shown, remembered } = event
      // Filters come back where the address names none; one that was emptied stays empty, whatever is usual.
      const back = Object.entries<readonly string[]>({ ...shown.filters, ...remembered }).filter(
        ([, values]) => values.length > 0,
      )
      const wanted: TableState = { ...shown, filters: Object.fromEntries(back) }
      const at = facts.unseen.findIndex(one => isSame(one, shown))
      // An echo: nothing of what was chosen meanwhile is undone.
      if (at >= 0) return outcome(state, { ...facts, address: shown, unseen: facts.unseen.slice(at + 1) })
      // Nothing of the reader's is on its way, table and address show what is wanted: the reader has not gone anywhere.
      const isKnown =
        facts.unseen.length > 0
          ? isSame(facts.address, shown)
          : isSame(facts.state, wanted) && isSame(shown, wanted)
      if (isKnown) return outcome(state, { ...facts, address: shown })
      return noted('settled', {
        ...facts,
        state: wanted,
        typed: shown.search,
        address: shown,
        unseen: [],
      })
    }
    default:
      return undefined
  }
}

const defaults = tableDefaults({ sort: { column: 'last', direction: 'descending' } })
const page = (number: number): TableState => ({ ...defaults, page: number })
const filtered: TableState = { ...page(3), filters: { state: ['7'], provider: ['0001'] }, search: 'ashby' }

/** What is remembered stands beside what the address says. */
const remembering: TableState = { ...page(3), filters: filtered.filters }

const quiet: Facts = { state: page(3), defaults, typed: '', address: page(3), unseen: [] }
const moments: readonly Facts[] = [
  quiet,
  { ...quiet, state: filtered, address: filtered, typed: 'ashby' },
  { ...quiet, typed: 'brack' },
  // The address is late: by one, and by as many as are kept.
  { ...quiet, state: page(5), unseen: [page(4), page(5)] },
  { ...quiet, state: page(8), unseen: [page(5), page(6), page(7), page(8)] },
]

export const tableStateNet: Net<Facts, State> = {
  machine: tableStateMachine,
  states: ['settled', 'typing'],
  factsIn: () => moments,
  events: [
    ...[
      { page: 9 },
      { page: 3 },
      { sort: null },
      { pageSize: 50 },
      { pageSize: 50, page: 2 },
      { expanded: ['r1'] },
      { hidden: ['id'] },
    ].map(change => ({ type: 'TABLE_CHANGED', change })),
    { type: 'FILTER_CHANGED', filter: 'state', values: ['9'] },
    { type: 'FILTER_CHANGED', filter: 'state', values: [] },
    { type: 'FILTERS_CLEARED' },
    ...['', 'ashby', 'x'.repeat(201)].flatMap(text =>
      ['SEARCH_TYPED', 'SEARCH_DRAFTED', 'SEARCHED'].map(type => ({ type, text })),
    ),
    { type: 'xstate.after.searchDebounce.tableState.typing' },
    ...[page(3), page(4), page(5), page(7), filtered].map(state => ({ type: 'ADDRESS_CHANGED', state })),
    ...[page(3), page(4), filtered].map(state => ({
      type: 'ADDRESS_CHANGED',
      state,
      remembered: { state: ['7'] },
    })),
    { type: 'ADDRESS_CHANGED', state: filtered, remembered: { state: [] } },
  ],
  decided,
  tags: { settled: [], typing: [] },
  starts: [
    {
      input: { state: page(3), defaults },
      outcome: { state: 'settled', facts: quiet, effects: [] },
    },
    // Filters that are remembered and that the address does not name.
    {
      input: { state: page(3), remembered: filtered.filters, defaults },
      outcome: {
        state: 'settled',
        facts: {
          state: remembering,
          defaults,
          typed: '',
          address: page(3),
          unseen: [remembering],
        },
        effects: [emits({ type: 'table.moved', state: remembering })],
      },
    },
  ],
}
