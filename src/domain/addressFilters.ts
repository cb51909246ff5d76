/** Filters of one value each, by name; one without a value does not stand here. */
export type FilterValues = Readonly<Record<string, string>>

/** Whether the address names any of the filters, even without a value. */
export const namesAnyOf = (names: readonly string[], address: URLSearchParams): boolean =>
  names.some(name => address.has(name))

/** The values of the filters that the address names. */
export const filterValues = (names: readonly string[], address: URLSearchParams): FilterValues =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = address.get(name)
      return value ? [[name, value]] : []
    }),
  )

/** The address with these values of the filters in place of its own; the other parameters stay. */
export const withFilters = (
  names: readonly string[],
  address: URLSearchParams,
  values: FilterValues,
): URLSearchParams => {
  const others = [...address].filter(([name]) => !names.includes(name))
  const own = names.flatMap(name => (values[name] ? [[name, values[name]]] : []))
  return new URLSearchParams([...others, ...own])
}

/** The address with another value of one parameter, or without it; what else it says stays. */
export const withParameter = (address: URLSearchParams, name: string, value = ''): URLSearchParams =>
  withFilters([name], address, { [name]: value })
