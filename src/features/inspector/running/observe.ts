import type { RecordedEntry, RecordedValue } from '../../../domain/recording.ts'

/** An actor as a recording shows it. */
export interface ObservedActor {
  id: string
  name: string
  parent: string | undefined
  /** Number of actors above it. */
  depth: number
  /** Ids of the states that it is in, outermost first; none for an actor that is not a machine. */
  states: readonly string[]
  tags: readonly string[]
  /** When it entered these states; undefined if it was in them when the recording began. */
  since: string | undefined
  /** Every state that the recording has seen it in. */
  seen: ReadonlySet<string>
  /** The last event that it took, with its states before. */
  last: { event: string; before: readonly string[] } | undefined
}

/** An event that one actor sent another. */
export interface ObservedMessage {
  id: string
  at: string
  /** Undefined for code outside of actors. */
  from: string | undefined
  to: string
  event: string
}

export interface Observed {
  /** Running actors, each after the one that made it. */
  actors: readonly ObservedActor[]
  /** Events between actors, the earliest first. */
  messages: readonly ObservedMessage[]
  /** Names by id, also of actors that have ended. */
  names: ReadonlyMap<string, string>
}

/** Ids of the states in a state value, outermost first. */
export const statesIn = (value: RecordedValue | undefined, above = ''): string[] => {
  if (value === undefined) return []
  if (typeof value === 'string') return [above + value]
  return Object.entries(value).flatMap(([state, inner]) => [
    above + state,
    ...statesIn(inner, `${above}${state}.`),
  ])
}

const instantOf = (milliseconds: string): string => new Date(Number(milliseconds)).toISOString()

type Noted = Omit<ObservedActor, 'depth'>

const begun = (entry: Extract<RecordedEntry, { type: '@xstate.actor' }>): Noted => {
  const states = statesIn(entry.snapshot.value)
  return {
    id: entry.sessionId,
    name: entry.name,
    parent: entry.parentId,
    states,
    tags: entry.snapshot.tags ?? [],
    since: undefined,
    seen: new Set(states),
    last: undefined,
  }
}

const moved = (actor: Noted, entry: Extract<RecordedEntry, { type: '@xstate.snapshot' }>): Noted => {
  const states = statesIn(entry.snapshot.value)
  const isElsewhere = states.join() !== actor.states.join()
  return {
    ...actor,
    states,
    tags: entry.snapshot.tags ?? [],
    since: isElsewhere ? instantOf(entry.createdAt) : actor.since,
    seen: new Set([...actor.seen, ...states]),
    last: { event: entry.event.type, before: actor.states },
  }
}

/** What a recording shows after its entries. An entry about an unknown actor is left out. */
export const observe = (entries: readonly RecordedEntry[]): Observed => {
  const running = new Map<string, Noted>()
  const names = new Map<string, string>()
  const messages: ObservedMessage[] = []
  for (const entry of entries) {
    const id = entry.sessionId
    if (entry.type === '@xstate.actor') {
      names.set(id, entry.name)
      running.set(id, begun(entry))
    } else if (entry.type === '@xstate.event') {
      if (names.has(id))
        messages.push({
          id: entry.id,
          at: instantOf(entry.createdAt),
          from: entry.sourceId,
          to: id,
          event: entry.event.type,
        })
    } else if (entry.snapshot.status === 'active') {
      const actor = running.get(id)
      if (actor) running.set(id, moved(actor, entry))
    } else running.delete(id)
  }
  const children = Map.groupBy(running.values(), ({ parent }) =>
    parent !== undefined && running.has(parent) ? parent : undefined,
  )
  const below = (parent: string | undefined, depth: number): ObservedActor[] =>
    (children.get(parent) ?? []).flatMap(actor => [{ ...actor, depth }, ...below(actor.id, depth + 1)])
  return { actors: below(undefined, 0), messages, names }
}
