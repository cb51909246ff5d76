import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileSchema, entityTables } from 'bedel-record'
import { expect, test } from 'vitest'
import {
  deriveFields,
  loadRecord,
  loadRuleset,
  ruleFailures,
  runQualityRules,
  summaryOf,
  verifyRuleset,
} from './index.ts'
import { analysisContext, chunksOf } from './testing/studentRecord.ts'

const folder = join(import.meta.dirname, '../../records/ilr')

test('a foreign record is compiled, checked, loaded and held against its rules, all as data', async () => {
  const schema = compileSchema(await readFile(join(folder, 'ILR-2018-19-v2.xsd'), 'utf8'))
  const ruleset = await loadRuleset(join(folder, 'rules'), entityTables(schema))
  await verifyRuleset(ruleset)

  // The agency's example file has three known faults against the schema; without them it loads. One ULN is mistyped.
  const text = (await readFile(join(folder, 'ILR.xml'), 'utf8'))
    .replaceAll('CampID>', 'CampId>')
    .replaceAll('AgreeID>', 'AgreeId>')
    .replace('<ALSCost>19000<', '<ALSCost>9000<')
    .replace('<ULN>1061484016<', '<ULN>1061484017<')
  const bytes = new TextEncoder().encode(text)
  const context = await analysisContext()
  const { outcome, header } = await loadRecord(context, {
    bytes: chunksOf(bytes),
    totalBytes: bytes.length,
    schema,
    header: ruleset.manifest.header,
    store: ruleset.manifest.columns,
  })
  expect(outcome.findings).toEqual([])
  expect(header).toMatchObject({ ukprn: '99999999', collectionReference: '1819' })
  const { rows } = await summaryOf(context, ruleset)
  expect(rows.Learner).toBe(header.studentCount)

  const provider = { instId: '9001', ukprn: '99999999', name: 'College', countryCode: 'E' as const }
  const facts = {
    submissionId: '00000000-0000-4000-8000-000000000002',
    collectionReference: '1819',
    referencePeriodStart: '2018-08-01',
    referencePeriodEnd: '2019-07-31',
    provider,
    register: [provider],
  }
  await deriveFields(context, ruleset, facts)
  const results = await runQualityRules(context, ruleset, { facts })
  expect(results).toHaveLength(5)
  // Of the 18 learners one has the number that stands for none.
  expect(results.filter(({ failureCount }) => failureCount > 0)).toMatchObject([
    { ruleCode: 'ILR.Learner.ULN.04.V01', failureCount: 1, populationCount: 17, status: 1 },
  ])
  const { rows: failing } = await ruleFailures(context, {
    ruleCode: 'ILR.Learner.ULN.04.V01',
    offset: 0,
    limit: 10,
  })
  expect(failing).toMatchObject([
    { rowIdentifier: 'LearnRefNumber 16Learner', details: [{ name: 'ULN', value: '1061484017' }] },
  ])
})
