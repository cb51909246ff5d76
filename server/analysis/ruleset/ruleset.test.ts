import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadRuleset } from './compile.ts'
import { RulesetError } from './fault.ts'
import { rulesetHash, verifiedFile, verifyOnce } from './verified.ts'
import { verifyRuleset } from './verify.ts'

const tables = [
  { name: 'Person', parent: null, columns: ['ID', 'BORN'], keys: ['ID'] },
  { name: 'Stay', parent: 'Person', columns: ['STAYID', 'NIGHTS'], keys: ['STAYID'] },
]

const files: Record<string, string> = {
  'ruleset.yaml': `
version: 23900_1.0.0
record: guests
schema: guests.xsd
rulePrefix: QR.GUEST.
guidance: https://example.org/
exampleCollection: 23900
exampleYear: 2023
regulators: { E: 5016 }
specialists: []
columns: { date: [BORN], number: [NIGHTS] }
links: []
functions:
  is_long: { parameters: [nights], description: A week or more., sql: nights >= 7 }
chapters: []
shading: []
summary: { students: Person, engagements: Stay }
history: { table: Earlier, columns: { ID: varchar }, rows: select ID from Person }
`,
  'example.yaml': 'Person: [{ ID: 001, BORN: 2000-01-01, Stay: [{ STAYID: A, NIGHTS: 3 }] }]\n',
  'lists/Fruit.csv': 'code,label\n01,"Apple, red"\n',
  'derived/Z_NIGHTS.yaml': `
name: Z_NIGHTS
entity: Person
description: Nights of all stays.
sql: (select sum(s.NIGHTS) from Stay s where s._parent = Person._row)
examples:
  - gives: 3.0
  - with: { +Stay: { STAYID: B, NIGHTS: 4 } }
    gives: 7.0
`,
  'rules/Stay.NIGHTS.001.V01.yaml': `
code: Stay.NIGHTS.001
version: V01
name: Long stay of one born late
requirement: Nobody born after 2010 must stay for a week.
entity: Stay
kind: operational
population: Person.BORN > date '2010-12-31'
failure: is_long(Person.Z_NIGHTS)
details: [Stay.NIGHTS]
tolerance: 0%
examples:
  - passes: { Person.BORN: 2011-01-01, Stay.NIGHTS: 6 }
  - fails: { Person.BORN: 2011-01-01, Stay.NIGHTS: 7 }
  - outside: {}
finding: A person born late stays for too long.
`,
}

const write = async (changes: Record<string, string | ((text: string) => string)>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ruleset-'))
  const all = { ...files }
  for (const [name, change] of Object.entries(changes)) {
    all[name] = typeof change === 'string' ? change : change(files[name] ?? '').trimStart()
  }
  for (const [name, text] of Object.entries(all)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text.trimStart())
  }
  return folder
}

const faultsOf = async (changes: Parameters<typeof write>[0]) => {
  const folder = await write(changes)
  try {
    await verifyRuleset(await loadRuleset(folder, tables))
    return []
  } catch (error) {
    if (error instanceof RulesetError) return error.faults
    throw error
  }
}

const rule = 'rules/Stay.NIGHTS.001.V01.yaml'
const inRule = (from: string, to: string) => ({ [rule]: (text: string) => text.replace(from, to) })

/** A rule as earlier releases wrote it. */
const asBefore = {
  [rule]: (text: string) => text.replace('requirement:', 'description:').replace(/finding: .*\n/, ''),
}

describe('a ruleset', () => {
  test('of an earlier release that is in use compiles: its description is the requirement, and there is no finding', async () => {
    expect(await faultsOf(asBefore)).toEqual([
      expect.objectContaining({ file: rule, line: 4, message: expect.stringContaining('requirement') }),
    ])
    const { rules } = await loadRuleset(await write(asBefore), tables, { isInUse: true })
    expect(rules[0]).toMatchObject({
      requirement: 'Nobody born after 2010 must stay for a week.',
      finding: null,
      hint: null,
    })
  })

  test('that is in order passes', async () => {
    expect(await faultsOf({})).toEqual([])
  })

  test.each([
    ['YAML that cannot be read', inRule('details: [', 'details: ['.repeat(2)), 10, /^Not valid YAML/],
    ['a field nobody knows', inRule('kind: operational', 'kind: operational\nseverity: high'), 7, /severity/],
    ['a missing field', inRule('entity: Stay\n', ''), 1, /^entity: /],
    ['a tolerance in other words', inRule('tolerance: 0%', 'tolerance: few'), 10, /"few" is not a tolerance/],
    [
      'a country without regulator',
      inRule('tolerance: 0%', 'tolerance: { W: 0% }'),
      10,
      /no regulator for country "W"/,
    ],
    [
      'no requirement',
      inRule('requirement: Nobody born after 2010 must stay for a week.\n', ''),
      1,
      /^requirement: Write/,
    ],
    ['no finding', inRule('finding: A', '# A'), 1, /^finding: Write/],
    [
      'a description, as earlier releases had it',
      inRule('requirement: Nobody', 'description: Nobody'),
      4,
      /^description: Remove it/,
    ],
    [
      'a value in its finding that the rule does not have',
      inRule('for too long', 'for {DAYS} days'),
      15,
      /^finding: {DAYS} is not one of its values: \w+/,
    ],
    [
      'a value in its hint, which is shown once for all records',
      inRule('entity: Stay\n', 'hint: Not {NIGHTS}.\nentity: Stay\n'),
      5,
      /^hint: {NIGHTS} has no value here/,
    ],
    ['an entity that the schema lacks', inRule('entity: Stay', 'entity: Visit'), 5, /no entity "Visit"/],
    ['SQL that does not parse', inRule('is_long(Person.Z_NIGHTS)', 'is_long(('), 8, /syntax error/],
    [
      'SQL that ends the query',
      inRule('is_long(Person.Z_NIGHTS)', 'true); drop schema record cascade; select (true'),
      8,
      /./,
    ],
    ['SQL with a field nobody knows', inRule('Person.Z_NIGHTS', 'Person.NIGHTS'), 8, /NIGHTS/],
    [
      'SQL that reads a file',
      inRule('is_long(Person.Z_NIGHTS)', "exists (from read_csv('/etc/passwd'))"),
      8,
      /"read_csv" is not for rules/,
    ],
    [
      'a derived field nobody knows',
      inRule('Person.Z_NIGHTS', 'Person.Z_DAYS'),
      8,
      /no derived field "Z_DAYS"/,
    ],
    [
      'an example that fails otherwise',
      inRule('Stay.NIGHTS: 6', 'Stay.NIGHTS: 7'),
      12,
      /should pass, but gives 1 failures/,
    ],
    [
      'an example with an unknown field',
      inRule('Stay.NIGHTS: 6', 'Stay.DAYS: 6'),
      12,
      /Stay has no field "DAYS"/,
    ],
    [
      'an example of two kinds',
      inRule('- outside: {}', '- outside: {}\n    passes: {}'),
      14,
      /exactly one of/,
    ],
  ] as const)('with %s is refused with file and line', async (_, changes, line, message) => {
    expect(await faultsOf(changes)).toMatchObject([
      { file: rule, line, message: expect.stringMatching(message) },
    ])
  })

  test('is refused for a rule that is shown to be at fault: more records fail than it looks at, or fewer than none', async () => {
    const measuring = (records: string, tolerance: string) => ({
      [rule]: (text: string) =>
        text
          .replace(
            'failure: is_long(Person.Z_NIGHTS)',
            `measure: { of: Stays, percent: "select 50.0::double", records: ${records}, now: select 1, before: select 2 }`,
          )
          .replace('tolerance: 0%', `tolerance: ${tolerance}`)
          .replace(
            /examples:[\s\S]*(?=finding:)/,
            'examples:\n  - measures: 50\n    with: { Person.BORN: 2011-01-01 }\n  - measures: 50\n    with: { Person.BORN: 2012-01-01 }\n',
          ),
    })
    const atFault = (counted: string) => [
      { file: rule, line: 12, message: expect.stringContaining(counted) },
      { file: rule, line: 14, message: expect.stringContaining(counted) },
    ]
    expect(await faultsOf(measuring('select 1', '0%'))).toEqual([])
    expect(await faultsOf(measuring('select 5', '0%'))).toEqual(
      atFault('counts 5 failures in a population of 1: it cannot fail more records than it looks at'),
    )
    expect(await faultsOf(measuring('select -1', '5 records'))).toEqual(
      atFault('counts -1 failures in a population of 1'),
    )
    // Held against a range alone, it says how far two records differ, which may be more than there is now.
    expect(await faultsOf(measuring('select 5', '-60% to 60%'))).toEqual([])
  })

  test('measures by the two figures alone how they differ, where it says no more', async () => {
    const measuring = (measure: string, texts = 'finding: It differs.') => ({
      [rule]: (text: string) =>
        text
          .replace(/finding: .*/, texts)
          .replace('failure: is_long(Person.Z_NIGHTS)', `measure: { of: Stays, ${measure} }`)
          .replace('tolerance: 0%', 'tolerance: -60% to 60%')
          .replace(
            /examples:[\s\S]*(?=finding:)/,
            'examples:\n  - measures: 50\n    with: { Person.BORN: 2011-01-01 }\n  - measures: 50\n    with: { Person.BORN: 2012-01-01 }\n',
          ),
    })
    expect(await faultsOf(measuring('now: select 3, before: select 2'))).toEqual([])
    expect(await faultsOf(measuring('now: select 1, before: select 2, change: missing'))).toEqual([])
    expect(
      await faultsOf(measuring('now: select 52, before: select 2, change: points, records: select 1')),
    ).toEqual([])
    expect(await faultsOf(measuring('now: select 4, before: select 2'))).toMatchObject([
      { message: expect.stringContaining('100') },
      { message: expect.stringContaining('100') },
    ])
    expect(await faultsOf(measuring('now: select 52, before: select 2, change: points'))).toMatchObject([
      { file: rule, message: expect.stringContaining('write `records` as well') },
    ])
    // Its finding may name what it compares; a hint is shown as it is written.
    const figures = 'now: select 3, before: select 2'
    expect(await faultsOf(measuring(figures, 'finding: It was {BEFORE}.'))).toEqual([])
    expect(await faultsOf(measuring(figures, 'finding: It rose.\nhint: It was {BEFORE}.'))).toMatchObject([
      { file: rule, message: 'hint: {BEFORE} has no value here.' },
    ])
  })

  // What people write runs without files, network and settings, and as the one expression that it stands for.
  test.each([
    ["the record's file as a file", "exists (from read_parquet('Person.parquet'))", 'read_parquet'],
    ['a file by its name alone', "exists (from 'Person.parquet')", 'no table "Person.parquet"'],
    ['the text of a file', "exists (from read_text('/etc/passwd'))", 'read_text'],
    ['the names of files', "exists (from glob('/*'))", 'glob'],
    ['another address', "exists (from read_csv('https://example.org/x.csv'))", 'read_csv'],
    ['other SQL made of text', "exists (from query('select 1'))", 'query'],
    ['a table named by text', "exists (from query_table('Person'))", 'query_table'],
    ['settings of the database', "current_setting('temp_directory') <> ''", 'current_setting'],
    ['where the files lie', "getvariable('records') <> ''", 'getvariable'],
    ['the environment', "getenv('PATH') <> ''", 'getenv'],
    ['what the database tells of itself', 'exists (from duckdb_settings())', 'duckdb_settings'],
    ['its views', 'exists (from information_schema.tables)', 'information_schema.tables'],
    ['another catalogue', 'exists (from system.information_schema.tables)', 'system.information_schema'],
    ['a list that there is not', 'exists (from list.Secrets)', 'list.Secrets'],
    ['chance', 'random() < 0.5', 'random'],
    ['the clock', "now() > date '2020-01-01'", 'now'],
    ['waiting', 'sleep_ms(1000) is null', 'sleep_ms'],
    ['the log', "write_log('x') is null", 'write_log'],
    ['a second value', 'true), (true', 'Only a single expression'],
    ['a table of its own', 'true) from Stay where (true', 'Only a single expression'],
    ['the end of the list', 'true) limit (1', 'Only a single expression'],
    ['another query', 'true) union select (true', 'SELECT|Only a single expression|syntax'],
    ['a second statement', 'true); create table t (n integer); select (true', '.'],
    ['what follows as a comment', 'true) --', 'syntax|Only a single'],
  ])('with SQL that reaches for %s is refused', async (_, sql, expected) => {
    const quotedSql = JSON.stringify(sql)
    const everywhere = await faultsOf({
      [rule]: text =>
        text
          .replace('is_long(Person.Z_NIGHTS)', quotedSql)
          .replace('details: [Stay.NIGHTS]', `details: [{ N: ${quotedSql} }]`),
      'derived/Z_NIGHTS.yaml': text => text.replace(/sql: .*/, `sql: ${quotedSql}`),
      'ruleset.yaml': text =>
        text
          .replace('sql: nights >= 7', `sql: ${quotedSql}`)
          .replace('links: []', `links: [{ from: Stay, to: Person, table: Person, on: ${quotedSql} }]`),
    })
    const places = everywhere.map(({ file, line }) => `${file}:${line}`)
    expect(places.sort()).toEqual([
      'derived/Z_NIGHTS.yaml:4',
      `${rule}:8`,
      `${rule}:9`,
      'ruleset.yaml:11',
      'ruleset.yaml:13',
    ])
    for (const { message } of everywhere) expect(message).toMatch(new RegExp(expected))
  })

  test('reads its own tables, lists and named queries', async () => {
    const sql =
      "is_long(Person.Z_NIGHTS) and (with known as (select code from list.Fruit) select count(*) >= 0 from known, unnest(['a']) u, plain.Stay)"
    expect(await faultsOf(inRule('is_long(Person.Z_NIGHTS)', JSON.stringify(sql)))).toEqual([])
  })

  test.each([['ID: varchar); create table t (n integer', 'name of a type']])(
    'is refused for a type that is more than one: %s',
    async (column, expected) => {
      const [name, type] = column.split(': ')
      const changed = (text: string) =>
        text.replace('columns: { ID: varchar }', `columns: { ${name}: ${JSON.stringify(type)} }`)
      expect(await faultsOf({ 'ruleset.yaml': changed })).toMatchObject([
        { file: 'ruleset.yaml', message: expect.stringContaining(expected) },
      ])
    },
  )

  describe('finds failing records by the query that shows them', () => {
    const atOnce = async (changes: Parameters<typeof write>[0]) =>
      (await loadRuleset(await write(changes), tables)).rules[0]?.failuresAtOnceSql
    const failure = (sql: string) => inRule('is_long(Person.Z_NIGHTS)', sql)
    const linkedBy = (on: string) => ({
      'ruleset.yaml': (text: string) =>
        text.replace('links: []', `links: [{ from: Person, to: Longest, table: Stay, on: ${on} }]`),
      ...inRule('details: [Stay.NIGHTS]', 'details: [Longest.NIGHTS]'),
    })

    test.each([
      ['all is named with its table', failure('is_long(Person.Z_NIGHTS)')],
      ['a link too is', linkedBy('Longest._parent = Person._row and is_long(Longest.NIGHTS)')],
    ])('where %s', async (_, changes) => {
      expect(await atOnce(changes)).toContain('where (')
    })

    test.each([
      ['a name could be of several tables', failure('is_long(NIGHTS)')],
      ['a name in a link could be', linkedBy('Longest._parent = Person._row and BORN is not null')],
      ['every column there is would be read', failure("is_long(COLUMNS('NIGHTS'))")],
      [
        'every column of a table would be read, with all that is derived',
        failure('is_long(COLUMNS(Stay.*))'),
      ],
    ])('but not where %s', async (_, changes) => {
      expect(await atOnce(changes)).toBeNull()
    })

    test('and is in order though that query does not bind: there are the two others', async () => {
      const ruleset = await loadRuleset(await write({}), tables)
      const rules = ruleset.rules.map(one => ({ ...one, failuresAtOnceSql: 'select nowhere as "row"' }))
      await expect(verifyRuleset({ ...ruleset, rules })).resolves.toBeUndefined()
    })
  })

  test('is refused for SQL that does not come to an end, and for SQL that finds no room', async () => {
    const verified = async (sql: string) => {
      const folder = await write(inRule('is_long(Person.Z_NIGHTS)', sql))
      const ruleset = await loadRuleset(folder, tables)
      const error = await verifyRuleset(ruleset, undefined, 500).catch((refused: unknown) => refused)
      return error instanceof RulesetError ? error.faults : []
    }
    const endless =
      '(select count(*) from range(1000000000000) a, range(1000000) b where a.range * b.range % 7 = Stay.NIGHTS) > 0'
    expect((await verified(endless))[0]?.message).toBe('This takes longer than 0.5 seconds.')
    const large = '(select len(list(range)) from range(200000000)) > Stay.NIGHTS'
    expect((await verified(large))[0]?.message).toMatch(/^This (needs more memory|takes longer) than/)
  }, 60_000)

  test('is refused for a file that bears the name of another rule, and for a rule defined twice', async () => {
    expect(await faultsOf({ 'rules/Stay.NIGHTS.002.V01.yaml': files[rule] ?? '' })).toMatchObject([
      {
        file: 'rules/Stay.NIGHTS.002.V01.yaml',
        message: expect.stringContaining('name it Stay.NIGHTS.001.V01.yaml'),
      },
      {
        file: 'rules/Stay.NIGHTS.002.V01.yaml',
        message: expect.stringContaining('is already defined in rules/Stay.NIGHTS.001.V01.yaml'),
      },
    ])
  })

  test('is refused for derived fields that need each other, and for a derived example that gives something else', async () => {
    const derived = 'derived/Z_NIGHTS.yaml'
    const circle = await faultsOf({
      [derived]: text => text.replace('sum(s.NIGHTS)', 'sum(s.NIGHTS + Person.Z_NIGHTS)'),
    })
    expect(circle).toMatchObject([
      { file: derived, message: expect.stringContaining('in a circle: Z_NIGHTS → Z_NIGHTS') },
    ])
    expect(await faultsOf({ [derived]: text => text.replace('gives: 3.0', 'gives: 4.0') })).toEqual([
      { file: derived, line: 6, message: 'The example gives [3.0], not [4.0].' },
    ])
  })

  test.each([
    ['does not parse', 'nights >=', 'syntax error'],
    ['is more than an expression', '1); drop schema record cascade; select (1', 'SELECT'],
    ['reads what is not there', '(select min(n) from nowhere)', 'nowhere'],
  ])('is refused for a function that %s', async (_, sql, expected) => {
    expect(
      await faultsOf({ 'ruleset.yaml': text => text.replace('sql: nights >= 7', `sql: ${sql}`) }),
    ).toMatchObject([{ file: 'ruleset.yaml', line: 13, message: expect.stringContaining(expected) }])
  })

  test('is refused for a code list with a line of other length', async () => {
    expect(await faultsOf({ 'lists/Fruit.csv': 'code,label\n01,Apple,red\n' })).toMatchObject([
      { file: 'lists/Fruit.csv', line: 2 },
    ])
  })
})

describe('a ruleset that is another one with differences', () => {
  const supplement = async (manifest: string, rules: Record<string, string> = {}) => {
    const base = await write({})
    const folder = `${base}-next`
    const all = {
      'ruleset.yaml': `base: ${basename(base)}\nversion: 24900_1.0.0\nschema: guests.xsd\n${manifest}`,
      ...rules,
    }
    for (const [name, text] of Object.entries(all)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return folder
  }

  test('has what it says itself, and of the base what it neither replaces nor leaves out', async () => {
    const later = (files[rule] ?? '')
      .trimStart()
      .replace('version: V01', 'version: V02')
      .replace('is_long', '3 <')
    const folder = await supplement(`without: [${rule}]\n`, { 'rules/Stay.NIGHTS.001.V02.yaml': later })
    const ruleset = await loadRuleset(folder, tables)
    expect(ruleset.version).toBe('24900_1.0.0')
    expect(ruleset.rules.map(({ code }) => code)).toEqual(['QR.GUEST.Stay.NIGHTS.001.V02'])
    expect(ruleset.derivedFields.map(({ name }) => name)).toEqual(['Z_NIGHTS'])
  })

  test('is refused for leaving out what the base does not have', async () => {
    const folder = await supplement('without: [rules/Stay.NIGHTS.009.V01.yaml]\n')
    await expect(loadRuleset(folder, tables)).rejects.toMatchObject({
      faults: [
        { file: 'ruleset.yaml', line: 4, message: expect.stringContaining('no file "rules/Stay.NIGHTS.009') },
      ],
    })
  })
})

describe('verifying once', () => {
  const broken = { [rule]: (text: string) => text.replace('fails: {', 'passes: {') }
  const marksFolder = () => mkdtemp(join(tmpdir(), 'marks-'))

  test('refuses a faulty ruleset every time, and remembers content that is in order', async () => {
    const marks = await marksFolder()
    const faulty = await loadRuleset(await write(broken), tables)
    for (const _ of [1, 2]) await expect(verifyOnce(faulty, marks)).rejects.toBeInstanceOf(RulesetError)
    expect(await readdir(marks)).toEqual([])
    const sound = await loadRuleset(await write({}), tables)
    await verifyOnce(sound, marks)
    expect(await readdir(marks)).toEqual([await rulesetHash(sound)])
  })

  test('asks again where a file, the base or the schema has changed', async () => {
    const ruleset = await loadRuleset(await write({}), tables)
    const marks = await marksFolder()
    await verifyOnce(ruleset, marks)
    const hashes = new Set([await rulesetHash(ruleset)])
    hashes.add(await rulesetHash({ ...ruleset, tables: [] }))
    hashes.add(await rulesetHash({ ...ruleset, baseFolder: await write({}) }))
    await writeFile(join(ruleset.folder, rule), (files[rule] ?? '').replace('fails: {', 'passes: {'))
    hashes.add(await rulesetHash(ruleset))
    expect(hashes.size).toBe(4)
    const changed = await loadRuleset(ruleset.folder, tables)
    await expect(verifyOnce(changed, marks)).rejects.toBeInstanceOf(RulesetError)
  })

  test('runs no example of content that is known, in its marks or as it is delivered', async () => {
    const faulty = await loadRuleset(await write(broken), tables)
    const marks = await marksFolder()
    await writeFile(join(marks, await rulesetHash(faulty)), '')
    await expect(verifyOnce(faulty, marks)).resolves.toBeUndefined()
    const home = await mkdtemp(join(tmpdir(), 'rulesets-'))
    await cp(faulty.folder, join(home, 'guest'), { recursive: true })
    const delivered = await loadRuleset(join(home, 'guest'), tables)
    await writeFile(
      join(home, verifiedFile),
      JSON.stringify({ [delivered.version]: await rulesetHash(delivered) }),
    )
    await expect(verifyOnce(delivered, await marksFolder())).resolves.toBeUndefined()
  })
})
