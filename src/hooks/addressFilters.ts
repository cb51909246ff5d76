import { useEffect, useEffectEvent } from 'react'
import { useAddress } from './address.ts'
import { useRememberedFilters } from './rememberedFilters.ts'

export interface AddressFilters {
  /** Chosen value of each filter; one without a value does not stand here. */
  values: Readonly<Record<string, string>>
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
  const isNamed = names.some(name => parameters.has(name))
  const remembered = isNamed ? undefined : memory?.now()
  const values = Object.fromEntries(
    names.flatMap(name => {
      const value = isNamed ? parameters.get(name) : remembered?.[name]?.[0]
      return value ? [[name, value]] : []
    }),
  )
  const write = (changed: AddressFilters['values']): void =>
    changeParameters(
      former => {
        const others = [...former].filter(([name]) => !names.includes(name))
        const own = names.flatMap(name => (changed[name] ? [[name, changed[name]]] : []))
        return new URLSearchParams([...others, ...own])
      },
      { replace: true },
    )
  const writeRemembered = useEffectEvent(() => write(values))
  useEffect(() => {
    if (remembered) writeRemembered()
  }, [remembered])

  const change = (next: AddressFilters['values']): void => {
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
