import { enteredPart } from '../../../src/domain/ruleConfiguration.ts'
import { isSameTolerance, type Tolerance, type TolerancePart } from '../../../src/domain/tolerance.ts'
import { type ToleranceRow, toleranceCells, toleranceColumns } from '../../../src/domain/toleranceTable.ts'
import type { BodyOf } from '../../../src/domain/wire/call.ts'
import type {
  changeSpecificationRule,
  changeTolerances,
  ToleranceWire,
} from '../../../src/domain/wire/specifications.ts'
import { message } from '../../../src/messages/message.ts'
import type { ConfiguredRule } from '../../specifications/index.ts'
import { invalidField } from '../problems.ts'

type Given = NonNullable<BodyOf<typeof changeSpecificationRule>['tolerances']>[number] & {
  /** Where it is in the body, if not in its place in the list. */
  field?: string
}

const wrongForm = () => invalidField('body.tolerances', message('specification', 'tolerance.form'))

const partOf = (current: TolerancePart, given: Given, field: string): TolerancePart => {
  const entered = enteredPart(current, given)
  if (entered.ok) return entered.part
  const { at, reason } = entered.fault
  throw at === 'form' ? wrongForm() : invalidField(`${field}.${at}`, reason)
}

/**
 * The tolerances of a rule with other values: kinds, conjunctions and regulators are the ruleset's, and every part of a
 * regulator that is named has to be there (decisions §10). A regulator that the ruleset names and the portal does not know has
 * nobody who would read it: its tolerance stays the ruleset's. Throws an invalid problem that names the field.
 */
export const changedTolerances = (
  { regulators }: ConfiguredRule,
  given: readonly Given[],
  isKnown: (regulatorCode: string) => boolean,
): { regulatorCode: string; tolerance: Tolerance }[] => {
  const places = given.map((one, at) => ({ field: `body.tolerances.${at}`, ...one }))
  const byRegulator = Map.groupBy(places, ({ regulatorCode }) => regulatorCode)
  if (byRegulator.size === 0) throw wrongForm()
  return [...byRegulator].flatMap(([regulatorCode, parts]) => {
    const current = regulators.find(one => one.regulatorCode === regulatorCode)?.tolerance
    if (!current || parts.length !== current.parts.length) throw wrongForm()
    const tolerance: Tolerance = {
      conjunction: current.conjunction,
      parts: current.parts.map((part, at) => {
        const own = parts.find(({ toleranceId }) => toleranceId === at + 1)
        if (!own || own.conjunction !== current.conjunction) throw wrongForm()
        return partOf(part, own, own.field)
      }),
    }
    if (isKnown(regulatorCode)) return [{ regulatorCode, tolerance }]
    if (isSameTolerance(tolerance, current)) return []
    const field = `${parts[0]?.field}.toleranceFrom`
    throw invalidField(field, message('specification', 'tolerance.unknownRegulator', { regulatorCode }))
  })
}

type Sent = BodyOf<typeof changeTolerances>['tolerances'][number]

/**
 * The tolerances of many rules with other values, rule by rule: parts that are not sent stay as they are. Throws an invalid
 * problem that names the field.
 */
export const changedTables = (
  rules: readonly ConfiguredRule[],
  sent: readonly Sent[],
  isKnown: (regulatorCode: string) => boolean,
): { ruleCode: string; tolerances: { regulatorCode: string; tolerance: Tolerance }[] }[] => {
  const placed = sent.map((one, at) => ({ ...one, field: `body.tolerances.${at}` }))
  return [...Map.groupBy(placed, ({ ruleCode }) => ruleCode)].flatMap(([ruleCode, ofRule]) => {
    const configured = rules.find(({ rule }) => rule.code === ruleCode)
    if (!configured)
      throw invalidField(`${ofRule[0]?.field}.ruleCode`, message('problems', 'noSpecificationRule'))
    const given = [...Map.groupBy(ofRule, ({ regulatorCode }) => regulatorCode)].flatMap(
      ([regulatorCode, own]) => {
        const current = configured.regulators.find(one => one.regulatorCode === regulatorCode)?.tolerance
        const places = new Set(own.map(({ toleranceId }) => toleranceId))
        if (!current || places.size < own.length || own.some(one => !current.parts[one.toleranceId - 1]))
          throw wrongForm()
        const { conjunction } = current
        return current.parts.map(({ type, from, to }, at): Given => {
          const kept = { regulatorCode, toleranceTypeId: type, toleranceFrom: from, toleranceTo: to }
          const { ruleCode: _, ...other } = own.find(one => one.toleranceId === at + 1) ?? {
            ruleCode,
            ...kept,
          }
          return { ...other, conjunction, toleranceId: at + 1 }
        })
      },
    )
    const tolerances = changedTolerances(configured, given, isKnown).filter(
      ({ regulatorCode, tolerance }) =>
        !configured.regulators.some(
          one => one.regulatorCode === regulatorCode && isSameTolerance(one.tolerance, tolerance),
        ),
    )
    return tolerances.length === 0 ? [] : [{ ruleCode, tolerances }]
  })
}

/** The rows of the table of a specification's tolerances, in the order of its rules. */
export const toleranceRows = (rules: readonly ConfiguredRule[]): ToleranceRow[] =>
  rules.flatMap(({ rule, regulators }) =>
    regulators.flatMap(({ regulatorCode, tolerance: { conjunction, parts } }, place) =>
      parts.map((value, at) => ({
        ruleCode: rule.code,
        name: rule.name,
        population: rule.condition.population,
        regulatorCode,
        part: at + 1,
        joined: parts.length > 1 ? conjunction : null,
        fallback: rule.regulators[place]?.tolerance.parts[at] ?? value,
        value,
      })),
    ),
  )

/** Rows as the browser reads them, with the names of regulators and how their rules measure. */
export const tolerancesWire = (
  rows: readonly ToleranceRow[],
  {
    regulators,
    measuredIn,
  }: {
    regulators: readonly { code: string; short_name: string }[]
    measuredIn: (ruleCode: string) => ToleranceWire['measuredIn']
  },
): ToleranceWire[] => {
  const names = new Map(regulators.map(({ code, short_name }) => [code, short_name]))
  return rows.map(({ ruleCode, name, population, regulatorCode, part, joined, fallback, value }) => ({
    ruleCode,
    name,
    population,
    regulatorCode,
    shortName: names.get(regulatorCode) ?? regulatorCode,
    toleranceId: part,
    toleranceTypeId: value.type,
    joined,
    measuredIn: measuredIn(ruleCode),
    fallback: { from: fallback.from, to: fallback.to },
    value: { from: value.from, to: value.to },
  }))
}

/** The table as a sheet of a workbook, which can be imported again. */
export const toleranceSheet = (name: string, rows: readonly ToleranceRow[]) => ({
  name,
  columns: toleranceColumns.map(heading => ({
    heading,
    width: heading === 'rule' || heading === 'name' || heading === 'population' ? 40 : 12,
  })),
  rowCount: rows.length,
  rows: () => [rows.map(toleranceCells)],
})
