import { expect, it, vi } from 'vitest'
import { prepareForStrictCsp } from './strictCsp.ts'

it('lets no markup pass but an empty one, once', () => {
  const createPolicy = vi.fn<(name: string, rules: { createHTML(markup: string): string | null }) => void>()
  vi.stubGlobal('trustedTypes', { createPolicy })
  prepareForStrictCsp(document)
  prepareForStrictCsp(document)
  expect(createPolicy).toHaveBeenCalledOnce()
  const [name, rules] = createPolicy.mock.calls[0] ?? []
  expect([name, rules?.createHTML(''), rules?.createHTML('<b>'), rules?.createHTML(' ')]).toEqual([
    'default',
    '',
    null,
    null,
  ])
})
