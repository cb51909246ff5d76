import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../src/domain/problem.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import { inEnglish } from '../messages.ts'
import { requestedTolerance } from './requestedTolerance.ts'

const either: Tolerance = {
  conjunction: 'O',
  parts: [
    { type: 1, from: 5, to: null },
    { type: 2, from: 2, to: null },
  ],
}
const count = { toleranceTypeId: 1, toleranceFrom: 40, toleranceTo: null }
const share = (toleranceFrom: string | number) => ({ toleranceTypeId: 2, toleranceFrom, toleranceTo: null })

const refusalOf = (parts: Parameters<typeof requestedTolerance>[1]) => {
  try {
    requestedTolerance(either, parts)
  } catch (error) {
    if (error instanceof ProblemError)
      return error.problem.errors?.map(({ field, message }) => [field, inEnglish(message)])
    throw error
  }
  return undefined
}

describe('the tolerance that a provider asks for', () => {
  it('has the conjunction and types of the rule, with a percentage of up to 999.99 (specification 1 §5)', () => {
    expect(requestedTolerance(either, [count, share('999.99')])).toEqual({
      conjunction: 'O',
      parts: [
        { type: 1, from: 40, to: null },
        { type: 2, from: 999.99, to: null },
      ],
    })
  })

  it.each([
    ['1000', '0 to 999.99'],
    ['-1', '0 to 999.99'],
    ['1.255', 'Use at most two decimal places'],
    ['1,5', 'Enter a number'],
    ['', 'Enter a value'],
  ])('is refused with the words of the editor where a percentage is "%s"', (entered, said) => {
    expect(refusalOf([count, share(entered)])).toEqual([['body.tolerances.1.toleranceFrom', said]])
  })

  it('gives one value for each part of the rule', () => {
    for (const parts of [[count], [share(1), count], [count, share(1), share(1)]])
      expect(refusalOf(parts)?.map(([field]) => field)).toEqual(['body.tolerances'])
  })
})
