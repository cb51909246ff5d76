import { useSelector } from '@xstate/react'
import { type FilterValues, filterValues, namesAnyOf, withFilters } from '../domain/addressFilters.ts'
import {
  type AddressOfTable,
  selectTable,
  type TableState,
  tableDefaults,
  tableStateMachine,
} from '../machines/table-state/index.ts'
import { useAddress } from './address.ts'
import { type ChosenFilters, useRememberedFilters } from './rememberedFilters.ts'
import { useTableState } from './tableState.ts'

export interface AddressFilters {
  values: FilterValues
  /** Chooses a value, or with undefined none. */
  choose: (name: string, value: string | undefined) => void
  /** Takes every value away, and forgets them. */
  clear: () => void
}

const defaults = tableDefaults()

const valuesOf = ({ filters }: TableState): FilterValues =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, [value]]) => (value ? [[name, value]] : [])))

/** Of what is remembered, what the page still has: an earlier release may have had other filters, or more values of one. */
const known = (names: readonly string[], chosen: ChosenFilters = {}): ChosenFilters =>
  Object.fromEntries(
    names.flatMap(name => {
      const [value] = chosen[name] ?? []
      return value ? [[name, [value]]] : []
    }),
  )

/**
 * Filters of one value each that stand in the address under their own names, as the filters of a table without one. They are
 * remembered for the user in this browser under the name of the page, and come back where the address names none (decisions
 * §12).
 */
export const useAddressFilters = (page: string, names: readonly string[]): AddressFilters => {
  const [parameters, changeParameters] = useAddress()
  const memory = useRememberedFilters({ page, filters: names })
  const named = filterValues(names, parameters)
  const address: AddressOfTable = {
    state: tableDefaults({
      filters: Object.fromEntries(Object.entries(named).map(([name, value]) => [name, [value]])),
    }),
    remembered: namesAnyOf(names, parameters) ? undefined : known(names, memory?.now()),
  }
  const actor = useTableState(tableStateMachine, { ...address, defaults }, address, state =>
    changeParameters(former => withFilters(names, former, valuesOf(state)), { replace: true }),
  )
  const state = useSelector(actor, selectTable)
  return {
    values: valuesOf(state),
    choose: (name, value) => {
      actor.send({ type: 'FILTER_CHANGED', filter: name, values: value ? [value] : [] })
      memory?.choose(actor.getSnapshot().context.state.filters)
    },
    clear: () => {
      actor.send({ type: 'FILTERS_CLEARED' })
      memory?.choose({})
    },
  }
}
