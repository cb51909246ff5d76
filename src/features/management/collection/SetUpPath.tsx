import { collectionStateById, isDraft } from '../../../domain/collection.ts'
import { calendarDay, londonDate } from '../../../domain/dates.ts'
import { setUpPath } from '../../../domain/setUp.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { CollectionEventWire } from '../../../domain/wire/management.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { DescriptionList } from '../../../ui/index.ts'

/** The way of a collection that is not open yet: each stage with its day and state (mock 24). */
export function SetUpPath({
  collection,
  events = [],
}: {
  collection: CollectionWire
  /** Newest first; undefined until they are loaded. */
  events: readonly CollectionEventWire[] | undefined
}) {
  const t = useMessages('management.collection')
  const text = useText()
  const state = collectionStateById(collection.state.id)
  const since = (event: string): string | null => {
    const found = events.find(one => one.event === event)
    return found ? londonDate(new Date(found.occurredUtc)) : null
  }
  const path = setUpPath({
    ...collection,
    createdOn: since('CREATE'),
    validatingSince: since('OPEN_TO_VALIDATION'),
    isValidating: state !== undefined && !isDraft(state.name),
  })
  return (
    <DescriptionList
      items={path.map(({ stage, day, state: of }) => ({
        id: stage,
        term: t(`path.${stage}`),
        value:
          day === null
            ? t(`path.state.${of}`)
            : t('path.dated', { day: text(calendarDay(day)), state: t(`path.state.${of}`) }),
      }))}
    />
  )
}
