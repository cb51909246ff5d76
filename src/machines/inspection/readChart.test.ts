import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { submissionLifecycle } from '../submission-lifecycle/index.ts'
import { chartOf } from './chart.ts'
import { toXStateJson } from './export/xstate.ts'
import { readChart } from './readChart.ts'

const lifecycle = chartOf(submissionLifecycle)
const id = 'submissionLifecycle'
const read = (value: unknown) => readChart(JSON.stringify(value), id)

describe('a chart to compare with', () => {
  it('is read from the XState JSON that the inspector exports', () => {
    const found = readChart(toXStateJson(lifecycle), id)
    expect('chart' in found && found.chart.states.map(state => state.id)).toEqual(
      lifecycle.states.map(state => state.id),
    )
    const guardsOf = (chart: typeof lifecycle) =>
      Object.fromEntries(
        chart.transitions.map(({ id: name, guards, targets }) => [name, { guards, targets }]),
      )
    expect('chart' in found && guardsOf(found.chart)).toEqual(guardsOf(lifecycle))
  })

  it('keeps composed guards as the inspector writes them', () => {
    const chart = {
      ...lifecycle,
      transitions: lifecycle.transitions.map(transition => ({
        ...transition,
        guards: ['or(isLive, not(isOvt))', 'isLatest'],
      })),
    }
    const found = readChart(toXStateJson(chart), id)
    expect('chart' in found && found.chart.transitions[0]?.guards).toEqual([
      'or(isLive, not(isOvt))',
      'isLatest',
    ])
  })

  it('is read from a file of the releases, and from one chart of it', () => {
    const file = readFileSync(join(import.meta.dirname, '../../../releases/0.1.0.json'), 'utf8')
    expect(readChart(file, id)).toMatchObject({ chart: { id } })
    expect(read(lifecycle)).toMatchObject({ chart: { id } })
  })

  it('is refused with what is wrong and where', () => {
    expect(readChart('{', id)).toMatchObject({ fault: { code: 'notJson' } })
    for (const other of [[], 'text', { id }, null])
      expect(read(other)).toEqual({ fault: { code: 'noChart' } })
    expect(read({ ...lifecycle, id: 'upload' })).toEqual({
      fault: { code: 'otherChart', found: 'upload', expected: id },
    })
    expect(
      read({ ...lifecycle, transitions: [{ ...lifecycle.transitions[0], guards: 'isLatest' }] }),
    ).toMatchObject({
      fault: { code: 'shape', place: 'transitions.0.guards', expected: 'texts' },
    })
    const lost = { ...lifecycle.transitions[0]!, id: 'one', targets: ['nowhere'] }
    expect(read({ ...lifecycle, transitions: [lost] })).toEqual({
      fault: { code: 'unknownState', transition: 'one', state: 'nowhere' },
    })
    const machine = { id, initial: 'one', states: { one: { on: { GO: 'nowhere' } } } }
    expect(read(machine)).toMatchObject({
      fault: { code: 'notAMachine', detail: expect.stringContaining('nowhere') },
    })
    expect(readChart(' '.repeat(5_000_001), id)).toEqual({ fault: { code: 'tooLarge', megabytes: 5 } })
  })
})
