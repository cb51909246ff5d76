import { createStore } from '@xstate/store'
import { persist, type StateStorage } from '@xstate/store/persist'
import * as z from 'zod/mini'
import { product } from '../domain/product.ts'
import { inOrder } from '../messages/order.ts'

/** Colours of the screens: as the device has them, or chosen. */
export const themes = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themes)[number]

/** Height of the rows of tables. */
export const densities = ['normal', 'compact'] as const
export type DensityChoice = (typeof densities)[number]

/** Chosen values of each filter of a page; one without values was emptied. */
export type RememberedFilters = Readonly<Record<string, readonly string[]>>

/** A choice of filters, order and columns of a table under a name. */
export interface SavedView {
  readonly name: string
  /** As the table's part of an address has it. */
  readonly address: string
}

/** What may stand in the browser's store. A value that makes no sense is as if nobody had chosen. */
const stored = z.object({
  theme: z.catch(z.enum(themes), 'system'),
  hasSingleKeys: z.catch(z.boolean(), true),
  density: z.catch(z.enum(densities), 'normal'),
  filters: z.catch(z.record(z.string(), z.record(z.string(), z.array(z.string()))), {}),
  views: z.catch(z.record(z.string(), z.array(z.object({ name: z.string(), address: z.string() }))), {}),
})
type Context = Omit<z.output<typeof stored>, 'filters' | 'views'> & {
  /** By person and page: several people may use one browser. */
  filters: Readonly<Record<string, RememberedFilters>>
  /** By person and table, by their names. */
  views: Readonly<Record<string, readonly SavedView[]>>
}

const withFilters = (context: Context, page: string, filters: RememberedFilters): Context => {
  const { [page]: _former, ...others } = context.filters
  const isNone = Object.keys(filters).length === 0
  return { ...context, filters: isNone ? others : { ...others, [page]: filters } }
}

const withViews = (context: Context, table: string, views: readonly SavedView[]): Context => {
  const { [table]: _former, ...others } = context.views
  const sorted = views.toSorted((one, other) => inOrder(one.name, other.name))
  return { ...context, views: views.length === 0 ? others : { ...others, [table]: sorted } }
}

const viewsWithout = (context: Context, table: string, name: string): readonly SavedView[] =>
  (context.views[table] ?? []).filter(view => view.name !== name)

/**
 * What people prefer in this browser, the filters that they chose and the views of tables that they saved. It says nothing
 * about the work. Kept in `storage` under the product's key; without a storage, or with one that fails, it lasts as long
 * as the page.
 */
export const createPreferences = (storage?: StateStorage) =>
  createStore({
    context: stored.parse({}) as Context,
    on: {
      singleKeysTurned: (context, event: { isOn: boolean }) => ({ ...context, hasSingleKeys: event.isOn }),
      themeChosen: (context, event: { theme: ThemeChoice }) => ({ ...context, theme: event.theme }),
      densityChosen: (context, event: { density: DensityChoice }) => ({ ...context, density: event.density }),
      /** No filters forget the page. */
      filtersChosen: (context, event: { page: string; filters: RememberedFilters }) =>
        withFilters(context, event.page, event.filters),
      /** Takes the place of a view of the same name. */
      viewSaved: (context, { table, view }: { table: string; view: SavedView }) =>
        withViews(context, table, [...viewsWithout(context, table, view.name), view]),
      viewDeleted: (context, { table, name }: { table: string; name: string }) =>
        withViews(context, table, viewsWithout(context, table, name)),
    },
  }).with(
    persist({
      name: `${product.key}.preferences`,
      storage: storage ?? { getItem: () => null, setItem: () => {}, removeItem: () => {} },
      merge: found => stored.parse(found),
      // A full or forbidden storage takes nothing away from the screens.
      onError: () => {},
    }),
  )
export type Preferences = ReturnType<typeof createPreferences>
