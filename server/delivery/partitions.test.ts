import { expect, it } from 'vitest'
import type { RecordTreatment } from '../analysis/index.ts'
import { type PartitionMaking, partitionFingerprint } from './partitions.ts'

/* What a part of a set of a whole collection follows from (decisions §13): where any of it is another, the part is made anew. */

const content = { files: [{ file: 'Person', columns: ['Person.BORN'] }], levels: [], isPseudonymised: true }
const treatment = (kind: 'keep' | 'drop'): RecordTreatment =>
  new Map([['Person', new Map([['ID', { kind }]])]])
const making: PartitionMaking = {
  release: '1.0.0',
  schemaVersion: '26900_1_0_0',
  rulesetVersion: '26900_1.0.0',
  ruleset: { delivery: [], pseudonymisation: treatment('drop') },
  keyId: 'a',
  derivedBy: '1',
}
const usual = partitionFingerprint(content, making)

it('is the same for the same', () => {
  expect(partitionFingerprint({ ...content }, { ...making })).toBe(usual)
})

it.each<[string, Partial<PartitionMaking>]>([
  ['an earlier release made it', { release: '0.9.0' }],
  ['another ruleset made it', { rulesetVersion: '26900_1.1.0' }],
  ['an identifier was kept', { ruleset: { delivery: [], pseudonymisation: treatment('keep') } }],
  ['the ruleset is not let through any more', { ruleset: { delivery: [], pseudonymisation: undefined } }],
  ['the pseudonyms are of another key', { keyId: 'b' }],
  ['its fields were derived anew', { derivedBy: '2' }],
])('is another where %s', (_, other) => {
  expect(partitionFingerprint(content, { ...making, ...other })).not.toBe(usual)
})

it('does not follow from treatments where nothing is pseudonymised', () => {
  const plain = { ...content, isPseudonymised: false }
  const kept = { ...making, ruleset: { delivery: [], pseudonymisation: treatment('keep') } }
  expect(partitionFingerprint(plain, kept)).toBe(partitionFingerprint(plain, making))
})
