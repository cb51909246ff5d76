import { expect, it } from 'vitest'
import {
  and,
  createActor,
  createMachine,
  fromCallback,
  getInitialSnapshot,
  not,
  or,
  setup,
  stateIn,
} from 'xstate'
import {
  checkOfGuard,
  isMachineSnapshot,
  machineOf,
  nodesOf,
  parentOf,
  partsOfGuard,
  transitionsIn,
} from './xstateInternals.ts'

const machine = setup({ guards: { isOne: () => true, isOther: () => true } }).createMachine({
  id: 'door',
  type: 'parallel',
  states: {
    lock: { initial: 'shut', states: { shut: { initial: 'tight', states: { tight: {} } } } },
    light: {},
  },
})

it('finds the nodes of a snapshot in _nodes, the outermost first', () => {
  expect(
    nodesOf(getInitialSnapshot(machine)).map(({ id }) => id),
    'XState keeps the nodes of a snapshot elsewhere or in another order: mend nodesOf, which explanations and inspection read',
  ).toEqual(['door', 'door.lock', 'door.lock.shut', 'door.lock.shut.tight', 'door.light'])
})

it('tells the snapshot of a machine from any other by them', () => {
  const other = createActor(fromCallback(() => undefined))
  expect(
    [getInitialSnapshot(machine), other.getSnapshot(), undefined].map(isMachineSnapshot),
    'XState has _nodes in other snapshots too, or in none: mend isMachineSnapshot',
  ).toEqual([true, false, false])
})

it('finds what a guard is composed of in its guards', () => {
  const names = ['isOne', 'isOther']
  expect(
    [and(names), or(names), not('isOne'), () => true, 'isOne', undefined].map(partsOfGuard),
    'XState keeps the parts of and, or and not elsewhere: mend partsOfGuard, or refusals lose their reasons',
  ).toEqual([names, names, ['isOne'], undefined, undefined, undefined])
})

it('tells how a guard is composed by its check', () => {
  const composed = [and(['isOne']), or(['isOne']), not('isOne'), stateIn('#door')].map(checkOfGuard)
  const again = [and(['isOther']), or(['isOther']), not('isOther'), stateIn('#lock')].map(checkOfGuard)
  const words = 'XState asks composed guards otherwise: mend checkOfGuard, by which the inspector names them'
  expect(
    composed.every((check, at) => check !== undefined && check === again[at]),
    words,
  ).toBe(true)
  expect(new Set(composed).size, words).toBe(4)
  expect([() => true, 'isOne', undefined].map(checkOfGuard), words).toEqual([undefined, undefined, undefined])
})

it('finds the transitions of a step in its inspection, those without an event among them', () => {
  const targets: unknown[] = []
  const actor = createActor(
    createMachine({
      initial: 'shut',
      states: { shut: { on: { OPEN: 'ajar' } }, ajar: { always: 'open' }, open: {} },
    }),
    {
      inspect: inspected => {
        targets.push(...transitionsIn(inspected).flatMap(({ target }) => target?.map(({ key }) => key)))
      },
    },
  )
  actor.start()
  targets.splice(0)
  actor.send({ type: 'OPEN' })
  expect(
    targets,
    'XState inspects steps otherwise: mend transitionsIn, by which walks see what is taken',
  ).toEqual(['ajar', 'open'])
})

it('finds the machine that an actor runs, and the actor that made it', () => {
  const parent = createMachine({ invoke: { id: 'child', src: machine } })
  const root = createActor(parent).start()
  const { child } = root.getSnapshot().children
  expect(
    [machineOf(root), child && machineOf(child), machineOf(createActor(fromCallback(() => undefined)))],
    'XState keeps the logic of an actor elsewhere: change machineOf, which recordings name actors by',
  ).toEqual([parent, machine, undefined])
  expect(
    [child && parentOf(child), parentOf(root)],
    'XState keeps the parent of an actor elsewhere: change parentOf, which recordings make the tree of actors with',
  ).toEqual([root, undefined])
})
