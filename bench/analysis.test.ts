import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { measureAnalysis } from './analysis.ts'

/** What a worker may take. Runs have been at 445 to 504 MiB (bench/log.md). */
const mostMebibytes = 512
/** As the benchmark names it: so many students that the file has 880 MB. */
const megabytes = 1000
const leastMegabytes = 850

it('the whole analysis of 1 GB stays within its memory', {
  tags: ['exhaustive'],
  timeout: 3_600_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-peak-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [figures] = await measureAnalysis(folder, [megabytes], 1)
  expect(figures?.megabytes).toBeGreaterThan(leastMegabytes)
  expect(figures?.rules).toBeGreaterThan(200)
  expect(figures?.peakMebibytes.most).toBeLessThanOrEqual(mostMebibytes)
})
