import { describe, expect, it } from 'vitest'
import { ruleMatrix } from './ruleMatrix.ts'
import type { RuleAcross, RuleAtProvider } from './rulesAcross.ts'

const found = (instId: string, isOutside: boolean): RuleAtProvider => ({
  instId,
  regulatorCode: '5016',
  isOutside,
  failureCount: 3,
  populationCount: 10,
})
const rule = (code: string, providers: RuleAtProvider[]): RuleAcross => ({
  code,
  name: code,
  isOperational: false,
  checked: 9,
  failing: providers.length,
  outside: providers.filter(({ isOutside }) => isOutside).length,
  providers,
})

describe('the matrix of rules and providers', () => {
  const matrix = ruleMatrix(
    [
      rule('A', [found('0002', true), found('0001', true)]),
      rule('B', [found('0002', true), found('0003', false)]),
      rule('C', []),
    ],
    ['0001', '0002', '0003', '0004'].map(instId => ({
      instId,
      name: `Provider ${instId}`,
      submissionUuid: `of-${instId}`,
    })),
  )

  it('has a row for each rule, and the provider outside at most rules first; who fails none is not in it', () => {
    expect(matrix.providers.map(({ instId, outside, failing }) => [instId, outside, failing])).toEqual([
      ['0002', 2, 2],
      ['0001', 1, 1],
      ['0003', 0, 1],
    ])
    expect(matrix.rows.map(row => [...row])).toEqual([
      [2, 2, 0],
      [2, 0, 1],
      [0, 0, 0],
    ])
  })

  it('knows what stands behind a cell', () => {
    expect(matrix.at(1, 2)).toMatchObject({ instId: '0003', isOutside: false })
    expect(matrix.at(1, 1)).toBeUndefined()
    expect(matrix.at(9, 9)).toBeUndefined()
  })
})
