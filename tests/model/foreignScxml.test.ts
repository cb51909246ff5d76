import { describe, expect, it } from 'vitest'
import { loadMachines } from '../../src/machines/charts.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { toScxml } from '../../src/machines/inspection/export/scxml.ts'
import { submissionLifecycle } from '../../src/machines/submission-lifecycle/index.ts'
import { door } from './support/door.ts'
import { inScion, inXState4 } from './support/foreignInterpreters.ts'
import { journeys } from './support/journeys.ts'

const charts = (await loadMachines()).map(machine => [machine.id, chartOf(machine)] as const)
const document = toScxml(chartOf(submissionLifecycle))

describe.each([
  ['SCION', inScion],
  ['XState 4', inXState4],
])('the SCXML export in %s', (_, interpreter) => {
  it.each(journeys)('walks %s', async (_title, steps) => {
    const chart = await interpreter(document)
    expect(chart.state()).toBe('unknown')
    for (const [at, { event, guards, state, actions = [] }] of steps.entries()) {
      if (guards) await chart.send('guards', guards)
      chart.sent()
      await chart.send(event)
      expect(chart.state(), `step ${at + 1}, ${event}`).toBe(state)
      const sent = chart.sent()
      for (const { type, params = {} } of actions)
        expect(sent, `step ${at + 1}, ${event}`).toContainEqual(
          expect.objectContaining({ type: `action.${type}`, data: expect.objectContaining(params) }),
        )
    }
  })

  it('evaluates composed guards', async () => {
    const chart = await interpreter(toScxml(door))
    const push = async (guards: Record<string, boolean>) => {
      await chart.send('guards', guards)
      await chart.send('PUSH')
      return chart.state()
    }
    expect(await push({ hasKey: false, isOld: true, isLocked: true, isDay: true })).toBe('shut')
    expect(await push({ isLocked: false, isDay: false })).toBe('shut')
    expect(await push({ isDay: true })).toBe('open')
  })
})

describe('SCION', () => {
  it.each(charts)('starts the SCXML export of %s', async (_, chart) => {
    const { state } = await inScion(toScxml(chart))
    expect(state()).not.toBe('')
  })
})
