import { describe, expect, it } from 'vitest'
import { usualFormer } from './specification.ts'

describe('the specification that another is compared with', () => {
  const newestFirst = [
    { id: 7, version: '23056_1.1.0' },
    { id: 6, version: '22056_1.3.0' },
    { id: 5, version: '25056_1.0.0' },
    { id: 4, version: '23056_1.0.0' },
    { id: 3, version: '24056_1.2.0' },
    { id: 2, version: '21056_1.0.0' },
  ]
  it.each([
    ['the one before it of the same collection', 7, 4],
    ['the latest collection before, whichever was made first', 4, 6],
    ['no later year', 3, 7],
    ['the year before', 6, 2],
    ['nothing where there is only a later year', 2, undefined],
  ])('is %s', (_, id, former) => {
    const shown = newestFirst.find(one => one.id === id)!
    expect(usualFormer(newestFirst, shown)?.id).toBe(former)
  })
})
