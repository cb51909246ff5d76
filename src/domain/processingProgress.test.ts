import { describe, expect, it } from 'vitest'
import { furtherProgress, processingStages, secondsToGo, shareOfAll } from './processingProgress.ts'
import { statuses } from './status.ts'
import type { ProcessingProgress } from './wire/progress.ts'

const at = (stage: string, done: number, total = 100): ProcessingProgress => ({
  stage,
  done,
  total,
  unit: 'reports',
})

describe('the progress to show of two reports', () => {
  it('is the one with more of the same stage done, whichever came last', () => {
    expect(furtherProgress(at('CREDIBILITY', 80), at('CREDIBILITY', 10))).toEqual(at('CREDIBILITY', 80))
    expect(furtherProgress(at('CREDIBILITY', 10), at('CREDIBILITY', 80))).toEqual(at('CREDIBILITY', 80))
    expect(furtherProgress(at('CREDIBILITY', 10, 20), at('CREDIBILITY', 40))).toEqual(
      at('CREDIBILITY', 10, 20),
    )
  })

  it('is the one of the later stage, in the order of the statuses', () => {
    const [right, quality] = [at('RIGHT_TO_PROCESS', 5), at('QUALITY_RULES', 1)]
    expect(furtherProgress(right, quality)).toEqual(quality)
    expect(furtherProgress(quality, right)).toEqual(quality)
    expect(furtherProgress(at('SCHEMA_CHECK', 90), right)).toEqual(right)
  })

  it('stays while nothing is told', () => {
    expect(furtherProgress(at('CREDIBILITY', 80), null)).toEqual(at('CREDIBILITY', 80))
    expect(furtherProgress(null, at('CREDIBILITY', 10))).toEqual(at('CREDIBILITY', 10))
    expect(furtherProgress(null, null)).toBeNull()
  })
})

/** Enrichment takes as long as all the others together: 6 to 12 s beside 1 to 2 s each. */
const stageTimes = processingStages.map(stage =>
  stage === 'ENRICHMENT' ? { stage, low: 6, high: 12 } : { stage, low: 1, high: 2 },
)

describe('the whole processing', () => {
  it('is done by what each stage takes for files of similar size, from work done', () => {
    const share = (done: number) =>
      shareOfAll({ mode: 'live', status: 'ENRICHMENT', progress: at('ENRICHMENT', done), stageTimes })
    // Three of the six short stages are over: a quarter; then enrichment, which is half of the whole.
    expect([share(0), share(50), share(100)]).toEqual([0.25, 0.5, 0.75])
  })

  it('counts its stages alike where no file of similar size is known', () => {
    const known = { mode: 'live', progress: null, queue: null, stageTimes: [] } as const
    expect(shareOfAll({ ...known, status: 'UPLOADED' })).toBe(0)
    expect(shareOfAll({ ...known, status: 'SCHEMA_CHECK_PASSED' })).toBeCloseTo(2 / 7)
    expect(shareOfAll({ ...known, status: 'QUALITY_PROCESSING_COMPLETE' })).toBe(1)
    expect(secondsToGo({ ...known, status: 'UPLOADED' })).toBeUndefined()
  })

  it('never goes back from one status of the way to the next', () => {
    const way = statuses
      .filter(({ name, awaits }) => awaits === 'system' && name !== 'HISTORY_DATA')
      .toSorted((one, other) => one.order - other.order)
      .map(({ name }) => shareOfAll({ mode: 'live', status: name, progress: null, stageTimes }))
    expect(way).toEqual(way.toSorted((one, other) => one - other))
  })

  it('takes as long as files of similar size have taken for the rest, after those before it in the queue', () => {
    const half = { mode: 'live', status: 'ENRICHMENT', progress: at('ENRICHMENT', 50), stageTimes } as const
    expect(secondsToGo({ ...half, queue: null })).toEqual({ low: 3 + 3, high: 6 + 6 })
    expect(secondsToGo({ ...half, queue: { place: 2, seconds: 60 } })).toEqual({ low: 66, high: 72 })
  })

  it('is over with the rules in online validation, which makes no reports', () => {
    const known = { mode: 'ovt', queue: null, stageTimes } as const
    const at50 = { ...known, status: 'QUALITY_RULES', progress: at('QUALITY_RULES', 50) } as const
    // Nine of the ten parts, and half of the last.
    expect(shareOfAll(at50)).toBeCloseTo(0.95)
    expect(secondsToGo(at50)).toEqual({ low: 0.5, high: 1 })
    expect(shareOfAll({ ...known, status: 'QUALITY_RULES_PASSED', progress: null })).toBe(1)
  })
})
