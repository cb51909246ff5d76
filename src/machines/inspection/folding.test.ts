import { describe, expect, it } from 'vitest'
import { loadMachines } from '../charts.ts'
import { chartOf } from './chart.ts'
import { foldableStates, foldingKey, foldings, isWithin, normalFolding, shownState } from './folding.ts'

const lifecycle = chartOf((await loadMachines())[0]!)

describe('folding', () => {
  it('knows what can be folded', () => {
    expect(foldableStates(lifecycle)).toEqual([
      'ingestion',
      'processing',
      'qualityAssurance',
      'approval',
      'signOff',
      'signOff.signedOff',
      'resubmission',
    ])
  })

  it('forgets what lies in another folded state, what cannot be folded, and the order', () => {
    expect(normalFolding(lifecycle, ['signOff.signedOff', 'unknown', 'signOff', 'approval', 'gone'])).toEqual(
      ['approval', 'signOff'],
    )
    expect(foldingKey(lifecycle, ['signOff', 'approval', 'approval'])).toBe('approval+signOff')
  })

  it('has each way once: two for each group, three for sign-off with its inner group', () => {
    const ways = foldings(lifecycle)
    expect(ways).toHaveLength(2 ** 5 * 3)
    expect(new Set(ways.map(String)).size).toBe(ways.length)
  })

  it('refuses a chart with more ways than are drawn, by name', () => {
    expect(() => foldings(lifecycle, 50)).toThrow('"submissionLifecycle" can be folded in 96 ways')
  })

  it('shows a state by the folded one around it', () => {
    expect(shownState('signOff.signedOff.recorded', ['signOff'])).toBe('signOff')
    expect(shownState('signOff.approved', ['signOff.signedOff'])).toBe('signOff.approved')
    expect([
      isWithin('signOff.approved', 'signOff'),
      isWithin('signOffs', 'signOff'),
      isWithin('a', 'a'),
    ]).toEqual([true, false, false])
  })
})
