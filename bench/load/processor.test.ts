import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { watchProcessor } from './processor.ts'

const busyMs = 300
const busy = `const until = process.cpuUsage().user + ${busyMs * 1000}; while (process.cpuUsage().user < until);`

it('the processor time of a process counts what it has started and what has ended since, and its own apart', () => {
  const took = watchProcessor([
    { name: 'this one', pid: process.pid },
    { name: 'none', pid: undefined },
  ])
  spawnSync(process.execPath, ['-e', busy])
  const seconds = Object.fromEntries(took().map(one => [one.name, one.seconds]))
  expect(seconds['this one']).toBeGreaterThan(busyMs / 1000)
  expect(seconds.none).toBe(0)
  expect(seconds['the load itself']).toBeLessThan(seconds['this one'] ?? 0)
})
