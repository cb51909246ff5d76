import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { studentRecord } from '../testing/studentRecord.ts'
import { rulesetHash, verifiedFile } from './verified.ts'
import { verifyRuleset } from './verify.ts'

const versions: [version: string, absent: string][] = [
  ['22056_1.3.0', 'EntryProfile.SOC2020.901'],
  ['23056_1.0.0', 'EntryProfile.SOC2010.901'],
  ['24056_1.2.0', 'EntryProfile.SOC2099.901'],
]

test.each(versions)(
  'the student ruleset %s is whole, and as it was when every example was found to hold',
  async (version, absent) => {
    const { ruleset } = await studentRecord(version)
    const noted = JSON.parse(await readFile(join(dirname(ruleset.folder), verifiedFile), 'utf8'))
    expect(noted[version], 'noted as verified by `npm run verify:rulesets`').toBe(await rulesetHash(ruleset))
    const { rules } = ruleset
    const published = [...ruleset.derivedFields, ...ruleset.derivedEntities].filter(field => field.published)
    expect(rules.length).toBeGreaterThanOrEqual(200)
    expect(rules.some(({ code }) => code.includes(absent))).toBe(false)
    expect(published.length).toBeGreaterThanOrEqual(37)
    expect(rules.filter(({ kind }) => kind === 'operational').length).toBeGreaterThanOrEqual(20)
  },
)

const some = <T extends { examples: readonly unknown[] }>(all: readonly T[]): T[] =>
  all.map((one, at) => (at % 12 === 0 ? one : { ...one, examples: [] }))

// Rules and engine have not changed since the note in most runs: a twelfth of the examples shows that the engine still runs them.
test('the latest student ruleset binds, and a twelfth of its examples hold', {
  timeout: 120_000,
}, async () => {
  const { ruleset } = await studentRecord(versions.at(-1)?.[0])
  const { rules, derivedFields, derivedEntities, reports, listings } = ruleset
  const shared = {
    ...ruleset,
    rules: some(rules),
    derivedFields: some(derivedFields),
    derivedEntities: some(derivedEntities),
    reports: some(reports),
    listings: some(listings),
  }
  await expect(verifyRuleset(shared)).resolves.toBeUndefined()
})

test.each(versions)(
  'the student ruleset %s binds, and every example of its rules, derived fields and reports holds',
  { tags: ['exhaustive'], timeout: 300_000 },
  async version => {
    const { ruleset } = await studentRecord(version)
    await expect(verifyRuleset(ruleset)).resolves.toBeUndefined()
  },
)
