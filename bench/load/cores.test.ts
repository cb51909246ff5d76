import { describe, expect, it } from 'vitest'
import { crowding, fitCores, lineThrough } from './cores.ts'

describe('times on other numbers of cores', () => {
  it('has the wait of M/M/1 for one core: what is busy over what is left', () => {
    expect(crowding(1, 0.5)).toBeCloseTo(1, 12)
    expect(crowding(1, 0.8)).toBeCloseTo(4, 12)
  })

  it('has the wait of M/M/2 for two: the square of the share that is busy over one less that', () => {
    expect(crowding(2, 1)).toBeCloseTo(1 / 3, 12)
    expect(crowding(2, 1.6)).toBeCloseTo(0.64 / 0.36, 12)
  })

  it('has no end where all are busy', () => {
    expect(crowding(2, 2)).toBe(Infinity)
  })

  it('draws a line by least squares, and none through one place', () => {
    expect(lineThrough([[0, 1], [1, 3], [2, 5]])).toEqual({ start: 1, slope: 2 }) // biome-ignore format: points
    expect(lineThrough([[0, 0], [1, 1], [2, 0]])?.start).toBeCloseTo(1 / 3, 12) // biome-ignore format: points
    expect(lineThrough([[1, 1], [1, 2]])).toBeUndefined() // biome-ignore format: points
    expect(lineThrough([])).toBeUndefined()
  })

  // An installation whose times are known: 0.1 of a core at rest, 2 for the whole load, two thirds of them for files, which give way;
  // 20 ms of its own, 30 for each service waited.
  const run = (share: number, cores = 2) => {
    const busyFirst = 0.1 + 0.6 * share
    const waited =
      cores === 1 ? busyFirst / (1 - busyFirst) : (busyFirst / 2) ** 2 / (1 - (busyFirst / 2) ** 2)
    return { share, cores, busy: busyFirst + 1.3 * share, busyFirst, ms: 20 + 30 * waited }
  }

  it('finds the shares between and beyond from two measured ones', () => {
    const expected = fitCores([run(0.2), run(0.6)])
    expect(expected?.(2, 0.4).ms).toBeCloseTo(run(0.4).ms, 9)
    expect(expected?.(2, 0.9).ms).toBeCloseTo(run(0.9).ms, 9)
    expect(expected?.(1, 0.4).ms).toBeCloseTo(run(0.4, 1).ms, 9)
    expect(expected?.(2, 0.9).busy).toBeCloseTo(1.81, 12)
  })

  it('says where more is to be done than the cores can', () => {
    expect(fitCores([run(0.2), run(0.6)])?.(2, 1).ms).toBe(Infinity)
    expect(fitCores([run(0.2), run(0.6)])?.(4, 1).ms).toBeLessThan(run(0.6).ms)
  })

  it('fits nothing to one share, nor to a run that its cores could not do', () => {
    expect(fitCores([run(0.2), run(0.2)])).toBeUndefined()
    expect(fitCores([run(0.2), { ...run(0.9), busy: 2.1 }])).toBeUndefined()
  })
})
