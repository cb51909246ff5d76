import type { RecordNode, StudentFindingWire } from '../../../src/domain/wire/students.ts'
import type { Ruleset, StudentFinding } from '../../analysis/index.ts'
import type { FileRecord } from '../../analysis/recordFragment.ts'
import type { Disclosure } from '../../privacy/index.ts'

type Rule = Ruleset['rules'][number]

/** A finding with its rule and the field that this finds at fault. */
export interface PlacedFinding extends Pick<StudentFinding, 'line' | 'byte'> {
  rule: Rule
}

/** What the rules have found, rule by rule: those that block submitting first, then in the order of the file. */
export const findingsOf = (
  findings: readonly PlacedFinding[],
  record: FileRecord | undefined,
  regulators: ReadonlyMap<string, string>,
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
  return [...byRule]
    .map(([rule, places]) => ({
      Code: rule.code,
      Name: rule.name,
      Description: rule.description,
      RegulatorCode: regulators.get(rule.code) ?? null,
      IsOperational: rule.kind === 'operational',
      Entity: rule.entity,
      Field: rule.field,
      places: places.map(({ line, byte }) => {
        const key = `${byte} ${rule.field ?? ''}`
        return { line: lines.get(key) ?? line, column: columns.get(key) ?? columns.get(`${byte} `) ?? null }
      }),
    }))
    .sort((one, other) => Number(other.IsOperational) - Number(one.IsOperational))
}

/** The record as the reader gets it, with each finding at its field. */
export const recordNodeOf = (
  node: FileRecord,
  findings: readonly PlacedFinding[],
  disclosure: Disclosure,
  privacy: Ruleset['privacy'],
): RecordNode => {
  const here = findings.filter(({ byte }) => byte === node.byte)
  const codesAt = (field: string | null): string[] => [
    ...new Set(here.filter(({ rule }) => rule.field === field).map(({ rule }) => rule.code)),
  ]
  const fields = node.fields.map(({ value, ...field }) => ({
    ...field,
    value: disclosure.show(value, [privacy.fieldClass(node.name, field.name)]),
    rules: codesAt(field.name),
  }))
  const missing = [...new Set(here.map(({ rule }) => rule.field))].filter(
    field => field !== null && !node.fields.some(({ name }) => name === field),
  )
  return {
    name: node.name,
    line: node.line,
    column: node.column,
    fields: [
      ...fields,
      ...missing.map(name => ({
        name: name ?? '',
        value: disclosure.show(null, [privacy.fieldClass(node.name, name ?? '')]),
        line: node.line,
        column: node.column,
        rules: codesAt(name),
      })),
    ],
    rules: codesAt(null),
    children: node.children.map(child => recordNodeOf(child, findings, disclosure, privacy)),
  }
}
