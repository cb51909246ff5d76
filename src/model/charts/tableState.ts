import { tableDefaults, tableStateMachine } from '../../machines/table-state/index.ts'
import type { ModelSpec } from '../modelOf.ts'

const defaults = tableDefaults()

export const tableStateSpec: ModelSpec<typeof tableStateMachine> = {
  machine: tableStateMachine,
  samples: {
    TABLE_CHANGED: [
      { type: 'TABLE_CHANGED', change: { page: 3 } },
      { type: 'TABLE_CHANGED', change: { sort: { column: 'name', direction: 'descending' } } },
    ],
    FILTER_CHANGED: [
      { type: 'FILTER_CHANGED', filter: 'state', values: ['7'] },
      { type: 'FILTER_CHANGED', filter: 'state', values: [] },
    ],
    FILTERS_CLEARED: [{ type: 'FILTERS_CLEARED' }],
    SEARCH_TYPED: [
      { type: 'SEARCH_TYPED', text: 'ash' },
      { type: 'SEARCH_TYPED', text: '' },
    ],
    SEARCH_DRAFTED: [{ type: 'SEARCH_DRAFTED', text: 'ash' }],
    SEARCHED: [{ type: 'SEARCHED', text: 'ashby' }],
    ADDRESS_CHANGED: [{ type: 'ADDRESS_CHANGED', state: { ...defaults, page: 2 } }],
  },
  project: ({ state, typed }) => ({ state, typed }),
  inputs: { 'a table as it comes': { state: defaults, defaults } },
}
