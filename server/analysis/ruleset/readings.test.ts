import { describe, expect, test } from 'vitest'
import { withDatabase } from '../database.ts'
import { analysisContext, studentRecord } from '../testing/studentRecord.ts'
import { referencesOfExpression } from './expression.ts'

const options = { ...(await analysisContext()), databaseFile: ':memory:' }
const { ruleset } = await studentRecord()

/** Classes of what a value of a rule tells, as DuckDB's own parser reads it. */
const classesOf = (sql: string) =>
  withDatabase(options, async database =>
    ruleset.privacy.classesOf(await referencesOfExpression(database, sql)),
  )

describe('what a piece of SQL reads of the student record', () => {
  test.each([
    ['a row, by the name of its table', 'Student'],
    ['a row as text', 'Student::varchar'],
    ['a row in a function', 'to_json(Student)'],
    ['a row by an alias', '(select any_value(s) from Student s)'],
    ['a row within a query', '(select any_value(q) from (from Student) q)'],
    [
      'a row within a query, whose alias a value has elsewhere',
      '(select any_value(x) from (from Student) x where exists (select 1 as x))',
    ],
    ['a row of a query that has a name', '(with s as (from Student) select any_value(s) from s)'],
    ['columns under other names', '(select any_value(s.c) from Student s(a, b, c))'],
    ['columns of a query under other names', '(select any_value(q.c) from (from Student) q(a, b, c))'],
    [
      'columns of a WITH under other names',
      '(with q(a, b, c) as (from Student) select any_value(q.c) from q)',
    ],
    [
      'columns of a union under other names',
      `(select any_value(q.SID) from (
        select s.SID, s.OWNSTU from Student s where false union all (from Student)) q)`,
    ],
    ['columns that a pattern chooses', "any_value(columns('REL.*'))"],
    [
      'the same within a query',
      `(select any_value(q.x) from (select max(columns('REL.*')) as x from Student) q)`,
    ],
    ['a column by its place', '(select #9 from Student limit 1)'],
    [
      'columns under other names that a star gives',
      `(select any_value(q.SID) from (select * replace (RELIGION as SID) from Student) q)`,
    ],
    [
      'a column whose name a star has numbered',
      `(select any_value(q.RELIGION_1) from (select 1 as RELIGION, * from Student) q
          where exists (select 1 as RELIGION_1))`,
    ],
    [
      'a column whose name a join has numbered',
      `(select any_value(q.RELIGION_1) from (from Student a join Student b on a.SID = b.SID) q
          where exists (select 1 as RELIGION_1))`,
    ],
    ['a star over a query', '(select any_value(q.c) from (select * from (from Student)) q(a, b, c))'],
    [
      'a join over a column of one name',
      `exists (
        from Student s join (select '01' as RELIGION) x using (RELIGION) where s._row = Student._row)`,
    ],
    [
      'a join over all columns of one name',
      `exists (from Student s natural join (select '01' as RELIGION) x)`,
    ],
    [
      'rows turned to columns',
      '(select any_value(q.v) from (unpivot Student on RELIGION into name n value v) q)',
    ],
    ['a summary of a table', '(select any_value(q.max) from (summarize Student) q)'],
    ['a column that there is nowhere', 'Student.SHOESIZE'],
    ['a field by its name', '(select max(s.RELIGION) from Student s)'],
  ])('is special category data: %s', async (_, sql) => {
    expect(await classesOf(sql)).toContain('special-category')
  })

  test.each([
    ['a field', 'Student.SID', ['identifier']],
    ['a field by an alias', '(select any_value(s.BIRTHDTE) from Student s)', ['personal']],
    ['how many rows there are', '(select count(*) from Engagement e where e._parent = Student._row)', []],
    ['whether there is a row', 'exists (from Engagement e where e._parent = Student._row)', []],
    [
      'a field of a query with a star',
      `(select any_value(q.NUMHUS) from (
          select e.*, row_number() over (order by e._row) as place from Engagement e) q where q.place = 1)`,
      ['identifier'],
    ],
    ['a value that a query gives', '(select max(q.n) from (select count(*) as n from Engagement e) q)', []],
    ['a parameter of a lambda', 'list_filter([Course.COURSEID], x -> x = Course.TTCID)', ['open']],
    ['values of a list', '(select max(u.v) from unnest([1, 2]) as u(v))', []],
    ['numbers', '(select max(range) from range(3))', []],
    ['constants', "(with c(code, label) as (values ('01', 'One')) select any_value(c.label) from c)", []],
    ['a code list', "(select any_value(h.label) from list.Hecos h where h.code = '100366')", []],
    ['a function whose parameter is named as a table', 'has_powers(Course.TTCID)', ['open']],
  ])('is as its fields are: %s', async (_, sql, classes) => {
    expect(await classesOf(sql)).toEqual(classes)
  })
})
