import { expect, it } from 'vitest'
import { pathWithin } from './base.ts'

it.each([
  ['', '/monitoring', '/monitoring'],
  ['/returns', '/returns/monitoring', '/monitoring'],
  ['/returns', '/returns/', '/'],
  ['/returns', '/returns', '/'],
  ['/returns', '/returnsets', '/returnsets'],
])('below "%s" the path %s is %s', (base, pathname, within) => {
  expect(pathWithin(base, pathname)).toBe(within)
})
