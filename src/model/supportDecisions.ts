import { isSupportOpen, type SupportSessionPlace } from '../domain/supportSession.ts'
import type {
  SupportSessionEffect,
  SupportSessionEvent,
  SupportSessionFacts,
} from '../machines/support-session/index.ts'

/*
 * What was decided about support sessions, written a second time from there and apart from the chart: "With that person's consent. A
 * button gives a code. It lasts 15 minutes (must), and either side can end it."
 */

/** Where an event leads, and what the server then does; undefined if it is refused. */
export const supportSessionDecided = (
  place: SupportSessionPlace,
  { sharerId, watcherId, isOver }: SupportSessionFacts,
  { type, actor }: SupportSessionEvent,
): { place: SupportSessionPlace; effects: SupportSessionEffect[] } | undefined => {
  const userId = actor.kind === 'user' ? actor.userId : undefined
  const isSharer = userId === sharerId
  const isWatcher = userId !== undefined && userId === watcherId
  switch (type) {
    case 'OFFER':
      return place === 'NONE' && isSharer ? { place: 'OFFERED', effects: [] } : undefined
    case 'JOIN':
      return place === 'OFFERED' && actor.kind === 'user' && actor.organisationType === 'agency' && !isOver
        ? { place: 'WATCHED', effects: ['noteWatcher'] }
        : undefined
    case 'SEND':
      return place === 'WATCHED' && isSharer && !isOver ? { place, effects: ['keepEntries'] } : undefined
    case 'READ':
      return place === 'WATCHED' && isWatcher && !isOver ? { place, effects: ['giveEntries'] } : undefined
    case 'END':
      return isSupportOpen(place) && (isSharer || isWatcher)
        ? { place: 'ENDED', effects: ['deleteEntries'] }
        : undefined
    case 'EXPIRE':
      return isSupportOpen(place) && actor.kind === 'system' && isOver
        ? { place: 'EXPIRED', effects: ['deleteEntries'] }
        : undefined
  }
}
