import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { guestRule, guestRuleset, guestSchema } from '../../../tests/server/support/published.ts'
import { type CheckLimits, createCheckProcesses } from './checkProcess.ts'

const limits: CheckLimits = { memoryMb: 768, heapMb: 384, dataMb: 1_536 }
const document = Buffer.from(guestSchema('26900_1_0_0'))

/** Checks a schema with these limits. */
const check = (changes: Partial<CheckLimits>, options: { withinMs?: number; signal?: AbortSignal } = {}) =>
  createCheckProcesses({ ...limits, ...changes }).use(
    { by: 'somebody', withinMs: 60_000, file: 'schema.xsd', ...options },
    run => run('schema', { document, samples: [] }),
  )

it('a check within its limits gives its result', async () => {
  expect(await check({})).toEqual({ version: '26900_1_0_0' })
})

it.each([
  ['more memory than the watch lets it', { memoryMb: 50 }, {}, 'check.memory'],
  ['more objects than its heap holds', { heapMb: 3 }, {}, 'check.memory'],
  ['more time than it has', {}, { withinMs: 20 }, 'check.time'],
])('a check that takes %s is ended and refused with file and line', async (_, changes, options, code) => {
  await expect(check(changes, options)).rejects.toMatchObject({
    faults: [{ file: 'schema.xsd', line: 1, message: { code } }],
  })
})

it('a delivered ruleset whose rule takes all memory is refused with file and line', async () => {
  const files = guestRuleset('26900_1.0.0', '26900_1_0_0')
  const bomb =
    files[guestRule]?.replace('is_long(Person.Z_NIGHTS)', "length(repeat('x', 2000000000)) > 5") ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'ruleset-'))
  for (const [name, text] of Object.entries({ ...files, [guestRule]: bomb })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const checked = createCheckProcesses(limits).use(
    { by: 'somebody', withinMs: 60_000, file: 'ruleset.yaml' },
    run => run('delivered', { folder, schemaDocument: document.toString() }),
  )
  await expect(checked).rejects.toMatchObject({
    faults: expect.arrayContaining([expect.objectContaining({ file: guestRule })]),
  })
})

it('a check that nobody waits for any more is ended with the reason for that', async () => {
  const left = new AbortController()
  const checked = check({}, { signal: left.signal })
  setImmediate(() => left.abort(new Error('left')))
  await expect(checked).rejects.toThrow('left')
})

it('a check that fails of itself is a fault of ours, and no refusal', async () => {
  const checks = createCheckProcesses(limits)
  const options = { by: 'somebody', withinMs: 60_000, file: 'ruleset.yaml' }
  await expect(checks.use(options, run => run('run'))).rejects.toThrow('No ruleset has been compiled.')
})
