import { useServicesContext } from './services.ts'
import { useOwnName } from './session.ts'

/** Which filters of a page are remembered for the user in this browser (decisions §12). */
export interface Remembered {
  /** Names the page; the same name, the same memory. */
  page: string
  filters: readonly string[]
}

/** Chosen values of filters by name; none where a filter that has values by itself was emptied. */
export type ChosenFilters = Readonly<Record<string, readonly string[]>>

export interface FilterMemory {
  /** What is remembered now; undefined where nothing was ever chosen. */
  now: () => ChosenFilters | undefined
  /** Remembers these, of the filters that are remembered, in place of the former. */
  choose: (filters: ChosenFilters) => void
}

/**
 * The one memory of a page's filters; undefined where none are remembered. `usual` are the values that filters have before
 * anybody chooses: that such a filter was emptied is remembered too, or it would come back by itself.
 */
export const useRememberedFilters = (
  remembered: Remembered | undefined,
  usual: ChosenFilters = {},
): FilterMemory | undefined => {
  const { preferences } = useServicesContext()
  const page = useOwnName(remembered?.page ?? '')
  if (!remembered) return undefined
  return {
    now: () => preferences.getSnapshot().context.filters[page],
    choose: filters =>
      preferences.trigger.filtersChosen({
        page,
        filters: Object.fromEntries(
          remembered.filters.flatMap(name => {
            const values = filters[name] ?? []
            const isUsual = values.length === 0 && (usual[name] ?? []).length === 0
            return isUsual ? [] : [[name, values]]
          }),
        ),
      }),
  }
}
