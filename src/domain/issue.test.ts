import { expect, it } from 'vitest'
import { newsOfResults } from './issue.ts'

it('results report of an issue what they have of its rule, and call nothing mended in the same file', () => {
  const news = (isThere: boolean, isOutside: boolean, isSameFile: boolean) =>
    newsOfResults({ isThere, isOutside, isSameFile })
  expect(news(true, true, false)).toBe('RESULTS_OUTSIDE')
  expect(news(true, true, true)).toBe('RESULTS_OUTSIDE')
  expect(news(true, false, false)).toBe('RESULTS_INSIDE')
  expect(news(true, false, true)).toBeUndefined()
  expect(news(false, false, false)).toBeUndefined()
  expect(news(false, false, true)).toBeUndefined()
})
