/** Filters of one value each, by name; one without a value does not stand here. */
export type FilterValues = Readonly<Record<string, string>>

const inAddress = (name: string, address: URLSearchParams): string | undefined =>
  address.get(name) || undefined

/** The values of the address where it names any of the filters, even without a value; otherwise those that are remembered. */
export const filterValues = (
  names: readonly string[],
  address: URLSearchParams,
  remembered: Readonly<Record<string, readonly string[]>> | undefined,
): FilterValues => {
  const isNamed = names.some(name => address.has(name))
  return Object.fromEntries(
    names.flatMap(name => {
      const value = isNamed ? inAddress(name, address) : remembered?.[name]?.[0]
      return value ? [[name, value]] : []
    }),
  )
}

/** Whether the address says of the filters what these values say. */
export const saysFilters = (
  names: readonly string[],
  address: URLSearchParams,
  values: FilterValues,
): boolean => names.every(name => inAddress(name, address) === values[name])

/** The address with these values of the filters in place of its own; what else it says stays. */
export const withFilters = (
  names: readonly string[],
  address: URLSearchParams,
  values: FilterValues,
): URLSearchParams => {
  const others = [...address].filter(([name]) => !names.includes(name))
  const own = names.flatMap(name => (values[name] ? [[name, values[name]]] : []))
  return new URLSearchParams([...others, ...own])
}
