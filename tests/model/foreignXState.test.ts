import { describe, expect, it } from 'vitest'
import { createActor, createMachine, type MachineConfig } from 'xstate'
import { loadMachines } from '../../src/machines/charts.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { toXStateJson } from '../../src/machines/inspection/export/xstate.ts'
import { submissionLifecycle } from '../../src/machines/submission-lifecycle/index.ts'
import { door } from './support/door.ts'
import { journeys } from './support/journeys.ts'

// As somebody would do it who has the file and XState, and nothing of this repository.

type Json = Record<string, unknown>
type Guard = string | { type: 'and' | 'or' | 'not'; params: { guards: Guard[] } }

const configuration = (chart: Parameters<typeof toXStateJson>[0]): Json =>
  JSON.parse(toXStateJson(chart)) as Json

/** All values under a key, at any depth. */
const under = (key: string, value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [
        ...(name === key ? [inner] : []),
        ...under(key, inner),
      ])
    : []

const running = (json: Json) => {
  const holds: Record<string, boolean> = {}
  let executed: { type: string; params: unknown }[] = []
  const named = (guard: Guard): string[] =>
    typeof guard === 'string' ? [guard] : guard.params.guards.flatMap(named)
  const test = (guard: Guard): boolean => {
    if (typeof guard === 'string') return holds[guard] ?? true
    const results = guard.params.guards.map(test)
    if (guard.type === 'not') return !results[0]
    return guard.type === 'and' ? results.every(Boolean) : results.some(Boolean)
  }
  const guards = Object.fromEntries([
    ...under('guard', json)
      .flatMap(guard => named(guard as Guard))
      .map(name => [name, () => test(name)] as const),
    ...(['and', 'or', 'not'] as const).map(
      type => [type, (_: unknown, params: { guards: Guard[] }) => test({ type, params })] as const,
    ),
  ])
  const actions = Object.fromEntries(
    ['entry', 'exit', 'actions']
      .flatMap(key => under(key, json))
      .flatMap(list => list as { type: string }[])
      .map(({ type }) => [type, (_: unknown, params: unknown) => executed.push({ type, params })] as const),
  )
  const machine = createMachine(json as MachineConfig<object, { type: string }>).provide({
    guards: guards as never,
    actions: actions as never,
  })
  const actor = createActor(machine).start()
  const leafOf = (value: unknown): string =>
    typeof value === 'string'
      ? value
      : Object.values(value as object)
          .map(leafOf)
          .join(' ')
  return {
    state: () => leafOf(actor.getSnapshot().value),
    send: (event: string, facts: Record<string, boolean> = {}) => {
      Object.assign(holds, facts)
      executed = []
      actor.send({ type: event })
      return executed
    },
  }
}

describe('the XState JSON export', () => {
  it.each(journeys)('walks %s, with implementations by name', (_, steps) => {
    const { state, send } = running(configuration(chartOf(submissionLifecycle)))
    expect(state()).toBe('unknown')
    for (const [at, { event, guards, state: expected, actions = [] }] of steps.entries()) {
      const executed = send(event, guards)
      expect(state(), `step ${at + 1}, ${event}`).toBe(expected)
      for (const { type, params } of actions)
        expect(executed, `step ${at + 1}, ${event}`).toContainEqual({ type, params })
    }
  })

  it('composes guards by objects', () => {
    const guards = under('guard', configuration(chartOf(submissionLifecycle)))
    expect(guards).toContainEqual({ type: 'and', params: { guards: ['isSystem', 'isNotSignedOff'] } })
    const { state, send } = running(configuration(door))
    send('PUSH', { hasKey: false, isOld: true, isLocked: true, isDay: true })
    expect(state()).toBe('shut')
    send('PUSH', { isLocked: false, isDay: false })
    expect(state()).toBe('shut')
    send('PUSH', { isDay: true })
    expect(state()).toBe('open')
  })

  it('names actions without their parameters', async () => {
    for (const machine of await loadMachines()) {
      const json = configuration(chartOf(machine))
      const names = ['entry', 'exit', 'actions']
        .flatMap(key => under(key, json))
        .flatMap(list => list as { type: string }[])
        .map(({ type }) => type)
      expect(names.filter(name => !/^[\w.]+$/.test(name))).toEqual([])
    }
  })
})
