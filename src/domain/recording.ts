import * as z from 'zod/mini'

/**
 * What the inspector records of running actors, in the event format of @statelyai/inspect 0.7.1 (`src/types.ts` and
 * `src/createInspector.ts` of github.com/statelyai/inspect). A whitelist: names of actors, events, states and tags, and times. There is
 * no field for a context, for what an event carries, or for an output, so no record data and no token can be in a recording.
 */

/** The version of the format that each entry names. */
export const recordingVersion = '0.7.1'

/** A recording holds at most so many entries; the oldest are dropped. */
export const longestRecording = 5000

/** The largest recording that can be opened, in bytes. */
export const largestRecording = 16 * 1024 * 1024

/** Names come from code: a machine, an event, a state, a tag, the path of a call. A token or a sentence does not match. */
const nameForm = /^[\w.:/{}()@#-]+$/
const longestName = 100

/** Whether a text has the form of a name. */
export const isName = (text: string): boolean => text.length <= longestName && nameForm.test(text)

const name = z.string().check(z.maxLength(longestName), z.regex(nameForm))
/** XState numbers the actors of a page in this form. */
const session = z.string().check(z.maxLength(16), z.regex(/^x:\d+$/))
/** Milliseconds since 1970, as a text. */
const moment = z.string().check(z.regex(/^\d{13}$/))

/** States that a machine is in: a name, or names of regions with the states in them. */
export type RecordedValue = string | { [state: string]: RecordedValue }
const deepest = 10

const valueWithin = (depth: number): z.ZodMiniType<RecordedValue> =>
  depth === 0 ? name : z.union([name, z.record(name, valueWithin(depth - 1))])

const snapshot = z.object({
  status: z.enum(['active', 'done', 'error', 'stopped']),
  /** Absent for an actor that is not a machine. */
  value: z.optional(valueWithin(deepest)),
  tags: z.optional(z.array(name).check(z.maxLength(30))),
})

const base = {
  sessionId: session,
  rootId: session,
  createdAt: moment,
  id: z.string().check(z.regex(/^\d{1,12}$/)),
  _version: z.literal(recordingVersion),
}
const event = z.object({ type: name })

/** An actor began, or was there when the recording began. */
const actorEntry = z.object({
  type: z.literal('@xstate.actor'),
  ...base,
  name,
  parentId: z.optional(session),
  snapshot,
})
/** An actor was sent an event; without `sourceId` by code outside of actors. */
const eventEntry = z.object({
  type: z.literal('@xstate.event'),
  ...base,
  event,
  sourceId: z.optional(session),
})
/** The state of an actor after an event. */
const snapshotEntry = z.object({ type: z.literal('@xstate.snapshot'), ...base, event, snapshot })

/** One entry of a recording. */
export const recordedEntry = z.discriminatedUnion('type', [actorEntry, eventEntry, snapshotEntry])
export type RecordedEntry = z.output<typeof recordedEntry>
export type RecordedSnapshot = z.output<typeof snapshot>

/** The entries among some values, without any field that the whitelist does not name; other values are dropped. */
export const entriesAmong = (values: readonly unknown[]): RecordedEntry[] =>
  values.flatMap(value => {
    const read = z.safeParse(recordedEntry, value)
    return read.success ? [read.data] : []
  })

/** An actor as it was after some entries, as an entry. */
const heldActors = (entries: readonly RecordedEntry[]): RecordedEntry[] => {
  const held = new Map<string, Extract<RecordedEntry, { type: '@xstate.actor' }>>()
  for (const entry of entries) {
    if (entry.type === '@xstate.actor') held.set(entry.sessionId, entry)
    const actor = held.get(entry.sessionId)
    if (entry.type !== '@xstate.snapshot' || !actor) continue
    if (entry.snapshot.status === 'active') held.set(entry.sessionId, { ...actor, snapshot: entry.snapshot })
    else held.delete(entry.sessionId)
  }
  return [...held.values()]
}

/**
 * A recording that is no longer than `longestRecording`. The actors of dropped entries stay, in the states that they were in.
 */
export const shortened = (entries: readonly RecordedEntry[]): readonly RecordedEntry[] => {
  if (entries.length <= longestRecording) return entries
  // A quarter at once: otherwise each further entry would shorten the recording again.
  const cut = entries.length - Math.floor(longestRecording * 0.75)
  return [...heldActors(entries.slice(0, cut)), ...entries.slice(cut)].slice(-longestRecording)
}

/**
 * The text of a recording as a file: a JSON array of its entries. `definitionOf` gives the chart of an actor as XState's JSON, which
 * Stately's inspector draws.
 */
export const recordingText = (
  entries: readonly RecordedEntry[],
  definitionOf: (sessionId: string) => string | undefined = () => undefined,
): string => {
  const lines = entries.map(entry => {
    const definition = entry.type === '@xstate.actor' ? definitionOf(entry.sessionId) : undefined
    return JSON.stringify(definition === undefined ? entry : { ...entry, definition })
  })
  return `[\n${lines.join(',\n')}\n]\n`
}

export type ReadRecording =
  | { ok: true; entries: RecordedEntry[] }
  | { ok: false; fault: 'notJson' | 'noEntries' | 'tooLarge' | 'otherVersion' }

/**
 * The entries of a recording's file. Entries of another origin lose what the whitelist does not name. A file that is too large, no JSON,
 * or without an entry gives the fault.
 */
export const readRecording = (text: string): ReadRecording => {
  if (text.length > largestRecording) return { ok: false, fault: 'tooLarge' }
  let values: unknown
  try {
    values = JSON.parse(text)
  } catch {
    return { ok: false, fault: 'notJson' }
  }
  if (!Array.isArray(values)) return { ok: false, fault: 'noEntries' }
  const entries = entriesAmong(values.slice(-longestRecording))
  if (entries.length > 0) return { ok: true, entries }
  const isOther = values.some(
    value => typeof value?._version === 'string' && value._version !== recordingVersion,
  )
  return { ok: false, fault: isOther ? 'otherVersion' : 'noEntries' }
}
