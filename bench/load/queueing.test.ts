import { describe, expect, it } from 'vitest'
import { momentsOf, predict, shareThatWaits } from './queueing.ts'

describe('the waiting time of M/G/c', () => {
  it('is that of M/M/1 for exponential service: utilisation over what is left of the rate', () => {
    const { utilisation, waitSeconds } = predict(1, 0.5, { mean: 1, squaredVariation: 1 })
    expect(utilisation).toBe(0.5)
    expect(waitSeconds).toBeCloseTo(1, 12)
  })

  it('is half of that where every service takes the same time (Pollaczek and Khinchine)', () => {
    expect(predict(1, 0.5, { mean: 1, squaredVariation: 0 }).waitSeconds).toBeCloseTo(0.5, 12)
  })

  it('takes the share that waits from the printed tables of Erlang C', () => {
    expect(shareThatWaits(1, 0.4)).toBeCloseTo(0.4, 12)
    expect(shareThatWaits(2, 1)).toBeCloseTo(1 / 3, 12)
    expect(shareThatWaits(4, 2)).toBeCloseTo(4 / 23, 12)
  })

  it('has no end where more arrives than is served', () => {
    expect(predict(2, 2, { mean: 1, squaredVariation: 1 })).toEqual({ utilisation: 1, waitSeconds: Infinity })
  })

  it('measures mean and spread', () => {
    expect(momentsOf([1, 3])).toEqual({ mean: 2, squaredVariation: 0.25 })
    expect(momentsOf([])).toEqual({ mean: 0, squaredVariation: 0 })
  })
})
