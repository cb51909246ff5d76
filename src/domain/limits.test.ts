import { expect, it } from 'vitest'
import { pickerId, shortId } from './limits.ts'

it('shows the last characters of an id', () => {
  expect([shortId('0123456789abcdef'), pickerId('0123456789abcdef')]).toEqual(['89abcdef', '789abcdef'])
})
