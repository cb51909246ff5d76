import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { areas, withFault } from './fault.ts'
import { faultsOf } from './faults.ts'
import { namedFaults } from './named.ts'
import { createRunner } from './runner.ts'

const root = join(import.meta.dirname, '../..')

it('the ten named faults fit the sources', () => {
  const faults = namedFaults(root)
  expect(faults).toHaveLength(10)
  for (const fault of faults) {
    const text = readFileSync(join(root, fault.file), 'utf8')
    expect(withFault(text, fault)).not.toBe(text)
    for (const test of fault.tests ?? []) expect(readFileSync(join(root, test), 'utf8')).toContain('expect')
  }
})

it.each(areas)('there are faults enough for %s, each a change of its file', area => {
  const faults = faultsOf(root, area)
  expect(faults.length).toBeGreaterThanOrEqual(40)
  const texts = new Map<string, string>()
  for (const fault of faults) {
    const text = texts.get(fault.file) ?? readFileSync(join(root, fault.file), 'utf8')
    texts.set(fault.file, text)
    expect(withFault(text, fault)).not.toBe(text)
  }
})

/** A runner whose process runs this program in place of the tests. */
const runnerOf = (program: string) => {
  const copy = mkdtempSync(join(tmpdir(), 'bedel-mutate-test-'))
  mkdirSync(join(copy, 'scripts/mutate'), { recursive: true })
  writeFileSync(join(copy, 'scripts/mutate/runTests.ts'), program)
  const runner = createRunner(copy)
  onTestFinished(() => {
    runner.stop()
    rmSync(copy, { recursive: true, force: true })
  })
  return runner
}
const request = { changed: [], tests: ['a.test.ts'] }
const minute = 60_000

it('a process that cannot start fails the run: no fault counts as noticed', async () => {
  await expect(runnerOf('process.exit(3)').run(request, minute)).rejects.toThrow(
    /did not start \(exit code 3\)/,
  )
})

it('a process that ends in the middle of the tests says so, and the next run starts another', async () => {
  const runner = runnerOf(`
    import { existsSync, writeFileSync } from 'node:fs'
    const isFirst = !existsSync('started')
    writeFileSync('started', '')
    const passed = { isPassed: true, failed: [], milliseconds: {} }
    process.on('message', () => (isFirst ? process.exit() : process.send(passed)))
    process.send('ready')
  `)
  expect(await runner.run(request, minute)).toEqual({
    isPassed: false,
    failed: ['a.test.ts'],
    milliseconds: {},
    hasDied: true,
  })
  expect(await runner.run(request, minute)).toEqual({ isPassed: true, failed: [], milliseconds: {} })
})
