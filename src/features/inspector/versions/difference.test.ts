import { describe, expect, it } from 'vitest'
import { compareVersions } from '../../../domain/release.ts'
import { chartOf } from '../../../machines/inspection/chart.ts'
import { differencesOf, sizeOf } from '../../../machines/inspection/diff.ts'
import { submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { marksOf } from './difference.ts'

const lifecycle = chartOf(submissionLifecycle)
const later = {
  ...lifecycle,
  states: [
    ...lifecycle.states.filter(({ id }) => id !== 'nilReturn'),
    { ...lifecycle.states[1]!, id: 'withdrawn', key: 'withdrawn' },
  ],
  transitions: lifecycle.transitions.map(own =>
    own.event === 'SIGN_OFF' ? { ...own, guards: ['isLatest'] } : own,
  ),
}

describe('the difference of two versions', () => {
  it('marks on each drawing what that drawing has', () => {
    const [{ difference } = { difference: undefined }] = differencesOf([lifecycle], [later])
    expect([...marksOf(difference!, 'after')]).toEqual([
      ['withdrawn', { tone: 'added', label: '+' }],
      ['signOff.providerSignoff:SIGN_OFF:0', { tone: 'changed', label: '~' }],
    ])
    expect([...marksOf(difference!, 'before')]).toEqual([
      ['nilReturn', { tone: 'removed', label: '−' }],
      ['signOff.providerSignoff:SIGN_OFF:0', { tone: 'changed', label: '~' }],
    ])
  })

  it('counts a chart that only one version has as wholly new or gone', () => {
    const [gone] = differencesOf([lifecycle], [])
    expect(gone?.difference.states.removed).toHaveLength(lifecycle.states.length)
    expect(sizeOf(differencesOf([lifecycle], [lifecycle])[0]!.difference)).toBe(0)
  })
})

it('puts versions in the order of their numbers, a pre-release before its release', () => {
  const versions = ['0.2.0', '0.10.0', '0.2.0-beta.2', '0.2.0-beta.10', '1.0.0', '0.2.1']
  expect(versions.toSorted(compareVersions)).toEqual([
    '1.0.0',
    '0.10.0',
    '0.2.1',
    '0.2.0',
    '0.2.0-beta.10',
    '0.2.0-beta.2',
  ])
})
