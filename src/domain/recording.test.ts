import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  entriesAmong,
  longestRecording,
  type RecordedEntry,
  readRecording,
  recordingText,
  shortened,
} from './recording.ts'

const base = {
  sessionId: 'x:1',
  rootId: 'x:0',
  createdAt: '1796094000000',
  id: '7',
  _version: '0.7.1',
} as const
const actor = {
  type: '@xstate.actor',
  ...base,
  name: 'upload',
  parentId: 'x:0',
  snapshot: { status: 'active', value: { sending: 'parts' }, tags: ['busy'] },
} satisfies RecordedEntry
const event = {
  type: '@xstate.event',
  ...base,
  event: { type: 'FILE_CHOSEN' },
  sourceId: 'x:0',
} satisfies RecordedEntry
const snapshot = {
  type: '@xstate.snapshot',
  ...base,
  event: { type: 'FILE_CHOSEN' },
  snapshot: { status: 'active', value: 'sent', tags: [] },
} satisfies RecordedEntry
const entries: RecordedEntry[] = [actor, event, snapshot]

/**
 * The protocol of @statelyai/inspect 0.7.1 as its source has it: `StatelyInspectionEvent` in `src/types.ts`, made by
 * `convertXStateEvent` in `src/createInspector.ts` (github.com/statelyai/inspect, commit e4eda6e). Its browser takes what
 * `isStatelyInspectionEvent` in `src/browser.ts` takes: an object with the texts `type` and `_version`.
 */
const stately = (() => {
  const own = {
    rootId: z.optional(z.string()),
    sessionId: z.string(),
    createdAt: z.string(),
    id: z.string(),
    _version: z.literal('0.7.1'),
  }
  const inspected = z.object({ status: z.optional(z.enum(['active', 'done', 'error', 'stopped'])) })
  const sent = z.object({ type: z.string() })
  return z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('@xstate.actor'),
      ...own,
      name: z.string(),
      snapshot: inspected,
      definition: z.optional(z.string()),
      parentId: z.optional(z.string()),
    }),
    z.strictObject({
      type: z.literal('@xstate.event'),
      ...own,
      event: sent,
      sourceId: z.optional(z.string()),
    }),
    z.strictObject({ type: z.literal('@xstate.snapshot'), ...own, event: sent, snapshot: inspected }),
  ])
})()

describe('a recording as a file', () => {
  it('has the format of @statelyai/inspect, with charts for its drawings', () => {
    const text = recordingText(entries, id => (id === 'x:1' ? '{"id":"upload"}' : undefined))
    const written = z.array(stately).parse(JSON.parse(text))
    expect(written.map(({ type }) => type)).toEqual(['@xstate.actor', '@xstate.event', '@xstate.snapshot'])
    expect(written[0]).toMatchObject({ definition: '{"id":"upload"}' })
  })

  it('is read again as it was', () => {
    expect(readRecording(recordingText(entries, () => '{}'))).toEqual({ ok: true, entries })
  })

  it('gives the fault of a file that is none', () => {
    const fault = (text: string) => readRecording(text)
    expect(fault('<xml/>')).toEqual({ ok: false, fault: 'notJson' })
    expect(fault('{}')).toEqual({ ok: false, fault: 'noEntries' })
    expect(fault('[]')).toEqual({ ok: false, fault: 'noEntries' })
    expect(fault('[null, 1, {"type": "other"}]')).toEqual({ ok: false, fault: 'noEntries' })
    expect(fault(JSON.stringify([{ ...event, _version: '9.0.0' }]))).toEqual({
      ok: false,
      fault: 'otherVersion',
    })
    expect(fault(' '.repeat(16 * 1024 * 1024 + 1))).toEqual({ ok: false, fault: 'tooLarge' })
  })
})

describe('the whitelist', () => {
  it('drops every field that it does not name', () => {
    const foreign = [
      {
        ...actor,
        definition: 'a',
        input: { token: 'a' },
        snapshot: { ...actor.snapshot, context: { a: 1 } },
      },
      { ...event, event: { type: 'FILE_CHOSEN', file: 'students.xml', token: 'a' } },
      {
        ...snapshot,
        output: 'a',
        snapshot: { ...snapshot.snapshot, context: { a: 1 }, output: 'a', error: 'a', children: {} },
      },
    ]
    expect(entriesAmong(foreign)).toEqual(entries)
  })

  it.each([
    ['a sentence as an event', { ...event, event: { type: 'Ada Lovelace has failed' } }],
    ['a token as an event', { ...event, event: { type: `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(200)}` } }],
    ['a text as a state', { ...snapshot, snapshot: { status: 'active', value: 'born on 1 May' } }],
    ['an object as a state', { ...snapshot, snapshot: { status: 'active', value: { a: { b: 1 } } } }],
    ['another status', { ...snapshot, snapshot: { status: 'Ada', value: 'a' } }],
    ['an id as an actor', { ...event, sessionId: '10007123' }],
    ['a time in words', { ...event, createdAt: 'today' }],
    ['another type', { ...event, type: '@xstate.action' }],
    ['no object', 'event'],
  ])('drops an entry with %s', (_, entry) => {
    expect(entriesAmong([entry, event])).toEqual([event])
  })
})

it('shortens a recording, and keeps the actors that still run, with their states', () => {
  const ended = { ...actor, sessionId: 'x:2' }
  const long: RecordedEntry[] = [
    actor,
    ended,
    snapshot,
    { ...snapshot, sessionId: 'x:2', snapshot: { status: 'done' } },
    ...Array.from({ length: longestRecording }, () => event),
  ]
  const [first, second, ...others] = shortened(long)
  expect(first).toEqual({ ...actor, snapshot: snapshot.snapshot })
  expect(second).toEqual(event)
  expect(others.length).toBeLessThan(longestRecording)
  expect(shortened(entries)).toBe(entries)
})
