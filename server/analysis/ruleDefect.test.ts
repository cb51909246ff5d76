import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRuleDefect } from '../../src/domain/ruleDefect.ts'
import { generateSample } from '../../src/sample/index.ts'
import { deriveFields, loadRecord, loadRuleset, runQualityRules } from './index.ts'
import { analysisContext, ashbyFacts, studentRecord } from './testing/studentRecord.ts'

/*
 * Fault 35: failures > population. A rule with a `failure` asks it of the records of its population only, however it is
 * counted; whatever people write as its conditions, it cannot count more. Only a rule with a `measure` can.
 */
const atoms = [
  'true',
  'false',
  'null',
  'Student.SID is null',
  "Student.SURNAME > 'M'",
  "Student.SEXID in ('10', '11')",
  'length(Student.FNAMES) % 2 = 0',
  'exists (select 1 from Engagement e where e._parent = Student._row)',
  '(select count(*) from Engagement e where e._parent = Student._row) > 1',
]
const { condition } = fc.letrec<{ condition: string }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...atoms),
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
      .map(parts => `(${parts.join(' ')})`),
    tie('condition').map(inner => `not (${inner})`),
  ),
}))

const numberOf = (at: number): string => String(at + 1).padStart(3, '0')

const ruleFile = (at: number, population: string, failure: string): string =>
  JSON.stringify({
    code: `Student.DEFECT.${numberOf(at)}`,
    version: 'V01',
    name: 'Any conditions',
    requirement: 'It must hold.',
    finding: 'It does not hold.',
    entity: 'Student',
    kind: 'quality',
    population,
    failure,
    tolerance: '0%',
    examples: [{ passes: {} }, { fails: {} }],
  })

/** The student record's ruleset with rules of these conditions alone, as `loadRuleset` compiles it. */
const compiled = async (conditions: readonly (readonly [population: string, failure: string])[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'defect-'))
  const base = '23056_1.0.0'
  await cp(join(import.meta.dirname, '../../rulesets/student', base), join(folder, base), { recursive: true })
  await mkdir(join(folder, 'next/rules'), { recursive: true })
  await writeFile(
    join(folder, 'next/ruleset.yaml'),
    `base: ${base}\nversion: 23056_9.0.0\nschema: 23056_1_0_0.xsd\n`,
  )
  for (const [at, [population, failure]] of conditions.entries())
    await writeFile(
      join(folder, `next/rules/Student.DEFECT.${numberOf(at)}.V01.yaml`),
      ruleFile(at, population, failure),
    )
  const { schema, tables } = await studentRecord(base)
  const ruleset = await loadRuleset(join(folder, 'next'), tables)
  return {
    schema,
    ruleset: {
      ...ruleset,
      rules: ruleset.rules.filter(({ code }) => code.includes('.DEFECT.')),
      derivedFields: [],
      derivedEntities: [],
    },
  }
}

describe('a rule that tells which records fail', () => {
  it('never counts more failures than its population, together with others, alone or in parts', async () => {
    const conditions = fc.sample(fc.tuple(condition, condition), 24)
    const { schema, ruleset } = await compiled(conditions)
    expect(ruleset.rules).toHaveLength(conditions.length)
    for (const limits of [{}, { smallBytes: 0 }, { smallBytes: 0, parts: 3 }]) {
      const context = { ...(await analysisContext()), ...limits }
      await loadRecord(context, {
        bytes: (async function* () {
          yield* generateSample({ provider: '0001', students: 40, faults: 'rules', collection: '23056' })
        })(),
        totalBytes: 1,
        schema,
        header: ruleset.manifest.header,
        store: ruleset.manifest.columns,
      })
      await deriveFields(context, ruleset, ashbyFacts())
      const results = await runQualityRules(context, ruleset, { facts: ashbyFacts() })
      expect(results.length).toBeGreaterThanOrEqual(conditions.length)
      const wrong = results.filter(result => isRuleDefect(result.tolerance, result))
      expect(wrong.map(({ ruleCode }) => conditions[Number(ruleCode.split('.').at(-2)) - 1])).toEqual([])
    }
  }, 300_000)
})
