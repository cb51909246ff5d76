import { expect, it } from 'vitest'
import { createRunningSha256 } from './runningSha256.ts'
import { sha256Of } from './sha256.ts'

it('gives the hash that browsers give of the whole, however its bytes come', async () => {
  const bytes = Uint8Array.from({ length: 200_003 }, (_, at) => (at * 31) % 251)
  const hash = createRunningSha256()
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 8191)
    hash.update(bytes.subarray(at, at + size))
  expect(hash.digest()).toBe(await sha256Of(new Blob([bytes])))
})
