import { describe, expect, it } from 'vitest'
import { ruleMatrix } from './ruleMatrix.ts'
import type { RuleAtProvider } from './rulesAcross.ts'

const found = (instId: string, isOutside: boolean): RuleAtProvider => ({
  instId,
  regulatorCode: '5016',
  isOutside,
  excess: isOutside ? 'twice' : 'inside',
  failureCount: 3,
  populationCount: 10,
  measuredPercent: null,
  issue: null,
  isExplained: false,
})

describe('the matrix of rules and providers', () => {
  const matrix = ruleMatrix(
    [
      { code: 'A', providers: [found('0002', true), found('0001', true)] },
      { code: 'B', providers: [found('0002', true), found('0003', false)] },
      { code: 'C', providers: [] },
    ],
    ['0001', '0002', '0003', '0004'].map(instId => ({
      instId,
      name: `Provider ${instId}`,
      submissionUuid: `of-${instId}`,
    })),
  )

  it('has the provider that is outside at most rules first, and also those that fail none', () => {
    expect(matrix.providers.map(({ instId, outside, failing }) => [instId, outside, failing])).toEqual([
      ['0002', 2, 2],
      ['0001', 1, 1],
      ['0003', 0, 1],
      ['0004', 0, 0],
    ])
  })

  it('finds the result behind a cell', () => {
    expect(matrix.at('B', '0003')).toMatchObject({ instId: '0003', isOutside: false })
    expect(matrix.at('B', '0001')).toBeUndefined()
    expect(matrix.at('Z', '0001')).toBeUndefined()
  })
})
