import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, literal, quoted, type Row, script, unionAll, withDatabase } from './database.ts'
import type { AnalysisSource } from './facts.ts'
import { type FailingRule, failingRecords, failingRules, type Page } from './failureFiles.ts'
import type { Ruleset } from './ruleset/ruleset.ts'
import { plainTable } from './tables.ts'

/*
 * The findings of a file by student: two files beside the failing records, made when these are. One has a row for each student
 * with everything that a search needs, the other a row for each finding, those of a student together.
 */

const studentsFile = 'students.parquet'
const findingsFile = 'findings.parquet'

/** Rows of a group of the file of findings: as few as one student's page has to read. */
const findingsTogether = 10_240

/** Rows of a group of the files of students: what is read, sorted and written of them at once has to find room together. */
const rowsTogether = 20_480

/** Students whose words are put together at once: a list of words keeps to no limit of memory but that of its parts. */
const studentsTogether = 100_000

/** Entities that lie under another, at any depth, and it itself. */
export const entitiesBelow = ({ tables }: Pick<Ruleset, 'tables'>, top: string): Set<string> => {
  const found = new Set([top])
  // A parent comes before what lies in it.
  for (const { name, parent } of tables) if (parent !== null && found.has(parent)) found.add(name)
  return found
}

const fieldOf = (name: string): { entity: string; field: string } => {
  const [entity = '', field = ''] = name.split('.')
  return { entity, field }
}

/** The rows of an entity below the students as `e`, and the number of the student to whom each belongs. */
const belongingTo = ({ tables }: Pick<Ruleset, 'tables'>, students: string, entity: string) => {
  let from = `${plainTable(entity)} e`
  let [last, above] = ['e', '']
  for (let name = entity; name !== students; name = above) {
    above = tables.find(table => table.name === name)?.parent ?? students
    if (above === students) return { from, student: `${last}._parent` }
    from += ` join ${plainTable(above)} ${quoted(above)} on ${quoted(above)}._row = ${last}._parent`
    last = quoted(above)
  }
  return { from, student: 'e._row' }
}

/** SQL of the words of each student by which it is found, as often as they occur. */
const wordsOf = (ruleset: Ruleset, students: string, search: readonly string[]): string => {
  const below = entitiesBelow(ruleset, students)
  const words = search
    .map(fieldOf)
    .filter(({ entity }) => below.has(entity))
    .map(({ entity, field }) => {
      const { from, student } = belongingTo(ruleset, students, entity)
      return `select ${student} as student, upper(cast(e.${quoted(field)} as varchar)) as word from ${from} where e.${quoted(field)} is not null`
    })
  return unionAll(['select null::bigint as student, null::varchar as word where false', ...words])
}

/** SQL of a student's name; null if the ruleset names none. */
const nameOf = (fields: readonly string[] = []): string =>
  fields.length === 0
    ? 'null::varchar'
    : `nullif(trim(concat_ws(' ', ${fields.map(field => `cast(${quoted(field)} as varchar)`).join(', ')})), '')`

/** SQL of the title of each student's first course. */
const coursesOf = (
  ruleset: Ruleset,
  students: string,
  { of, title }: { of: string; title: string },
): string => {
  const [named, titled] = [fieldOf(of), fieldOf(title)]
  const { from, student } = belongingTo(ruleset, students, named.entity)
  return `select ${student} as student, first(cast(c.${quoted(titled.field)} as varchar) order by e._row) as course
    from ${from} join ${plainTable(titled.entity)} c on c.${quoted(named.field)} = e.${quoted(named.field)} group by all`
}

/**
 * Gathers the students of the record, where the ruleset says what names one: with the words of each, but without findings, for
 * `writeStudents` on the same connection.
 */
export const gatherStudents = async (database: Database, ruleset: Ruleset): Promise<void> => {
  const { summary, students } = ruleset.manifest
  if (!students || !summary) return
  await database.run(
    script(
      `create or replace temp table place_of_student as
        select _row as student, _line as line, _byte as byte, lead(_byte) over (order by _byte) as ending,
          cast(${quoted(students.identifier)} as varchar) as identifier, ${nameOf(students.name)} as name
        from ${plainTable(summary.units)}`,
      `create or replace temp table course_of_student as ${students.course ? coursesOf(ruleset, summary.units, students.course) : 'select null::bigint as student, null::varchar as course where false'}`,
      `create or replace temp table word_of_student as ${wordsOf(ruleset, summary.units, students.search)}`,
      "create or replace temp table known_student as select *, '' as course, '' as words from temp.place_of_student where false",
    ),
  )
  const { last } = await database.row('select coalesce(max(student), 0) as last from temp.place_of_student')
  for (let after = 0; after < Number(last); after += studentsTogether) {
    const some = `where student > ${after} and student <= ${after + studentsTogether}`
    // Sorted and told apart as a list: within the sum of texts it would take twice as long.
    await database.run(
      `insert into temp.known_student select s.*, c.course, coalesce(w.words, '') as words
       from (select * from temp.place_of_student ${some}) s
       left join temp.course_of_student c using (student)
       left join (select student, array_to_string(list_sort(list_distinct(list(word))), ' ') as words
         from temp.word_of_student ${some} group by student) w using (student)`,
    )
  }
  await database.run(
    script(
      'drop table temp.place_of_student',
      'drop table temp.course_of_student',
      'drop table temp.word_of_student',
    ),
  )
}

/** Drops what `gatherStudents` has left where it came to no end: others on the connection need the room. */
export const dropStudents = (database: Database): Promise<void> =>
  database.run(
    script(
      ...['place_of_student', 'course_of_student', 'word_of_student', 'known_student'].map(
        table => `drop table if exists temp.${table}`,
      ),
    ),
  )

/** Puts what `gatherStudents` has made into a file, where it takes no memory from what comes meanwhile. */
export const setStudentsAside = (database: Database, file: string): Promise<void> =>
  database.run(
    script(
      `copy temp.known_student to ${literal(file)} (format parquet, compression lz4_raw, row_group_size ${rowsTogether})`,
      'drop table temp.known_student',
    ),
  )

/** Gives that file to `writeStudents`, on whichever connection. */
export const takeStudentsUp = (database: Database, file: string): Promise<void> =>
  database.run(`create temp view known_student as select * from read_parquet(${literal(file)})`)

/**
 * Writes the findings by student beside the failing records of a folder, once `gatherStudents` has been on the connection.
 * `rules` are those with failing records there. A record belongs to the student that begins last before it.
 */
export const writeStudents = async (
  database: Database,
  folder: string,
  ruleset: Ruleset,
  rules: readonly FailingRule[],
): Promise<void> => {
  const { summary, students } = ruleset.manifest
  if (!students || !summary) return
  const entities = entitiesBelow(ruleset, summary.units)
  const ofStudents = rules.filter(({ entity }) => entities.has(entity))
  const found =
    ofStudents.length === 0
      ? 'select null::bigint as student, null::integer as rule, null::bigint as "row", null::bigint as line, null::bigint as byte where false'
      : `select s.student, f.rule, f."row", f.line, f.byte
         from (select rule, "row", line, byte from ${failingRecords(folder, ofStudents)}) f
         asof join temp.known_student s on f.byte >= s.byte`
  await database.run(
    `copy (${found} order by student, byte, rule) to ${literal(join(folder, findingsFile))} (format parquet, compression zstd, row_group_size ${findingsTogether})`,
  )
  // A search reads the words of all of them: what is packed tighter takes twice as long to unpack as to look through.
  await database.run(`copy (
    select s.*, coalesce(f.findings, 0) as findings, coalesce(f.rules, 0) as rules
    from temp.known_student s
    left join (select student, count(*) as findings, count(distinct rule) as rules
      from read_parquet(${literal(join(folder, findingsFile))}) group by student) f using (student)
    order by findings desc, student
  ) to ${literal(join(folder, studentsFile))} (format parquet, parquet_version v2, compression lz4_raw, row_group_size ${rowsTogether})`)
}

/** Whether the findings of the folder are there by student. A record whose ruleset names no students has none. */
export const hasStudents = ({ failuresFolder }: Pick<AnalysisSource, 'failuresFolder'>): boolean =>
  existsSync(join(failuresFolder, studentsFile))

/** A student of the file. `student` is its number among the students, from the head of the file. */
export interface StudentRow {
  student: number
  /** As the ruleset names it, e.g. the SID. */
  identifier: string | null
  /** Null if the ruleset, or the record, has none. */
  name: string | null
  /** Title of the student's first course; null likewise. */
  course: string | null
  findings: number
  /** Rules that find something at fault. */
  rules: number
}

/** Where the record of a student stands in the file. */
export interface StudentPlace extends StudentRow {
  line: number
  byte: number
  /** Byte at which the next student begins; null for the last. */
  ending: number | null
}

/** What a reader is told of: all rules, or those of these codes. */
export interface SeenRules {
  ruleCodes: readonly string[] | undefined
}

const textIn = (value: Row[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

const studentOf = (row: Row): StudentRow => ({
  student: Number(row.student),
  identifier: textIn(row.identifier),
  name: textIn(row.name),
  course: textIn(row.course),
  findings: Number(row.findings),
  rules: Number(row.rules),
})

const seenRules = async (source: AnalysisSource, { ruleCodes }: SeenRules): Promise<FailingRule[]> =>
  (await failingRules(source.failuresFolder)).filter(
    ({ code }) => ruleCodes === undefined || ruleCodes.includes(code),
  )

const inFolder = (source: Pick<AnalysisSource, 'failuresFolder'>, file: string): string =>
  `read_parquet(${literal(join(source.failuresFolder, file))})`

const numbersOf = (rules: readonly FailingRule[]): string =>
  rules.length === 0 ? '-1' : rules.map(({ number }) => number).join(', ')

/** The students with what the reader's rules have found of each. */
const studentsSeen = async (source: AnalysisSource, seen: SeenRules): Promise<string> => {
  const students = inFolder(source, studentsFile)
  if (seen.ruleCodes === undefined) return students
  const rules = numbersOf(await seenRules(source, seen))
  return `(select s.* replace (coalesce(f.findings, 0) as findings, coalesce(f.rules, 0) as rules) from ${students} s
    left join (select student, count(*) as findings, count(distinct rule) as rules
      from ${inFolder(source, findingsFile)} where rule in (${rules}) group by student) f using (student))`
}

/** The findings need no database but the files that they are in. */
const inMemory = (source: AnalysisSource) => ({ ...source, databaseFile: ':memory:', shared: source.pages })

interface StudentSearch {
  /** Part of an identifier or own number; '' for whoever has findings. */
  search: string
  /** Codes of the rules that block submitting. */
  blocking?: readonly string[]
  /** Leaves out students without findings, also where they are searched for. */
  isOnlyFound?: boolean
}

/**
 * Students whose identifiers contain the text; without a text those with findings. Those come first who block submitting, then
 * those with most findings. `total` counts all of them, whichever page it is.
 */
export const listStudents = async (
  source: AnalysisSource,
  { search, offset, limit, isOnlyFound, blocking = [], ...seen }: Page & SeenRules & StudentSearch,
): Promise<{ total: number; students: (StudentRow & { blocking: number })[] }> =>
  withDatabase(inMemory(source), async database => {
    const from = await studentsSeen(source, seen)
    const conditions = [
      ...(search === '' || isOnlyFound ? ['findings > 0'] : []),
      ...(search === '' ? [] : [`contains(words, ${literal(search.toUpperCase())})`]),
    ]
    const where = conditions.join('\nand ')
    const rules = (await seenRules(source, seen)).filter(({ code }) => blocking.includes(code))
    // Counted with the page: looking through the words of all students twice would take twice as long.
    const rows = await database.rows(
      `with blocked as (select student, count(distinct rule) as blocking from ${inFolder(source, findingsFile)}
         where rule in (${numbersOf(rules)}) group by student)
       select student, identifier, name, course, findings, rules, coalesce(blocking, 0) as blocking, count(*) over () as total
       from ${from} left join blocked using (student) where ${where}
       order by blocking is not null desc, findings desc, student limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`,
    )
    const beyond = rows.length === 0 && offset > 0
    const { total } = beyond
      ? await database.row(`select count(*) as total from ${from} where ${where}`)
      : (rows[0] ?? { total: 0 })
    return {
      total: Number(total),
      students: rows.map(row => ({ ...studentOf(row), blocking: Number(row.blocking) })),
    }
  })

/** A finding of a student: the rule and the record that it is about. */
export interface StudentFinding {
  rule: FailingRule
  line: number
  byte: number
  /** The values that the rule shows beside it. */
  details: readonly (string | null)[]
}

/** Finds the values that rules show beside these findings. */
const detailsAt = async (
  database: Database,
  source: AnalysisSource,
  rules: readonly FailingRule[],
  found: readonly Row[],
): Promise<(finding: Row) => readonly (string | null)[]> => {
  const numbers = new Set(found.map(({ rule }) => Number(rule)))
  const concerned = rules.filter(({ number }) => numbers.has(number))
  const keyOf = ({ rule, row }: Row): string => `${rule} ${row}`
  const records =
    concerned.length === 0
      ? []
      : await database.rows(
          `select rule, "row", details from ${failingRecords(source.failuresFolder, concerned)}
           where "row" in (${[...new Set(found.map(({ row }) => Number(row)))].join(', ')})`,
        )
  const details = new Map(records.map(record => [keyOf(record), record.details]))
  return finding => {
    const values = details.get(keyOf(finding))
    return Array.isArray(values) ? values.map(value => (value === null ? null : String(value))) : []
  }
}

/** A student and what the rules have found, in the order of the file; undefined where there is no such student. */
export const findStudent = async (
  source: AnalysisSource,
  { student, ...seen }: SeenRules & { student: number },
): Promise<{ place: StudentPlace; findings: StudentFinding[] } | undefined> => {
  const rules = await seenRules(source, seen)
  const byNumber = new Map(rules.map(rule => [rule.number, rule]))
  return withDatabase(inMemory(source), async database => {
    const number = Math.trunc(student)
    const [row] = await database.rows(
      `select * exclude (words) from ${inFolder(source, studentsFile)} where student = ${number}`,
    )
    if (!row) return undefined
    const found = await database.rows(
      `select rule, "row", line, byte from ${inFolder(source, findingsFile)}
       where student = ${number} and rule in (${numbersOf(rules)}) order by byte, rule`,
    )
    const detailsOf = await detailsAt(database, source, rules, found)
    const findings = found.flatMap(finding => {
      const rule = byNumber.get(Number(finding.rule))
      return rule
        ? [{ rule, line: Number(finding.line), byte: Number(finding.byte), details: detailsOf(finding) }]
        : []
    })
    return {
      place: {
        ...studentOf(row),
        findings: findings.length,
        rules: new Set(findings.map(({ rule }) => rule.code)).size,
        line: Number(row.line),
        byte: Number(row.byte),
        ending: row.ending === null || row.ending === undefined ? null : Number(row.ending),
      },
      findings,
    }
  })
}

/**
 * SQL of rows of failing records, each with the student to whom its record belongs; null for one of none, and in a record without
 * students.
 */
export const withStudents = (source: Pick<AnalysisSource, 'failuresFolder'>, rows: string): string =>
  hasStudents(source)
    ? `(select r.*, s.student from ${rows} r
       asof left join (select student, byte as begins from ${inFolder(source, studentsFile)}) s on r.byte >= s.begins)`
    : `(select *, null as student from ${rows})`
