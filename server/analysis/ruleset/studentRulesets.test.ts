import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { studentRecord } from '../testing/studentRecord.ts'
import { loadRuleset } from './compile.ts'
import { RulesetError } from './fault.ts'
import type { CredibilityReportDefinition } from './ruleset.ts'
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

describe('reports and lists', () => {
  const withOnly = async (change: object) => {
    const { ruleset } = await studentRecord()
    const bare = <T extends { examples: readonly unknown[] }>(all: readonly T[]): T[] =>
      all.map(one => ({ ...one, examples: [] }))
    return {
      ...ruleset,
      rules: [],
      derivedFields: bare(ruleset.derivedFields),
      derivedEntities: bare(ruleset.derivedEntities),
      reports: [],
      listings: [],
      ...change,
    }
  }

  test('a number, a code, a population or a colour that is changed in a report breaks its examples', async () => {
    const { ruleset } = await studentRecord()
    const report = ruleset.reports.find(({ code }) => code === 'QOE2')!
    const [, second] = report.rows.codes
    const rows = (value: string) => ({ ...report, rows: { ...report.rows, value } })
    const faulty: CredibilityReportDefinition[] = [
      rows(report.rows.value.replace('< 48', '< 49')),
      rows(report.rows.value.replace("'48-95'", "'1-47'")),
      { ...report, population: 'Engagement.Z_FIRSTYEAR = 1' },
      { ...report, rows: { ...report.rows, codes: report.rows.codes.filter(one => one !== second) } },
      { ...report, measure: { ...report.measure, decimals: 1 } },
      {
        ...ruleset.reports.find(({ code }) => code === 'SEN1')!,
        shadingRules: ruleset.manifest.shading.map(rule =>
          rule.difference === 50 ? { ...rule, difference: 51 } : rule,
        ),
      },
    ]
    const reports = faulty.map((one, at) => ({ ...one, file: `fault ${at}` }))
    const { faults } = await verifyRuleset(await withOnly({ reports })).then(
      () => new RulesetError([]),
      error => error as RulesetError,
    )
    expect([...new Set(faults.map(({ file }) => file))]).toEqual(reports.map(({ file }) => file))
  })

  test('a condition that is changed in a list breaks its examples', async () => {
    const { ruleset } = await studentRecord()
    const listing = ruleset.listings.find(({ code }) => code === 'CONPOP')!
    const tabs = listing.tabs.map(tab => ({
      ...tab,
      rows: tab.rows.replace('interval 2 year', 'interval 3 year'),
    }))
    await expect(verifyRuleset(await withOnly({ listings: [{ ...listing, tabs }] }))).rejects.toThrow()
  })

  test('one without examples is refused, unless it is in use since an earlier release', async () => {
    const home = await mkdtemp(join(tmpdir(), 'ruleset-'))
    const { ruleset, tables } = await studentRecord()
    const folder = join(home, '23056_1.0.0')
    await cp(ruleset.folder, folder, { recursive: true })
    const file = join(folder, 'reports/SEN2.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).split('\nexamples:')[0] ?? '')
    await expect(loadRuleset(folder, tables)).rejects.toMatchObject({
      faults: [{ file: 'reports/SEN2.yaml', line: 1, message: 'examples: Give at least one example.' }],
    })
    await expect(loadRuleset(folder, tables, { isInUse: true })).resolves.toBeDefined()
  })
})

test.each(versions)(
  'the student ruleset %s binds, and every example of its rules, derived fields and reports holds',
  { tags: ['exhaustive'], timeout: 300_000 },
  async version => {
    const { ruleset } = await studentRecord(version)
    await expect(verifyRuleset(ruleset)).resolves.toBeUndefined()
  },
)
