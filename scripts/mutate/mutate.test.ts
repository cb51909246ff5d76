import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { areas, withFault } from './fault.ts'
import { faultsOf } from './faults.ts'
import { namedFaults } from './named.ts'

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
