import { expect, it } from 'vitest'
import { freePort } from './freePort.ts'

it('is none at which something is about to listen', async () => {
  const left = [20_017, 24_444, 31_998]
  const wanted = Array.from({ length: 12_000 }, (_, index) => 20_000 + index).filter(
    port => !left.includes(port),
  )
  for (let count = 0; count < 10; count += 1) expect(left).toContain(await freePort('127.0.0.1', wanted))
})
