import { withParameter } from '../../../domain/addressFilters.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { listCollections } from '../../../domain/wire/collections.ts'
import { useAddress, useResource } from '../../../hooks/index.ts'
import { assignableTo } from '../../../machines/collection-state/index.ts'
import { respecified } from './addresses.ts'

/** Marks the address with a collection that was given another specification: its results are offered for re-processing. */
export const useRespecified = () => {
  const [, change] = useAddress()
  return (reference: string) =>
    change(former => withParameter(former, respecified, reference), { replace: true })
}

/** The collection that can be given a specification now; undefined if there is none, or it is not known yet. */
export const useAssignable = (
  specification: { id: number; version: string },
  mayAssign: boolean,
): CollectionWire | undefined => {
  const list = useResource(listCollections, mayAssign ? {} : undefined, {
    refreshOn: ({ type }) => type === 'COLLECTION',
  })
  return list.data?.collections.find(collection => assignableTo(collection, specification))
}
