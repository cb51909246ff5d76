import { expect, it } from 'vitest'
import { type RecordedEntry, recordingVersion } from '../../../domain/recording.ts'
import { observe, statesIn } from './observe.ts'

const at = (sessionId: string, seconds: number) =>
  ({
    sessionId,
    rootId: 'x:0',
    createdAt: String(1_796_094_000_000 + seconds * 1000),
    id: String(seconds),
    _version: recordingVersion,
  }) as const
const begins = (id: string, name: string, parentId?: string, value?: string): RecordedEntry => ({
  type: '@xstate.actor',
  ...at(id, 0),
  name,
  ...(parentId ? { parentId } : {}),
  snapshot: { status: 'active', ...(value ? { value } : {}) },
})
const sends = (sourceId: string | undefined, id: string, type: string, seconds: number): RecordedEntry => ({
  type: '@xstate.event',
  ...at(id, seconds),
  event: { type },
  ...(sourceId ? { sourceId } : {}),
})
const moves = (
  id: string,
  type: string,
  value: string,
  seconds: number,
  status: 'active' | 'done' = 'active',
): RecordedEntry => ({
  type: '@xstate.snapshot',
  ...at(id, seconds),
  event: { type },
  snapshot: { status, value, tags: ['busy'] },
})

it('puts each actor below the one that made it', () => {
  const { actors } = observe([
    begins('x:0', 'application', undefined, 'running'),
    begins('x:5', 'submissionPage', undefined, 'open'),
    begins('x:1', 'session', 'x:0', 'active'),
    begins('x:6', 'upload', 'x:5', 'idle'),
    begins('x:2', 'tokenExchange', 'x:1', 'idle'),
  ])
  expect(actors.map(({ name, depth }) => `${depth} ${name}`)).toEqual([
    '0 application',
    '1 session',
    '2 tokenExchange',
    '0 submissionPage',
    '1 upload',
  ])
})

it('says since when an actor has been in its state', () => {
  const entries = [
    begins('x:0', 'upload', undefined, 'idle'),
    sends(undefined, 'x:0', 'CHOOSE', 1),
    moves('x:0', 'CHOOSE', 'checking', 1),
    moves('x:0', 'PROGRESS', 'checking', 5),
  ]
  expect(observe(entries.slice(0, 1)).actors[0]).toMatchObject({ states: ['idle'], since: undefined })
  expect(observe(entries).actors[0]).toMatchObject({
    states: ['checking'],
    tags: ['busy'],
    since: '2026-12-01T03:00:01.000Z',
    last: { event: 'PROGRESS', before: ['checking'] },
  })
})

it('lists events between actors, and drops what ended from the tree but not from the names', () => {
  const { actors, messages, names } = observe([
    begins('x:0', 'page', undefined, 'open'),
    begins('x:1', 'upload', 'x:0', 'idle'),
    sends('x:0', 'x:1', 'CHOOSE', 1),
    moves('x:1', 'CHOOSE', 'sent', 2, 'done'),
    sends('x:1', 'x:0', 'xstate.done.actor.upload', 3),
    sends('x:0', 'x:9', 'UNKNOWN', 4),
  ])
  expect(actors.map(({ name }) => name)).toEqual(['page'])
  expect(messages.map(({ from, to, event }) => [from, to, event])).toEqual([
    ['x:0', 'x:1', 'CHOOSE'],
    ['x:1', 'x:0', 'xstate.done.actor.upload'],
  ])
  expect(names.get('x:1')).toBe('upload')
})

it('reads the states in a value, outermost first', () => {
  expect(statesIn('idle')).toEqual(['idle'])
  expect(statesIn({ open: { left: 'wide', right: {} } })).toEqual([
    'open',
    'open.left',
    'open.left.wide',
    'open.right',
  ])
  expect(statesIn(undefined)).toEqual([])
})
