import { type CollectionWire, listCollections } from '../../domain/wire/collections.ts'
import { useResource } from '../../hooks/index.ts'
import type { Loaded } from '../common/Loaded.tsx'
import { useInspectorAddress } from './address.ts'

/** The collections to choose from, and the one that the address names. */
export interface ChosenCollection {
  resource: Loaded<{ collections: CollectionWire[] }>
  /** Empty until they are loaded. */
  collections: readonly CollectionWire[]
  /** The collection that the address names; undefined if it names none, or one that does not exist. */
  named: CollectionWire | undefined
  /** The named one, or else the first with submissions. */
  shown: CollectionWire | undefined
}

/** Loads the collections for a field that chooses one, kept in the address as `collection`. */
export const useChosenCollection = (): ChosenCollection => {
  const { parameter } = useInspectorAddress()
  const resource = useResource(listCollections, {})
  const collections = resource.data?.collections ?? []
  const named = collections.find(({ reference }) => reference === parameter('collection'))
  return {
    resource,
    collections,
    named,
    shown:
      named ??
      collections.find(({ collectionSubmissionCount }) => collectionSubmissionCount > 0) ??
      collections[0],
  }
}

/** Collections as the options of a field. */
export const collectionOptions = (collections: readonly CollectionWire[]): { id: string; label: string }[] =>
  collections.map(({ reference, name }) => ({ id: reference, label: `${name} (${reference})` }))
