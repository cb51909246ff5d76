import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileSchema, entityTables } from 'bedel-record'
import { expect, it } from 'vitest'
import { guestRuleset, guestSchema } from '../../../tests/server/support/published.ts'
import { loadRuleset } from './compile.ts'
import { RulesetError } from './fault.ts'
import { verifyRuleset } from './verify.ts'

/* Examples need not run a whole report or list. Each is run as well: it would hold up, or end, the analysis of every file. */

const tables = entityTables(compileSchema(guestSchema('26900_1_0_0')))

const report = `code: LONG
chapter: 1
title: Long stays
entity: Stay
population: Stay.NIGHTS > 0
rows: { label: Nights, value: Stay.NIGHTS, codes: { 3: Three } }
columns: { label: Person, value: Person.ID, codes: { 001: First } }
measure: { kind: count }
whatToLookOutFor: Longer stays.
drilldown: [Stay.STAYID, Stay.STAYID]
examples: [{ before: 1, now: 1, colour: Clear }]
`
const listing = `code: STAYS
title: Stays
details: Every stay.
tabs:
  - name: All
    rows: select STAYID, NIGHTS from Stay
    order: STAYID
examples: [{ tabs: {} }]
`
const chapter = 'chapters: [{ id: 1, name: Stays }]'

/** What is wrong with the ruleset of guests where one file has another text. */
const faultsOf = async (name: string, text: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'ruleset-'))
  const files: Record<string, string> = {
    ...guestRuleset('26900_1.0.0', '26900_1_0_0'),
    'reports/LONG.yaml': report,
    'listings/STAYS.yaml': listing,
  }
  const all = {
    ...files,
    'ruleset.yaml': files['ruleset.yaml']?.replace('chapters: []', chapter),
    [name]: text,
  }
  for (const [path, content = ''] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const ruleset = await loadRuleset(folder, tables)
  const error = await verifyRuleset(ruleset, undefined, 1_000).catch((refused: unknown) => refused)
  if (error !== undefined && !(error instanceof RulesetError)) throw error
  return error?.faults ?? []
}

const endless =
  '(with recursive t(n) as (select 1 union all select n + 1 from t where n > 0) select count(*) from t)'
const manifest =
  guestRuleset('26900_1.0.0', '26900_1_0_0')['ruleset.yaml']?.replace('chapters: []', chapter) ?? ''

it('a report and a list that no example runs are in order', async () => {
  expect(await faultsOf('reports/LONG.yaml', report)).toEqual([])
})

it.each([
  ['a report', 'reports/LONG.yaml', report.replace('Stay.NIGHTS > 0', `${endless} > Stay.NIGHTS`), 5],
  [
    'the code of a report',
    'reports/LONG.yaml',
    report.replace('value: Stay.NIGHTS', `value: "${endless}"`),
    5,
  ],
  [
    'the records of a report',
    'reports/LONG.yaml',
    report.replace('[Stay.STAYID, Stay.STAYID]', `[{ N: "${endless}" }]`),
    10,
  ],
  ['a list', 'listings/STAYS.yaml', listing.replace('NIGHTS from', `${endless} as NIGHTS from`), 6],
  [
    'the record of the next year',
    'ruleset.yaml',
    manifest.replace('select ID from', `select ${endless}::varchar as ID from`),
    17,
  ],
])('%s that never ends is refused with file and line', async (_, file, text, line) => {
  expect(await faultsOf(file, text)).toEqual([{ file, line, message: 'This takes longer than 1 seconds.' }])
})

it('a report that finds no room is refused with file and line', async () => {
  const text = report.replace(
    'Stay.NIGHTS > 0',
    '(select len(list(range)) from range(200000000)) > Stay.NIGHTS',
  )
  expect(await faultsOf('reports/LONG.yaml', text)).toEqual([
    {
      file: 'reports/LONG.yaml',
      line: 5,
      message: expect.stringMatching(/^This (needs more memory|takes longer) than/),
    },
  ])
})
