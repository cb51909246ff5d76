import { type CollectionStateName, collectionStateById } from '../../domain/collection.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import { StatusTag, type Tone } from '../../ui/index.ts'

const tones: Partial<Record<CollectionStateName, Tone>> = {
  Open: 'good',
  'Historic amendment': 'attention',
  Validation: 'waiting',
}

/** A collection's state by colour, icon and word. */
export function CollectionStateTag({ state: { id, name } }: { state: CollectionWire['state'] }) {
  const known = collectionStateById(id)
  return (
    <StatusTag tone={(known && tones[known.name]) ?? 'neutral'} variant="plain">
      {name}
    </StatusTag>
  )
}
