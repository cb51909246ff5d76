import { tableDefaults, tableStateMachine } from '../../machines/table-state/index.ts'
import type { ModelSpec } from '../modelOf.ts'

const defaults = tableDefaults()

export const tableStateSpec: ModelSpec<typeof tableStateMachine> = {
  machine: tableStateMachine,
  // Few values, for each choice that the address has not said yet multiplies what there is to walk.
  samples: {
    TABLE_CHANGED: [{ type: 'TABLE_CHANGED', change: { page: 3 } }],
    FILTER_CHANGED: [{ type: 'FILTER_CHANGED', filter: 'state', values: [] }],
    FILTERS_CLEARED: [{ type: 'FILTERS_CLEARED' }],
    SEARCH_TYPED: [{ type: 'SEARCH_TYPED', text: '' }],
    SEARCH_DRAFTED: [{ type: 'SEARCH_DRAFTED', text: '' }],
    SEARCHED: [{ type: 'SEARCHED', text: '' }],
    ADDRESS_CHANGED: [
      { type: 'ADDRESS_CHANGED', state: { ...defaults, page: 3 } },
      { type: 'ADDRESS_CHANGED', state: defaults },
      { type: 'ADDRESS_CHANGED', state: defaults, remembered: { state: ['7'] } },
    ],
  },
  project: ({ state, typed, address, unseen }) => ({ state, typed, address, unseen }),
  inputs: { 'a table as it comes': { state: defaults, defaults } },
}
