import { expect, it } from 'vitest'
import { pageAbove } from './routes.ts'

it.each([
  ['/management/collections/99999', '/management/collections'],
  ['/management/specifications/rules/QR.1', '/management/specifications'],
  ['/delivery/none/', '/delivery'],
  ['/none', '/'],
  ['/', '/'],
])('above %s is %s', (path, above) => {
  expect(pageAbove(path)).toBe(above)
})
