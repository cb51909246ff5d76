import type { RecordNode, StudentFindingWire } from '../../../src/domain/wire/students.ts'
import type { Ruleset, StudentFinding } from '../../analysis/index.ts'
import type { FileRecord } from '../../analysis/recordFragment.ts'
import { type Disclosure, hiddenParts, isWhole } from '../../privacy/index.ts'

type Rule = Ruleset['rules'][number]

/** A finding with its rule and the field that this finds at fault. */
export interface PlacedFinding extends Pick<StudentFinding, 'line' | 'byte'> {
  rule: Rule
  /** What is wrong, with its values as the reader may see them. */
  finding: string | null
}

/** A place in the file that is not told. */
const noPlace = { line: null, column: null }

/** What the rules have found, rule by rule: those that block submitting first, then in the order of the file. */
export const findingsOf = (
  findings: readonly PlacedFinding[],
  record: FileRecord | undefined,
  regulators: ReadonlyMap<string, string>,
  disclosure: Disclosure,
): StudentFindingWire[] => {
  const columns = new Map<string, number>()
  const walk = (node: FileRecord): void => {
    for (const { name, column } of [{ name: '', column: node.column }, ...node.fields])
      columns.set(`${node.byte} ${name}`, column)
    node.children.forEach(walk)
  }
  const lines = new Map<string, number>()
  const walkLines = (node: FileRecord): void => {
    for (const { name, line } of node.fields) lines.set(`${node.byte} ${name}`, line)
    node.children.forEach(walkLines)
  }
  if (record) {
    walk(record)
    walkLines(record)
  }
  const byRule = Map.groupBy(findings, ({ rule }) => rule)
  const arePlacesTold = isWhole(disclosure)
  return [...byRule]
    .map(([rule, places]) => ({
      Code: rule.code,
      Name: rule.name,
      Hint: rule.hint,
      RegulatorCode: regulators.get(rule.code) ?? null,
      IsOperational: rule.kind === 'operational',
      Entity: rule.entity,
      Field: rule.field,
      places: places.map(({ line, byte, finding }) => {
        if (!arePlacesTold) return { ...noPlace, Finding: finding }
        const key = `${byte} ${rule.field ?? ''}`
        return {
          line: lines.get(key) ?? line,
          column: columns.get(key) ?? columns.get(`${byte} `) ?? null,
          Finding: finding,
        }
      }),
    }))
    .sort((one, other) => Number(other.IsOperational) - Number(one.IsOperational))
}

/**
 * The record as the reader gets it, with each finding at its field. What is withheld is listed whether it is there or not, and
 * then no place is told of anything: the lines between two places would say how much stands there.
 */
export const recordNodeOf = (
  node: FileRecord,
  findings: readonly PlacedFinding[],
  disclosure: Disclosure,
  ruleset: Pick<Ruleset, 'privacy' | 'tables'>,
): RecordNode => {
  const here = findings.filter(({ byte }) => byte === node.byte)
  const codesAt = (field: string | null): string[] => [
    ...new Set(here.filter(({ rule }) => rule.field === field).map(({ rule }) => rule.code)),
  ]
  const hidden = hiddenParts(disclosure, ruleset, node.name)
  const placed = <T extends { line: number; column: number }>(one: T) =>
    isWhole(disclosure) ? one : { ...one, ...noPlace }
  const shown = node.fields.filter(({ name }) => !hidden.hidesField(name))
  const missing = [...new Set(here.map(({ rule }) => rule.field))].filter(
    (field): field is string =>
      field !== null && !hidden.hidesField(field) && !node.fields.some(({ name }) => name === field),
  )
  const { line, column } = placed(node)
  return {
    name: node.name,
    line,
    column,
    fields: [
      ...shown.map(field => placed({ ...field, rules: codesAt(field.name) })),
      ...missing.map(name => ({ name, value: null, line, column, rules: codesAt(name) })),
      ...[...hidden.fields].map(([name, withheld]) => ({
        ...{ name, value: null, withheld, ...noPlace },
        rules: codesAt(name),
      })),
    ],
    rules: codesAt(null),
    children: [
      ...[...hidden.records].map(([name, withheld]) => ({
        ...{ name, withheld, ...noPlace },
        ...{ fields: [], rules: [], children: [] },
      })),
      ...node.children
        .filter(({ name }) => !hidden.hidesRecord(name))
        .map(child => recordNodeOf(child, findings, disclosure, ruleset)),
    ],
  }
}
