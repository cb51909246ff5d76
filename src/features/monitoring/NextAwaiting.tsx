import type { CollectionWire } from '../../domain/wire/collections.ts'
import { NextSubmission } from '../common/NextSubmission.tsx'
import { useAwaitingMe } from '../common/useAwaitingMe.ts'

/** The way to what has awaited the viewer longest in the collection; nothing where nothing does. */
export function NextAwaiting({ collection }: { collection: CollectionWire }) {
  const [next] = useAwaitingMe(collection) ?? []
  return next ? <NextSubmission collection={collection} next={next} /> : null
}
