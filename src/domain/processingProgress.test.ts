import { describe, expect, it } from 'vitest'
import { furtherProgress } from './processingProgress.ts'
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
