import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileSchema, entityTables } from 'bedel-record'
import { expect, it } from 'vitest'
import { guestRule, guestRuleset, guestSchema } from '../../../tests/server/support/published.ts'
import { compileRuleset } from './compile.ts'
import { RulesetError } from './fault.ts'
import { verifiedRuleset } from './verify.ts'

/* Issue 42 §2: an author sees all faults of all files at once, in our own words, with file and line. */

const tables = entityTables(compileSchema(guestSchema('26900_1_0_0')))
const sound = guestRuleset('26900_1.0.0', '26900_1_0_0')
const rule = sound[guestRule] ?? ''

/** Another rule, with what is wrong in it. */
const wrong = (number: string, change: (text: string) => string): Record<string, string> => ({
  [`rules/Stay.NIGHTS.${number}.V01.yaml`]: change(rule.replace('NIGHTS.001', `NIGHTS.${number}`)),
})

const faultsOf = async (changes: Record<string, string>): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'ruleset-'))
  for (const [name, text] of Object.entries({ ...sound, ...changes })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const error = await verifiedRuleset(await compileRuleset(folder, tables)).catch(
    (refused: unknown) => refused,
  )
  if (!(error instanceof RulesetError)) throw error
  return error.faults.map(({ file, line, message }) => `${file}:${line} ${message}`)
}

it('shows every fault of every file at once, with its line and what to do', async () => {
  const faults = await faultsOf({
    'ruleset.yaml': (sound['ruleset.yaml'] ?? '')
      .replace('specialists: []', 'specialist: []\nspecialists: []')
      .replace('students: Person', 'students: Persn'),
    'example.yaml': 'Person:\n  - ID: 001\n    BORM: 2000-01-01\n    Stay: [{ STAYID: A, NIGHTS: 3 }]\n',
    'derived/Z_AGE.yaml': 'name: Z_AGE\nentity: Person\ndescription: Age.\nsql: year(Person.BORN)\n',
    'lists/Fruit.csv': 'code,label\n01,Apple,red\n',
    'reports/LONG.yaml':
      'code: LONG\nchapter: 7\ntitle: Long stays\nentity: Stays\npopulation: "true"\nrows: { label: N, value: Stay.NIGHTS }\ncolumns: { label: P, value: Person.ID }\nmeasure:\n  decimals: 1\nwhatToLookOutFor: Longer stays.\nexamples: [{ before: 1, now: 1, colour: Clear }]\n',
    ...wrong('002', text =>
      text.replace('kind: operational', 'kind: operatonal').replace('entity: Stay\n', ''),
    ),
    ...wrong('003', text => text.replace('is_long(Person.Z_NIGHTS)', 'is_long((')),
    ...wrong('004', text =>
      text.replace('tolerance: 0%', 'tolerance: few').replace('Person.BORN >', 'Person.BORM >'),
    ),
    ...wrong('005', text => text.replace('Person.Z_NIGHTS', 'Person.Z_NIGTHS')),
    ...wrong('006', text => text.replace('Stay.NIGHTS: 6', 'Stay.NIGHT: 6')),
    ...wrong('007', text =>
      text.replace('Person.BORN: 2011-01-01, Stay.NIGHTS: 7', 'Person.BORN: 2009-01-01'),
    ),
    ...wrong('008', text => text.replace('details: [', 'details: [[')),
    ...wrong('009', text => text.replace('entity: Stay\n', 'entity: Stai\n')),
  })
  const at = (file: string) =>
    faults.filter(fault => fault.startsWith(file)).map(fault => fault.slice(file.length + 1))
  expect(at('ruleset.yaml')).toEqual([
    '9 There is no property "specialist" here. Did you mean specialists?',
    '17 summary: The schema has no entity "Persn". Did you mean Person?',
  ])
  expect(at('example.yaml')).toEqual(['3 Person has no field "BORM". Did you mean BORN?'])
  expect(at('derived/Z_AGE.yaml')).toEqual(['1 examples: Missing. Records with the value that each gives.'])
  expect(at('lists/Fruit.csv')).toEqual(['2 This line has 3 cells, the header has 2.'])
  expect(at('reports/LONG.yaml')).toEqual([
    '2 chapter: "7" is not under chapters in ruleset.yaml.',
    '4 entity: The schema has no entity "Stays". Did you mean Stay?',
    // The line of the object that lacks it.
    '8 measure.kind: Missing. How the value of a cell is made.',
  ])
  expect(at('rules/Stay.NIGHTS.002.V01.yaml')).toEqual([
    '1 entity: Missing. Entity whose records are counted.',
    '5 kind: "operatonal" is not possible here. Did you mean operational?',
  ])
  expect(at('rules/Stay.NIGHTS.003.V01.yaml')).toEqual([
    expect.stringMatching(/^8 failure: There is a syntax error/),
  ])
  expect(at('rules/Stay.NIGHTS.004.V01.yaml')).toEqual([
    '7 Person has no field "BORM". Did you mean BORN?',
    expect.stringMatching(/^10 tolerance: "few" is not a tolerance. Write it like/),
  ])
  expect(at('rules/Stay.NIGHTS.005.V01.yaml')).toEqual([
    '8 There is no derived field "Z_NIGTHS". Did you mean Z_NIGHTS?',
  ])
  expect(at('rules/Stay.NIGHTS.006.V01.yaml')).toEqual(['12 Stay has no field "NIGHT". Did you mean NIGHTS?'])
  expect(at('rules/Stay.NIGHTS.008.V01.yaml')).toEqual([expect.stringMatching(/^\d+ Not valid YAML: /)])
  expect(at('rules/Stay.NIGHTS.009.V01.yaml')).toEqual([
    '5 entity: The schema has no entity "Stai". Did you mean Stay?',
  ])
  // A rule in order has no fault because of others.
  expect(at(guestRule)).toEqual([])
  expect(faults.join('\n')).not.toMatch(/Invalid input|Unrecognized|expected|Binder|Parser Error|unworded/)
})

it('runs the examples of sound rules beside a rule at fault', async () => {
  const faults = await faultsOf({
    ...wrong('003', text => text.replace('is_long(Person.Z_NIGHTS)', 'is_long((')),
    ...wrong('007', text => text.replace('Stay.NIGHTS: 7', 'Stay.NIGHTS: 5')),
  })
  expect(faults).toEqual([
    expect.stringMatching(/^rules\/Stay.NIGHTS.003.V01.yaml:8 failure: There is a syntax error/),
    'rules/Stay.NIGHTS.007.V01.yaml:13 The example should give 1 failures, but gives 0 failures in a population of 1.',
  ])
})

it('leaves out what reads a function or derived field at fault, and says so once', async () => {
  const faults = await faultsOf({
    'ruleset.yaml': (sound['ruleset.yaml'] ?? '').replace('nights >= 7', 'night >= 7'),
    'derived/Z_NIGHTS.yaml': (sound['derived/Z_NIGHTS.yaml'] ?? '').replace('s.NIGHTS', 's.NIGHT'),
  })
  expect(faults).toEqual([
    'derived/Z_NIGHTS.yaml:4 "s" is not an entity that can be read here, or does not have the field.',
    expect.stringMatching(/^ruleset.yaml:13 functions.is_long: There is no field "night" here/),
  ])
})

it('says that a file is missing which every ruleset needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ruleset-'))
  await expect(compileRuleset(folder, tables)).resolves.toMatchObject({
    faults: [
      { file: 'ruleset.yaml', line: 1, message: 'This file is missing. Every ruleset needs it.' },
      { file: 'example.yaml', line: 1, message: 'This file is missing. Every ruleset needs it.' },
    ],
  })
})
