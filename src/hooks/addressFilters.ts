import { useEffect, useEffectEvent } from 'react'
import { type FilterValues, filterValues, saysFilters, withFilters } from '../domain/addressFilters.ts'
import { useAddress } from './address.ts'
import { useRememberedFilters } from './rememberedFilters.ts'

export interface AddressFilters {
  values: FilterValues
  /** Chooses a value, or with undefined none. */
  choose: (name: string, value: string | undefined) => void
  /** Takes every value away, and forgets them. */
  clear: () => void
}

/**
 * Filters of one value each that stand in the address under their own names. They are remembered for the user in this
 * browser under the name of the page, and come back where the address names none (decisions §12).
 */
export const useAddressFilters = (page: string, names: readonly string[]): AddressFilters => {
  const [parameters, changeParameters] = useAddress()
  const memory = useRememberedFilters({ page, filters: names })
  const values = filterValues(names, parameters, memory?.now())
  const write = (next: FilterValues): void =>
    changeParameters(former => withFilters(names, former, next), { replace: true })
  const isBehind = !saysFilters(names, parameters, values)
  const bringUpToDate = useEffectEvent(() => write(values))
  useEffect(() => {
    if (isBehind) bringUpToDate()
  }, [isBehind])

  const change = (next: FilterValues): void => {
    memory?.choose(Object.fromEntries(Object.entries(next).map(([name, value]) => [name, [value]])))
    write(next)
  }
  return {
    values,
    choose: (name, value) => {
      const { [name]: _former, ...others } = values
      change(value ? { ...others, [name]: value } : others)
    },
    clear: () => change({}),
  }
}
