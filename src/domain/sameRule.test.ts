import { describe, expect, it } from 'vitest'
import { ruleMatcher } from './sameRule.ts'

const [first, second, third] = ['V01', 'V02', 'V03'].map(
  version => `QR.STUDENT.AwardingBodyRole.AWARDINGBODYID.001.${version}`,
) as [string, string, string]
const other = 'QR.STUDENT.AwardingBodyRole.AWARDINGBODYID.002.V01'

describe('the same rule among others', () => {
  it('has the same code where there is one', () => {
    const match = ruleMatcher([first, second, other], [first, second, other])
    expect([first, second, other].map(match)).toEqual([first, second, other])
  })

  it('has another version where each side has one alone', () => {
    expect(ruleMatcher([first, other], [second, other])(first)).toBe(second)
    expect(ruleMatcher([second], [first])(second)).toBe(first)
  })

  it('is none where either side has two versions as separate rules', () => {
    expect(ruleMatcher([first, second], [second])(first)).toBeUndefined()
    expect(ruleMatcher([first, second], [third])(first)).toBeUndefined()
    expect(ruleMatcher([first], [second, third])(first)).toBeUndefined()
    expect(ruleMatcher([], [third])(first)).toBe(third)
    expect(ruleMatcher([second], [third])(first)).toBeUndefined()
  })

  it('is none where the code has another stem', () => {
    expect(ruleMatcher([first], [other])(first)).toBeUndefined()
    expect(ruleMatcher([first], [`${first}x`])(first)).toBeUndefined()
  })
})
