import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { literal, quoted, unionAll, withDatabase } from './database.ts'
import { forReading } from './derive.ts'
import type { AnalysisSource } from './facts.ts'
import { type FailingRule, failingRecords, listFile } from './failureFiles.ts'
import type { Ruleset } from './ruleset/ruleset.ts'
import { entitiesBelow } from './students.ts'
import { plainTable } from './tables.ts'

/** Failing records of those who have one value of a field, e.g. of one department. */
export interface Department {
  /** The value; null for records that have none. */
  value: string | null
  /** The failing records as an analysis of their own. */
  source: AnalysisSource
  records: number
}

/** More values than a field may have that records are split by. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues'
  readonly count: number
  constructor(count: number) {
    super(`The field has ${count} values.`)
    this.count = count
  }
}

/**
 * Which values each failing record has, as rows (rule, n, value): those of the record that it lies in, or is, where the field
 * is of that entity; else all those of its student. A record of none of them has no row.
 */
const valuesOf = (
  source: AnalysisSource,
  ruleset: Ruleset,
  field: { entity: string; name: string },
  rules: readonly FailingRule[],
): string => {
  const students = ruleset.manifest.summary?.units
  const ofStudents = students === undefined ? new Set<string>() : entitiesBelow(ruleset, students)
  const inside = entitiesBelow(ruleset, field.entity)
  const given = `(select _byte, _row, cast(${quoted(field.name)} as varchar) as value from ${plainTable(field.entity)})`
  const within = rules.filter(({ entity }) => inside.has(entity))
  const beside = ofStudents.has(field.entity)
    ? rules.filter(({ entity }) => !inside.has(entity) && ofStudents.has(entity))
    : []
  const people = students === undefined ? '' : `(select _byte, _row from ${plainTable(students)})`
  const queries = [
    ...(within.length === 0
      ? []
      : [
          `select f.rule, f.n, g.value from ${failingRecords(source.failuresFolder, within)} f asof join ${given} g on f.byte >= g._byte where g.value is not null`,
        ]),
    ...(beside.length === 0
      ? []
      : [
          `select distinct f.rule, f.n, v.value
           from (select f.rule, f.n, s._row as student from ${failingRecords(source.failuresFolder, beside)} f asof join ${people} s on f.byte >= s._byte) f
           join (select distinct s._row as student, g.value from ${given} g asof join ${people} s on g._byte >= s._byte where g.value is not null) v using (student)`,
        ]),
  ]
  return queries.length === 0
    ? 'select null::integer as rule, null::integer as n, null::varchar as value where false'
    : unionAll(queries)
}

/**
 * Splits failing records by the values of a field, each part a folder below the work folder, in the order of the values;
 * records without one come last. A record that belongs to several is in each of them. Throws TooManyValues.
 */
export const splitByField = async (
  source: AnalysisSource,
  ruleset: Ruleset,
  field: { entity: string; name: string },
  { rules, most }: { rules: readonly FailingRule[]; most: number },
): Promise<Department[]> => {
  const folder = join(source.workFolder, 'departments')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  if (rules.length === 0) return []
  return withDatabase(forReading(source), async db => {
    await db.run(`create temp table given as ${valuesOf(source, ruleset, field, rules)}`)
    const { count } = await db.row('select count(distinct value) as count from temp.given')
    if (Number(count) > most) throw new TooManyValues(Number(count))
    await db.run(
      'create temp table department as select value, row_number() over (order by value) as number from (select distinct value from temp.given)',
    )
    await db.run(
      `copy (select coalesce(d.number, 0) as department, f.* from ${failingRecords(source.failuresFolder, rules)} f
        left join temp.given g on g.rule = f.rule and g.n = f.n left join temp.department d on d.value = g.value)
       to ${literal(folder)} (format parquet, partition_by (department), overwrite_or_ignore)`,
    )
    const found = await db.rows('select number, value from temp.department order by number')
    const departments = [
      ...found.map(({ number, value }) => ({ number: Number(number), value: String(value) })),
      { number: 0, value: null },
    ]
    const present = new Set(await readdir(folder))
    const parts: Department[] = []
    for (const { number, value } of departments) {
      const name = `department=${number}`
      if (!present.has(name)) continue
      const failuresFolder = join(folder, name)
      const everything = `read_parquet(${literal(join(failuresFolder, '*.parquet'))})`
      const counts = await db.rows(`select rule, count(*) as records from ${everything} group by rule`)
      const records = new Map(counts.map(row => [Number(row.rule), Number(row.records)]))
      const own = rules
        .filter(rule => records.has(rule.number))
        .map(rule => ({ ...rule, file: '*.parquet', records: records.get(rule.number) ?? 0 }))
      await writeFile(join(failuresFolder, listFile), JSON.stringify(own))
      parts.push({
        value,
        source: { ...source, failuresFolder },
        records: own.reduce((sum, rule) => sum + rule.records, 0),
      })
    }
    return parts
  })
}
