import { afterEach, expect, it, vi } from 'vitest'
import { createActor, fromCallback, setup, spawnChild } from 'xstate'
import { entriesAmong, type RecordedEntry } from '../../domain/recording.ts'
import { attached } from './index.ts'
import { createLiveRecording } from './liveRecording.ts'
import { recordActors } from './recordActors.ts'

const secret = 'eyJhbGciOiJIUzI1NiJ9.secret'
const bell = setup({}).createMachine({
  id: 'bell',
  initial: 'quiet',
  options: { maxIterations: 1000 },
  states: { quiet: { tags: ['calm'], on: { RING: 'rung' } }, rung: { type: 'final' } },
})
const door = setup({
  types: {
    context: {} as { token: string },
    events: {} as { type: 'OPEN'; token: string; name: string } | { type: 'CLOSE' },
  },
  actors: { bell, watch: fromCallback(() => undefined) },
}).createMachine({
  id: 'door',
  context: { token: secret },
  initial: 'closed',
  options: { maxIterations: 1000 },
  states: {
    closed: { on: { OPEN: 'open' } },
    open: {
      initial: 'wide',
      invoke: [
        { id: 'bell', src: 'bell', onDone: 'closed' },
        { id: 'watch', src: 'watch' },
      ],
      states: { wide: {} },
      on: { CLOSE: 'closed' },
    },
  },
})

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const start = () => {
  const actor = createActor(door, attached).start()
  stops.push(() => actor.stop())
  return actor
}
const record = () => {
  const entries: RecordedEntry[] = []
  const stop = recordActors(
    () => 1_800_000_000_000,
    entry => entries.push(entry),
  )
  stops.push(stop)
  return { entries, stop }
}
const open = { type: 'OPEN', token: secret, name: 'Ada Lovelace' } as const

/** What an entry tells, in a line; ids are numbered for the whole process. */
const told = (entry: RecordedEntry): string => {
  switch (entry.type) {
    case '@xstate.actor':
      return `${entry.name} ${JSON.stringify(entry.snapshot)}`
    case '@xstate.event':
      return `${entry.sourceId === undefined ? 'outside' : 'actor'} sends ${entry.event.type}`
    default:
      return `${entry.event.type} leads to ${JSON.stringify(entry.snapshot)}`
  }
}

it('records actors that run already, then their events and states', () => {
  const actor = start()
  const { entries } = record()
  actor.send(open)
  const { bell: child } = actor.getSnapshot().children
  child?.send({ type: 'RING' })
  expect(entries.map(told)).toEqual([
    'door {"status":"active","value":"closed","tags":[]}',
    'outside sends OPEN',
    'bell {"status":"active"}',
    'watch {"status":"active"}',
    'actor sends xstate.init',
    'xstate.init leads to {"status":"active","value":"quiet","tags":["calm"]}',
    'actor sends xstate.init',
    'xstate.init leads to {"status":"active"}',
    'OPEN leads to {"status":"active","value":{"open":"wide"},"tags":[]}',
    'outside sends RING',
    'actor sends xstate.done.actor.bell',
    'xstate.stop leads to {"status":"stopped"}',
    'xstate.done.actor.bell leads to {"status":"active","value":"closed","tags":[]}',
    'RING leads to {"status":"done","value":"rung","tags":[]}',
  ])
  const [root, , made] = entries
  expect(made).toMatchObject({ parentId: root?.sessionId, rootId: root?.sessionId })
})

it('records nothing that a context or an event carries, and only what the whitelist names', () => {
  const { entries } = record()
  start().send(open)
  expect(entries.length).toBeGreaterThan(4)
  expect(JSON.stringify(entries)).not.toMatch(/secret|Ada/)
  expect(entriesAmong(entries)).toEqual(entries)
})

it('names an actor by its code and not by its id, which may be that of a record', () => {
  const desk = setup({ actors: { bell } }).createMachine({
    id: 'desk',
    initial: 'open',
    options: { maxIterations: 1000 },
    entry: spawnChild('bell', { id: 'student-10007123' }),
    states: { open: { on: { 'xstate.done.actor.student-10007123': 'shut' } }, shut: {} },
  })
  const { entries } = record()
  const actor = createActor(desk, attached).start()
  stops.push(() => actor.stop())
  actor.getSnapshot().children['student-10007123']?.send({ type: 'RING' })
  expect(actor.getSnapshot().value).toBe('shut')
  expect(JSON.stringify(entries)).not.toContain('student')
  expect(entries.map(told)).toContain('actor sends xstate.done.actor.bell')
})

it('records an actor that begins later, once, and nothing after the end', () => {
  const { entries, stop } = record()
  const actor = start()
  expect(entries.filter(({ type }) => type === '@xstate.actor').map(told)).toEqual([
    'door {"status":"active","value":"closed","tags":[]}',
  ])
  const { length } = entries
  stop()
  actor.send(open)
  expect(entries).toHaveLength(length)
})

it('forgets a root actor that has ended', () => {
  start().stop()
  expect(record().entries).toEqual([])
})

it('shows bursts together, and collects during a pause', () => {
  vi.useFakeTimers()
  const recording = createLiveRecording()
  const shown: number[] = []
  recording.subscribe(() => shown.push(recording.current().entries.length))
  const { entries } = record()
  start()
  recording.add(entries)
  recording.add(entries)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(100)
  expect(shown).toEqual([entries.length * 2])
  recording.pause()
  recording.add(entries)
  vi.advanceTimersByTime(100)
  expect(recording.current()).toMatchObject({ isPaused: true, waiting: entries.length })
  expect(recording.current().entries).toHaveLength(entries.length * 2)
  recording.resume()
  expect(recording.current()).toMatchObject({ isPaused: false, waiting: 0 })
  expect(recording.current().entries).toHaveLength(entries.length * 3)
  vi.useRealTimers()
})
