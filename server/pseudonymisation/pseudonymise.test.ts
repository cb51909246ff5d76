import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileSchema, createChecker, entityTables } from 'bedel-record'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { generateSample } from '../../src/sample/index.ts'
import { withDatabase } from '../analysis/database.ts'
import {
  type AnalysisContext,
  deriveFields,
  loadRecord,
  type RecordTreatment,
  type RuleResult,
  runQualityRules,
} from '../analysis/index.ts'
import type { RulesetFault } from '../analysis/ruleset/fault.ts'
import { recordTreatment } from '../analysis/ruleset/pseudonymisation.ts'
import {
  analysisContext,
  ashbyFacts,
  type StudentRecord,
  studentRecord,
} from '../analysis/testing/studentRecord.ts'
import { planOf } from './plan.ts'
import { pseudonymise } from './pseudonymise.ts'
import { createPseudonyms } from './pseudonyms.ts'

/** Fields whose values are not those of the file any more, so that what reads them may come to another result. */
const changedFields = (treatment: RecordTreatment): string[] =>
  [...treatment].flatMap(([entity, fields]) =>
    [...fields].flatMap(([field, { kind }]) =>
      kind === 'drop' || kind === 'generalise' || kind === 'words' ? [`${entity}.${field}`] : [],
    ),
  )

/*
 * Pseudonymised records (decisions §13, reference §7.3): valid against the same schema, links kept, nobody to be found in them.
 */

const label = { purpose: 'agency-analysis', keyId: '0123abcd', ruleset: '23056_1.0.0' }
const repository = join(import.meta.dirname, '../..')
const keyOf = (number: number) => new Uint8Array(32).fill(number)

async function* inPieces(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const joined = (pieces: Iterable<Uint8Array>): Uint8Array => Buffer.concat([...pieces])

let record: StudentRecord
beforeAll(async () => {
  record = await studentRecord()
})

const made = async (
  source: Uint8Array,
  { key = 1, size = 65_536, schema = record.schema, treatment = record.ruleset.pseudonymisation } = {},
): Promise<string> => {
  if (!treatment) throw new Error('The ruleset says nothing of pseudonymisation.')
  const plan = planOf(entityTables(schema), treatment)
  const pieces: Uint8Array[] = []
  const output = pseudonymise(inPieces(source, size), plan, createPseudonyms(keyOf(key)), label)
  for await (const piece of output) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

const document = (students: string): Uint8Array =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<DataFutures xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="/home/registry/record.xsd">
  <!-- exported by Jane Registrar --><?tool with the name Registrar?>
  <Provider><UKPRN>10000001</UKPRN><RECID>23056</RECID></Provider>${students}</DataFutures>`,
  )

describe('every field is treated as the ruleset says', () => {
  const student = `
  <Student><SID>19100000010000017</SID><BIRTHDTE>2001-07-23</BIRTHDTE><FNAMES>Siân &amp; Zoë</FNAMES><OWNSTU/>
    <SEXID>10</SEXID><SURNAME><![CDATA[O'Neil]]>l</SURNAME><TTPCODE>cf10 3at</TTPCODE><ULN></ULN>
    <Engagement><NUMHUS>A/1 &lt;2&gt;</NUMHUS><ENGSTARTDATE>2019-09-20</ENGSTARTDATE><NHSEMP>A&amp;B</NHSEMP>
      <EntryProfile><PERMADDCOUNTRY>XI</PERMADDCOUNTRY><PERMADDPOSTCODE>GIR 0AA</PERMADDPOSTCODE></EntryProfile>
      <StudentCourseSession><SCSESSIONID>S</SCSESSIONID><COURSEID>C</COURSEID><INTENDEDTHESISTITLE>On Jane</INTENDEDTHESISTITLE>
        <SCSMODE>01</SCSMODE><SCSSTARTDATE>2023-09-20</SCSSTARTDATE>
        <ModuleInstance><MODINSTID>own-b</MODINSTID><MODID>M</MODID><MODINSTSTARTDATE>2023-09-20</MODINSTSTARTDATE></ModuleInstance>
        <ModuleInstance><MODINSTID>own-a</MODINSTID><MODID>M</MODID><MODINSTSTARTDATE>2023-09-20</MODINSTSTARTDATE></ModuleInstance>
        <ModuleInstance><MODINSTID>own-b</MODINSTID><MODID>N</MODID><MODINSTSTARTDATE>2023-09-20</MODINSTSTARTDATE></ModuleInstance>
      </StudentCourseSession></Engagement></Student>`
  const firstOf = (xml: string, field: string) => new RegExp(`<${field}>([^<]*)</${field}>`).exec(xml)?.[1]
  const valuesOf = (xml: string, field: string) =>
    [...xml.matchAll(new RegExp(`<${field}>([^<]*)</${field}>`, 'g'))].map(([, value]) => value)

  test('nothing of a name, of free text or of what the sender wrote beside the record is left', async () => {
    const xml = await made(document(student))
    for (const said of [
      'Siân',
      'Zoë',
      'Neil',
      'Jane',
      'Registrar',
      'registry',
      '07-23',
      '3at',
      'own-',
      '0AA',
    ])
      expect(xml, said).not.toContain(said)
    expect(firstOf(xml, 'SURNAME')).toMatch(/^[A-Z][a-z]+$/)
    expect(firstOf(xml, 'FNAMES')).toBeUndefined()
  })

  test('dates of birth keep the year, postcodes the area, other values stay', async () => {
    const xml = await made(document(student))
    expect(firstOf(xml, 'BIRTHDTE')).toBe('2001-01-01')
    expect(firstOf(xml, 'TTPCODE')).toBe('CF')
    expect(firstOf(xml, 'PERMADDPOSTCODE')).toBeUndefined()
    expect(firstOf(xml, 'NHSEMP')).toBe('A&amp;B')
    expect(firstOf(xml, 'ENGSTARTDATE')).toBe('2019-09-20')
    expect(firstOf(xml, 'ULN'), 'what is empty stays empty').toBe('')
    expect(valuesOf(xml, 'MODINSTID'), 'two that were the same still are').toEqual(['1', '2', '1'])
    const [first, second, third] = valuesOf(xml, 'MODID')
    expect([first === second, second === third]).toEqual([true, false])
  })

  test('the output names its purpose, key and rules, and is the same however the file was cut', async () => {
    const xml = await made(document(student))
    expect(xml).toContain('<?pseudonymised purpose="agency-analysis" key="0123abcd" ruleset="23056_1.0.0"?>')
    expect(await made(document(student), { size: 1 })).toBe(xml)
    expect(await made(document(student), { size: 7 })).toBe(xml)
  })

  test('two purposes have no identifier in common', async () => {
    const [one, two] = [await made(document(student), { key: 1 }), await made(document(student), { key: 2 })]
    for (const field of ['NUMHUS', 'SCSESSIONID', 'COURSEID', 'MODID', 'SID'])
      for (const value of valuesOf(one, field)) expect(valuesOf(two, field)).not.toContain(value)
  })

  test('a file of another schema is refused, not passed on', async () => {
    await expect(made(document('<Student><SHOESIZE>43</SHOESIZE></Student>'))).rejects.toThrow('SHOESIZE')
  })
})

/** A file of the ruleset as it is read, for what is changed in it. */
const rulesetFile = async (file: string) => {
  const text = await readFile(join(repository, `rulesets/student/23056_1.0.0/${file}`), 'utf8')
  return { file, value: parse(text, { schema: 'failsafe' }), lineOf: () => 3 }
}
const treatmentFiles = async () => ({
  pseudonymisation: await rulesetFile('pseudonymisation.yaml'),
  privacy: await rulesetFile('privacy.yaml'),
})

test.each(['22056_1_3_0', '23056_1_0_0', '24056_1_2_0', '25056_1_0_0'])(
  'the output is valid against the schema %s',
  async version => {
    const schema = compileSchema(await readFile(join(repository, `schemas/student/${version}.xsd`), 'utf8'))
    const faults: RulesetFault[] = []
    const treatment = recordTreatment(await treatmentFiles(), entityTables(schema), faults)
    expect(faults).toEqual([])
    for (const country of ['E', 'W', 'S', 'N'] as const) {
      const sample = generateSample({
        provider: '0001',
        students: 40,
        collection: version.slice(0, 5),
        country,
      })
      const checker = createChecker(schema)
      checker.write(Buffer.from(await made(joined(sample), { schema, treatment })))
      const outcome = checker.end()
      expect(outcome.wellFormed && outcome.findings).toEqual([])
    }
  },
)

test('a field without a treatment, with two, or with a kind that nobody has defined refuses the ruleset', async () => {
  const faults: RulesetFault[] = []
  const files = await treatmentFiles()
  const { fields } = files.pseudonymisation.value
  fields.Student.keep = fields.Student.keep.filter((field: string) => field !== 'NATION')
  fields.Student.drop.push('SEXID')
  fields.Venue.pseudonym.VENUEID = 'PLACE'
  recordTreatment(files, record.tables, faults)
  expect(faults.map(({ message }) => message).toSorted()).toEqual([
    'The field Student.NATION has no treatment for pseudonymisation.',
    'The field Student.SEXID has more than one treatment.',
    'The field Venue.VENUEID has no treatment for pseudonymisation.',
    'There is no kind of identifier "PLACE".',
  ])
})

test('a name that the record does not have, or an identifier that is kept, refuses the ruleset', async () => {
  const faults: RulesetFault[] = []
  const files = await treatmentFiles()
  const { fields } = files.pseudonymisation.value
  fields.Student.keep.push('SHOESIZE')
  fields.Guest = { drop: ['ID'] }
  fields.Student.keep.push('FNAMES')
  fields.Student.drop = fields.Student.drop.filter((field: string) => field !== 'FNAMES')
  recordTreatment(files, record.tables, faults)
  expect(faults).toEqual([
    {
      file: 'pseudonymisation.yaml',
      line: 3,
      message:
        'There is no field Student.SHOESIZE in the record. Write it as the schema does, or take it out.',
    },
    {
      file: 'pseudonymisation.yaml',
      line: 3,
      message: 'There is no field Guest.ID in the record. Write it as the schema does, or take it out.',
    },
    {
      file: 'pseudonymisation.yaml',
      line: 3,
      message: 'The field Student.FNAMES is an identifier and cannot be kept. Give it another treatment.',
    },
  ])
  // Without classes nobody can tell a field of another year from a wrong name.
  const unclassed: RulesetFault[] = []
  recordTreatment({ ...files, privacy: undefined }, record.tables, unclassed)
  expect(unclassed).toEqual([])
})

describe('a whole file', () => {
  let sample: Uint8Array
  let output: Uint8Array
  const analysed = async (
    bytes: Uint8Array,
  ): Promise<{ context: AnalysisContext; results: RuleResult[] }> => {
    const context = await analysisContext()
    const { schema, ruleset } = record
    const { manifest } = ruleset
    await loadRecord(context, {
      bytes: inPieces(bytes),
      totalBytes: bytes.length,
      schema,
      header: manifest.header,
      store: manifest.columns,
    })
    await deriveFields(context, ruleset, ashbyFacts())
    return { context, results: await runQualityRules(context, ruleset, { facts: ashbyFacts() }) }
  }
  let before: Awaited<ReturnType<typeof analysed>>
  let after: Awaited<ReturnType<typeof analysed>>
  beforeAll(async () => {
    sample = joined(
      generateSample({ provider: '0001', students: 1_000, faults: 'rules', collection: '23056' }),
    )
    output = Buffer.from(await made(sample))
    before = await analysed(sample)
    after = await analysed(output)
  })

  test('gives the same result for every rule but for those that read what was changed', () => {
    const { ruleset } = record
    if (!ruleset.pseudonymisation) throw new Error('no treatment')
    const changed = new Set(changedFields(ruleset.pseudonymisation))
    const mayDiffer = ruleset.rules
      .filter(({ fieldsRead }) => fieldsRead.some(field => changed.has(field)))
      .map(({ code }) => code)
    const figuresOf = (results: readonly RuleResult[]) =>
      new Map(
        results.map(({ ruleCode, populationCount, failureCount, measuredPercent }) => [
          ruleCode,
          [populationCount, failureCount, measuredPercent].join(' / '),
        ]),
      )
    const [was, is] = [figuresOf(before.results), figuresOf(after.results)]
    const differ = [...was].filter(([code, result]) => is.get(code) !== result).map(([code]) => code)
    console.info(`${was.size} rules, ${differ.length} differ: ${differ.join(', ')}`)
    console.info(
      `${mayDiffer.length} read what is dropped, generalised or replaced by words: ${mayDiffer.join(', ')}`,
    )
    expect(differ.filter(code => !mayDiffer.includes(code))).toEqual([])
    expect(was.size).toBeGreaterThan(150)
    // Most rules still say what they said.
    expect(mayDiffer.length).toBeLessThan(was.size / 5)
  })

  const peopleOf = ({ context }: typeof before) =>
    withDatabase({ ...context, readOnly: true }, database =>
      database.rows(`select s.SID as sid, cast(s.BIRTHDTE as varchar) as born, coalesce(p.PERMADDPOSTCODE, s.TTPCODE) as postcode
        from Student s left join Engagement e on e._parent = s._row left join EntryProfile p on p._parent = e._row`),
    )

  test('a motivated intruder who knows provider, date of birth and postcode finds at most one in a hundred', async () => {
    const known = await peopleOf(before)
    const published = await peopleOf(after)
    // Everybody of the file is of one provider.
    const found = Map.groupBy(published, ({ born, postcode }) => `${born} ${postcode}`)
    const unique = known.filter(({ born, postcode }) => found.get(`${born} ${postcode}`)?.length === 1)
    const share = (100 * unique.length) / known.length
    // Who makes the same of what he knows as the ruleset does: told, for it depends on how many students a provider has.
    const area = (postcode: unknown) => /^[A-Z]{1,2}/.exec(String(postcode))?.[0] ?? 'null'
    const likely = known.filter(
      ({ born, postcode }) => found.get(`${String(born).slice(0, 4)}-01-01 ${area(postcode)}`)?.length === 1,
    )
    console.info(
      `motivated intruder: ${unique.length} of ${known.length} found (${share.toFixed(2)} %); alone in year and area: ` +
        `${((100 * likely.length) / known.length).toFixed(2)} %`,
    )
    expect(known.length).toBeGreaterThan(1_000)
    expect(share).toBeLessThanOrEqual(1)
  })

  test('has each person, engagement and session once, under the same links', async () => {
    const counts = async ({ context }: typeof before) =>
      withDatabase({ ...context, readOnly: true }, database =>
        database.row(`select count(distinct Z_USN) as usn, count(*) as engagements,
          (select count(*) from StudentCourseSession c join Course o on o.COURSEID = c.COURSEID) as courses,
          (select count(*) from ModuleInstance i join Module m on m.MODID = i.MODID) as modules,
          (select count(*) from StudyLocation l join Venue v on v.VENUEID = l.VENUEID) as venues,
          (select count(*) from Course c join Qualification q on q.QUALID = c.QUALID) as qualifications
          from Engagement`),
      )
    expect(await counts(after)).toEqual(await counts(before))
  })
})
