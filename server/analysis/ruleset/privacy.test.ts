import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileSchema, entityTables } from 'bedel-record'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { FieldClass } from '../../../src/domain/privacy.ts'
import { studentRecord } from '../testing/studentRecord.ts'
import type { RulesetFault } from './fault.ts'
import { recordPrivacy } from './privacy.ts'
import type { Computed } from './readings.ts'
import { noReferences, type SqlReferences } from './references.ts'

const repository = join(import.meta.dirname, '../../..')

describe('the fields of the student record', () => {
  test('have a class each, in one file for the schemas of every collection', async () => {
    const file = join(repository, 'rulesets/student/23056_1.0.0/privacy.yaml')
    const classes: Record<string, Record<string, string[]>> = parse(await readFile(file, 'utf8'))
    const schemas = join(repository, 'schemas/student')
    const fields = new Set<string>()
    for (const name of await readdir(schemas))
      for (const table of entityTables(compileSchema(await readFile(join(schemas, name), 'utf8'))))
        for (const column of table.columns) fields.add(`${table.name}.${column}`)
    const classed = Object.entries(classes).flatMap(([entity, byClass]) =>
      Object.values(byClass).flatMap(names => names.map(name => `${entity}.${name}`)),
    )
    expect(fields.size).toBeGreaterThan(150)
    expect(classed.toSorted()).toEqual([...fields].toSorted())
  })

  test('are of special category where the law says so', async () => {
    const { ruleset } = await studentRecord()
    const special = ruleset.tables.flatMap(({ name, columns }) =>
      columns.filter(column => ruleset.privacy.fieldClass(name, column) === 'special-category'),
    )
    expect(special.toSorted()).toEqual([
      'DISABILITY',
      'ETHNIC',
      'GENDERID',
      'RELIGION',
      'RELIGIOUSBGROUND',
      'SEXORT',
    ])
  })

  test('are known in everything that shows records, by way of derived fields and conditions too', async () => {
    const { ruleset } = await studentRecord()
    const special = (classes: readonly FieldClass[]) => classes.includes('special-category')
    const rules = ruleset.rules.filter(({ recordClasses }) => special(recordClasses))
    expect(rules.map(({ code }) => code.split('.').slice(2, 4).join('.'))).toEqual([
      ...Array.from({ length: 4 }, () => 'Disability.DISABILITY'),
      ...Array.from({ length: 2 }, () => 'Student.ETHNIC'),
      ...Array.from({ length: 2 }, () => 'Student.RELIGION'),
    ])
    const reports = ruleset.reports.filter(({ recordClasses }) => special(recordClasses))
    // Religion, ethnicity, disability and the like by level of study: who is counted in a cell is told of by that.
    expect(reports.map(({ code }) => code)).toEqual(['ATT2', 'ATT3', 'ATT4', 'ATT5'])
    const birth = ruleset.rules.find(({ code }) => code.includes('BIRTHDTE.904'))
    expect(birth?.keyNames.map((name, at) => [name, birth.keyClasses[at]])).toEqual([
      ['SID', ['identifier']],
      ['NUMHUS', ['identifier']],
    ])
    expect(birth?.detailClasses[0]).toEqual(['personal'])
  })
})

const tables = [
  { name: 'Person', parent: null, columns: ['ID', 'BORN', 'FAITH'], keys: ['ID'] },
  { name: 'Illness', parent: 'Person', columns: ['CODE'], keys: ['CODE'] },
  { name: 'Room', parent: null, columns: ['ROOMID'], keys: ['ROOMID'] },
]
const classes = {
  Person: { identifier: ['ID'], personal: ['BORN'], 'special-category': ['FAITH'] },
  Illness: { 'special-category': ['CODE'] },
  Room: { open: ['ROOMID'] },
}
const reads = (...columns: string[]): SqlReferences => ({
  ...noReferences,
  columns: columns.map(column => {
    const [name = '', qualifier] = column.split('.').reverse()
    return { qualifier: qualifier ?? null, name }
  }),
})
const table = (name: string, alias: string, schema = '') => ({ name, alias, schema })
const computed: Computed = {
  derivedEntities: [{ name: 'Z_STAY', columns: ['NIGHTS', 'ROOMID'] }],
  derivedReads: new Map([
    ['z_age', reads('Person.BORN')],
    ['z_group', { ...reads('Person.Z_AGE'), functions: ['told_faith'] }],
    ['z_stay', reads('Room.ROOMID', 'Person.FAITH')],
    ['z_circle', reads('Z_CIRCLE', 'ID')],
  ]),
  functionReads: new Map([
    ['told_faith', reads('p.FAITH')],
    [
      'is_room',
      {
        ...reads('room', 'list_of.label'),
        parameters: ['room'],
        tables: [table('Letters', 'list_of', 'list')],
      },
    ],
  ]),
  history: { table: 'Earlier', columns: ['ID', 'USN'], reads: reads('Person.ID', 'Person.BORN') },
  links: [{ to: 'Previous', table: 'Earlier' }],
  otherTables: new Map([['list.Letters', ['label']]]),
}
type Classes = Parameters<typeof recordPrivacy>[0]
const privacyOf = (value: NonNullable<Classes>['value'] | undefined, faults: RulesetFault[] = []) => {
  const file: Classes = value && { file: 'privacy.yaml', value, lineOf: () => 7 }
  return recordPrivacy(file, tables, computed, faults)
}

describe('what a piece of SQL tells of a record', () => {
  const { classesOf, fieldClass } = privacyOf(classes)

  test.each<[string, SqlReferences, FieldClass[]]>([
    ['a field, whatever its case', reads('person.faith'), ['special-category']],
    ['a field under an alias', reads('p.BORN'), ['personal']],
    ['a derived field', reads('Person.Z_AGE'), ['personal']],
    ['a derived field of others and of a function', reads('Z_GROUP'), ['personal', 'special-category']],
    ['a function', { ...reads(), functions: ['TOLD_FAITH'] }, ['special-category']],
    ['a column of a derived entity', reads('s.NIGHTS'), ['open', 'special-category']],
    [
      'a record whose being there tells',
      { ...reads(), tables: [{ name: 'illness', alias: 'i', schema: '' }] },
      ['special-category'],
    ],
    ['such a record, by its row only', reads('Illness._row'), ['special-category']],
    ['a record of many classes, by its row only', reads('Person._row'), []],
    ["a column that last year's record alone has", reads('Previous.USN'), ['identifier', 'personal']],
    ['a derived field that needs itself', reads('Z_CIRCLE'), ['identifier']],
    ['a column of a code list', reads('label'), []],
    ['a parameter, though there is a table of its name', { ...reads(), functions: ['is_room'] }, []],
    [
      'a field under the alias of its own table',
      { ...reads('s.BORN'), tables: [table('Person', 's')] },
      ['personal'],
    ],
    ['a name that a query gives', { ...reads('q.age', 'p.BORN'), values: ['age'] }, ['personal']],
    [
      'the name of a column that a query selects',
      { ...reads('q.label', 'l.label'), tables: [table('Letters', 'l', 'list')] },
      [],
    ],
  ])('%s', (_, sql, expected) => {
    expect(classesOf(sql)).toEqual(expected)
  })

  test.each<[string, SqlReferences]>([
    ['the name of an entity', reads('Person')],
    ['the name of an entity with its schema', reads('plain.person')],
    ['an alias', { ...reads('p'), tables: [table('Person', 'p')] }],
    [
      'an alias that is a list elsewhere',
      { ...reads('Person'), tables: [table('Letters', 'Person', 'list')] },
    ],
    ['a name that is linked to a table of special category', reads('Faiths')],
    ['a derived entity', reads('Z_STAY')],
    [
      'columns under other names',
      { ...reads('p.a'), tables: [{ ...table('Person', 'p'), isRenamed: true }], values: ['a'] },
    ],
    ['a star', { ...reads(), tables: [table('Person', 'p')], wholes: ['p'] }],
    [
      'a star of an entity whose fields are all open, for derived ones may stand beside them',
      { ...reads(), wholes: ['Room'] },
    ],
    ['a star of which it cannot be told what it reads', { ...reads(), wholes: [''] }],
    ['a column that there is nowhere', reads('p.SHOESIZE')],
    ['a column that its table has not', reads('Room.SHOESIZE')],
    ['a column of a derived entity that is named as a field', reads('s.ROOMID')],
  ])('is special category, whatever it turns out to be: %s', (_, sql) => {
    const told = { ...computed, links: [...computed.links, { to: 'Faiths', table: 'Person' }] }
    const file: Classes = { file: 'privacy.yaml', value: classes, lineOf: () => 7 }
    expect(recordPrivacy(file, tables, told, []).classesOf(sql)).toContain('special-category')
  })

  test("a column of last year's record counts as what that reads, also where it is named as a field", () => {
    const history = { ...computed.history!, reads: reads('Person.ID', 'Person.FAITH') }
    const file: Classes = { file: 'privacy.yaml', value: classes, lineOf: () => 7 }
    const told = recordPrivacy(file, tables, { ...computed, history }, [])
    expect(told.classesOf(reads('Previous.ID'))).toEqual(['identifier', 'special-category'])
    expect(classesOf(reads('Previous.ID'))).toEqual(['identifier'])
  })

  test('a field that nobody has classed is protected most', () => {
    expect(fieldClass('Person', 'SHOESIZE')).toBe('special-category')
    expect(privacyOf(undefined).fieldClass('Room', 'ROOMID')).toBe('special-category')
    expect(privacyOf(undefined).classesOf(reads('ROOMID'))).toEqual(['special-category'])
  })
})

test('a class that is missing, or said twice, is a fault of the ruleset with its line', () => {
  const faults: RulesetFault[] = []
  privacyOf({ ...classes, Person: { identifier: ['ID'], personal: ['BORN', 'id'] } }, faults)
  expect(faults).toEqual([
    { file: 'privacy.yaml', line: 7, message: 'The field Person.FAITH has no class.' },
    { file: 'privacy.yaml', line: 7, message: 'The field Person.ID has more than one class.' },
  ])
})
