import { withParameter } from '../../../domain/addressFilters.ts'
import { carriedOver, sourcesFor } from '../../../domain/carryOver.ts'
import type { OfRecord } from '../../../domain/collectionSeries.ts'
import {
  type CarryOverWire,
  listCarryOver,
  listSpecifications,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { type Resource, useAddress, useResource } from '../../../hooks/index.ts'

/** Parameters of the address: where a new specification starts from, and what is decided otherwise than usual. */
const parameters = { from: 'from', taken: 'take', left: 'leave' } as const
const defaults = 'defaults'

export interface StartFrom {
  /** Specifications that can be started from, the latest first; undefined until they are loaded. */
  sources: readonly SpecificationWire[] | undefined
  /** The one whose changes are shown; undefined if there is none. */
  source: SpecificationWire | undefined
  /** Whether its changes are carried over; otherwise the rules have their defaults. */
  isCopied: boolean
  changes: Resource<CarryOverWire>
  decisions: ReadonlyMap<string, boolean>
  /** Changes that need a decision; undefined until they are loaded. */
  undecided: number | undefined
  copyFrom: (id: string) => void
  takeDefaults: () => void
  decide: (ids: readonly string[], isTaken: boolean | undefined) => void
  /** The choices as the end of an address, for the page that follows. */
  query: string
}

/** Where a new specification of a collection and a ruleset starts from (decisions §18); the choices are in the address. */
export const useStartFrom = (
  own: OfRecord | undefined,
  rulesetId: number | undefined,
  ownId?: number,
): StartFrom => {
  const [address, change] = useAddress()
  const list = useResource(
    listSpecifications,
    {},
    { refreshOn: ({ type }) => type === 'SPECIFICATION' || type === 'COLLECTION' },
  )
  const others = list.data?.specifications.filter(({ id }) => id !== ownId)
  const sources = own && others && sourcesFor(others, own)
  const chosen = address.get(parameters.from)
  const source = sources?.find(({ id }) => String(id) === chosen) ?? sources?.[0]
  const isCopied = source !== undefined && chosen !== defaults
  // Until the sources are known nobody has chosen the defaults.
  const isKnown = sources !== undefined || chosen === defaults
  const changes = useResource(
    listCarryOver,
    source && rulesetId !== undefined
      ? { path: { id: String(source.id), rulesetId: String(rulesetId) } }
      : undefined,
    { refreshOn: message => message.type === 'SPECIFICATION' && message.specificationId === source?.id },
  )
  const decisions = new Map(
    [parameters.taken, parameters.left].flatMap(name =>
      address.getAll(name).map(id => [id, name === parameters.taken] as const),
    ),
  )
  const set = (value: string) =>
    change(former => withParameter(former, parameters.from, value), { replace: true })
  const kept = [...address].filter(([name]) => Object.values(parameters).some(own => own === name))
  return {
    sources,
    source,
    isCopied,
    changes,
    decisions,
    undecided: isCopied
      ? changes.data && carriedOver(changes.data.changes, decisions).undecided
      : isKnown
        ? 0
        : undefined,
    copyFrom: set,
    takeDefaults: () => set(defaults),
    decide: (ids, isTaken) =>
      change(
        former => {
          const others = [...former].filter(
            ([name, id]) => !((name === parameters.taken || name === parameters.left) && ids.includes(id)),
          )
          const name = isTaken ? parameters.taken : parameters.left
          return new URLSearchParams([...others, ...(isTaken === undefined ? [] : ids.map(id => [name, id]))])
        },
        { replace: true },
      ),
    query: kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`,
  }
}
