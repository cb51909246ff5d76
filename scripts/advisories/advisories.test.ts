import { describe, expect, it } from 'vitest'
import { type Advisory, affectedBy } from './advisories.ts'

const advisory = (events: object[], more: object = {}): Advisory => ({
  id: 'GHSA-1',
  summary: 'Reads files outside its folder',
  affected: [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events }], ...more }],
})
const isAffected = (version: string, ...advisories: Advisory[]) =>
  affectedBy(advisories, [{ name: 'left', version }]).length > 0

// The expectations follow the evaluation of the OSV schema, "affected[].ranges[].events".
describe('an advisory names a package', () => {
  it.each([
    ['0.9.9', false],
    ['1.0.0', true],
    ['1.4.9', true],
    ['1.5.0', false],
    ['2.0.0', true],
    ['2.1.0', true],
    ['2.1.1', false],
  ])('of version %s: %s', (version, expected) => {
    const events = [
      { introduced: '1.0.0' },
      { fixed: '1.5.0' },
      { introduced: '2.0.0' },
      { last_affected: '2.1.0' },
    ]
    expect(isAffected(version, advisory(events))).toBe(expected)
    expect(isAffected(version, advisory(events.toReversed()))).toBe(expected)
  })

  it('from the first version on where it was introduced in 0', () => {
    expect(isAffected('0.0.1-beta.1', advisory([{ introduced: '0' }, { fixed: '1.0.0' }]))).toBe(true)
  })

  it('also by a list of versions', () => {
    expect(isAffected('3.0.0', advisory([], { versions: ['3.0.0'] }))).toBe(true)
    expect(isAffected('3.0.1', advisory([], { versions: ['3.0.0'] }))).toBe(false)
  })

  it('with the version that fixes it, if there is one', () => {
    const packages = [{ name: 'left', version: '1.2.0' }]
    const fixed = affectedBy([advisory([{ introduced: '1.0.0' }, { fixed: '1.5.0' }])], packages)
    expect(fixed).toEqual([
      {
        id: 'GHSA-1',
        summary: 'Reads files outside its folder',
        name: 'left',
        version: '1.2.0',
        fixed: '1.5.0',
      },
    ])
    expect(affectedBy([advisory([{ introduced: '1.0.0' }])], packages)[0]?.fixed).toBeNull()
  })

  it('of npm alone, and not once it is withdrawn', () => {
    const events = [{ introduced: '0' }]
    const other = advisory(events, { package: { ecosystem: 'PyPI', name: 'left' } })
    expect(isAffected('1.0.0', other)).toBe(false)
    expect(isAffected('1.0.0', { ...advisory(events), withdrawn: '2026-01-01T00:00:00Z' })).toBe(false)
  })
})
