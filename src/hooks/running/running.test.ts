import { expect, it } from 'vitest'
import { createActor, setup } from 'xstate'
import { createRunningActors } from './running.ts'

const secret = 'eyJhbGciOiJIUzI1NiJ9.secret'
const door = setup({
  types: {
    context: {} as { token: string },
    events: {} as { type: 'OPEN'; token: string; name: string } | { type: 'CLOSE' },
  },
}).createMachine({
  id: 'door',
  context: { token: secret },
  initial: 'closed',
  options: { maxIterations: 1000 },
  states: {
    closed: { on: { OPEN: 'open' } },
    open: { initial: 'wide', states: { wide: {} }, on: { CLOSE: 'closed' } },
  },
})

const settled = () => new Promise<void>(resolve => queueMicrotask(resolve))

it('shows each machine with its states, events and transitions, and nothing that they carry', async () => {
  const running = createRunningActors()
  let notified = 0
  running.subscribe(() => {
    notified += 1
  })
  const actor = createActor(door, { inspect: running.inspect })
  actor.start()
  actor.send({ type: 'OPEN', token: secret, name: 'Ada Lovelace' })
  await settled()
  expect(notified).toBe(1)
  const [found, ...others] = running.current()
  expect(others).toEqual([])
  expect({ ...found, machine: found?.machine.id, id: '' }).toEqual({
    id: '',
    machine: 'door',
    status: 'active',
    states: ['open', 'open.wide'],
    events: [
      { number: 2, type: 'OPEN', transitions: ['closed:OPEN:0'] },
      { number: 1, type: 'xstate.init', transitions: [] },
    ],
  })
  const { machine: _, ...kept } = found!
  expect(JSON.stringify(kept)).not.toMatch(/secret|Ada/)
})

it('keeps the last fifty events of an actor', async () => {
  const running = createRunningActors()
  const actor = createActor(door, { inspect: running.inspect }).start()
  for (let at = 0; at < 80; at += 1) actor.send({ type: at % 2 ? 'CLOSE' : 'OPEN', token: secret, name: '' })
  await settled()
  expect(running.current()[0]?.events.map(({ number }) => number)).toEqual(
    Array.from({ length: 50 }, (_, at) => 81 - at),
  )
})
