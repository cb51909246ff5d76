import { useSelector } from '@xstate/react'
import type { TableName } from '../domain/tables.ts'
import { decodeTableState, encodeTableState, type TableState } from '../machines/table-state/index.ts'
import { useServicesContext } from './services.ts'
import { useOwnName } from './session.ts'
import type { Table } from './table.ts'

export interface SavedViewChoice {
  name: string
  /** Address of this page as the view has it: to go there, and to give to others. */
  href: string
  /** Whether the table is as the view has it. */
  isCurrent: boolean
}

export interface SavedViews {
  views: readonly SavedViewChoice[]
  /** Keeps filters, order, columns and page size of the table as they are now; replaces a view of the same name. */
  save: (name: string) => void
  remove: (name: string) => void
  /** A view was gone to: what it filters by is what is remembered of the page. */
  applied: (name: string) => void
}

const noViews: readonly never[] = []

/**
 * The views of a table that the user has saved in this browser. `usual` is the table's state before anybody changed it. A
 * view belongs to the table and not to what it lists, so that it serves every collection.
 */
export const useSavedViews = (name: TableName, table: Table, usual: TableState): SavedViews => {
  const { preferences } = useServicesContext()
  const key = useOwnName(name)
  const saved = useSelector(preferences, ({ context }) => context.views[key] ?? noViews)
  const stateOf = (address: string): TableState => decodeTableState(name, new URLSearchParams(address), usual)
  const { page, expanded } = usual
  const now = encodeTableState(name, { ...table.state, page, expanded }, usual).toString()
  return {
    views: saved.map(view => ({
      name: view.name,
      href: table.hrefOf(stateOf(view.address)),
      isCurrent: view.address === now,
    })),
    save: chosen => preferences.trigger.viewSaved({ table: key, view: { name: chosen, address: now } }),
    remove: chosen => preferences.trigger.viewDeleted({ table: key, name: chosen }),
    applied: chosen => {
      const view = saved.find(one => one.name === chosen)
      if (view) table.remember(stateOf(view.address).filters)
    },
  }
}
