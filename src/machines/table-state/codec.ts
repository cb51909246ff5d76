import { limits, pageSizes } from '../../domain/limits.ts'
import { type TableName, tableIds } from '../../domain/tables.ts'
import type { TableState } from './state.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const ascending = 'up'
const descending = 'down'

/** Parameters that carry the part of the state that differs from the defaults; a changed empty list is one empty value. */
const written = (state: TableState, defaults: TableState): [string, string][] => {
  const list = (key: string, values: readonly string[], usual: readonly string[]): [string, string][] =>
    same(values, usual) ? [] : values.length === 0 ? [[key, '']] : values.map(value => [key, value])
  const filters = [...new Set([...Object.keys(defaults.filters), ...Object.keys(state.filters)])].toSorted()
  return [
    ...(same(state.sort, defaults.sort)
      ? []
      : [
          [
            'sort',
            state.sort
              ? `${state.sort.column}.${state.sort.direction === 'ascending' ? ascending : descending}`
              : '',
          ] satisfies [string, string],
        ]),
    ...(state.page === defaults.page ? [] : [['page', String(state.page)] satisfies [string, string]]),
    ...(state.pageSize === defaults.pageSize
      ? []
      : [['size', String(state.pageSize)] satisfies [string, string]]),
    ...(state.search === defaults.search ? [] : [['q', state.search] satisfies [string, string]]),
    ...list('open', state.expanded, defaults.expanded),
    ...list('hide', state.hidden, defaults.hidden),
    ...filters.flatMap(filter =>
      list(`f.${filter}`, state.filters[filter] ?? [], defaults.filters[filter] ?? []),
    ),
  ]
}

/**
 * The address's parameters with this table's part replaced; parameters of other tables stay. What equals the defaults
 * is left out.
 */
export const encodeTableState = (
  table: TableName,
  state: TableState,
  defaults: TableState,
  parameters: URLSearchParams = new URLSearchParams(),
): URLSearchParams => {
  const prefix = `${tableIds[table]}.`
  const others = [...parameters].filter(([name]) => !name.startsWith(prefix))
  return new URLSearchParams([
    ...others,
    ...written(state, defaults).map(([name, value]) => [`${prefix}${name}`, value]),
  ])
}

const sortOf = (text: string): TableState['sort'] | undefined => {
  if (text === '') return null
  const match = text.match(/^(.+)\.(up|down)$/)
  return match?.[1]
    ? { column: match[1], direction: match[2] === ascending ? 'ascending' : 'descending' }
    : undefined
}

const pageOf = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

const pageSizeOf = (text: string): TableState['pageSize'] | undefined =>
  text === 'all' ? 'all' : pageSizes.find(size => String(size) === text)

/**
 * The table's state from the address. What is missing, or makes no sense, is as in the defaults: an address may have
 * been typed or be out of date.
 */
export const decodeTableState = (
  table: TableName,
  parameters: URLSearchParams,
  defaults: TableState,
): TableState => {
  const prefix = `${tableIds[table]}.`
  const one = <T>(name: string, parse: (text: string) => T | undefined, usual: T): T => {
    const text = parameters.get(prefix + name)
    const parsed = text === null ? undefined : parse(text)
    return parsed === undefined ? usual : parsed
  }
  const list = (name: string, usual: readonly string[]): readonly string[] =>
    parameters.has(prefix + name) ? parameters.getAll(prefix + name).filter(value => value !== '') : usual
  const filterPrefix = `${prefix}f.`
  const named = [...parameters.keys()].filter(name => name.startsWith(filterPrefix))
  const filters = new Set([
    ...Object.keys(defaults.filters),
    ...named.map(name => name.slice(filterPrefix.length)),
  ])
  return {
    sort: one('sort', sortOf, defaults.sort),
    page: one('page', pageOf, defaults.page),
    pageSize: one('size', pageSizeOf, defaults.pageSize),
    expanded: list('open', defaults.expanded),
    hidden: list('hide', defaults.hidden),
    filters: Object.fromEntries(
      [...filters]
        .map(filter => [filter, list(`f.${filter}`, defaults.filters[filter] ?? [])] as const)
        .filter(([, values]) => values.length > 0),
    ),
    search: (parameters.get(`${prefix}q`) ?? defaults.search).slice(0, limits.searchText),
  }
}

/** Whether an address chooses values of the table's filters, an empty choice included. */
export const namesFilters = (table: TableName, parameters: URLSearchParams): boolean =>
  [...parameters.keys()].some(name => name.startsWith(`${tableIds[table]}.f.`))
