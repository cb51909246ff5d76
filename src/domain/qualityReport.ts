import { inNumberedOrder } from '../messages/order.ts'
import type { Standing } from './ruleStanding.ts'
import { isOutsideRow, toleranceTypes } from './tolerance.ts'

/*
 * The quality report as people look through it (specification 2 §2.9): what can be filtered, how many rules each filter would
 * leave, in which order and groups they stand. Server and browser use the same functions, so a download holds what is in
 * sight; so TanStack's models, which the server does not have, are not used for it
 * (docs/decisions/0088-table-models.md).
 */

/** Filters of the report that offer values with counts. */
export const facets = ['status', 'kind', 'standing', 'issue', 'entity', 'regulator'] as const
export type Facet = (typeof facets)[number]

/** Chosen values of each facet; none means all. */
export type ChosenFacets = Readonly<Partial<Record<Facet, readonly string[]>>>

export const ruleStatuses = ['1', '0'] as const
/** 1 outside, 0 inside tolerance, as the calls have it. */
export type RuleStatus = (typeof ruleStatuses)[number]

interface Figures {
  Status: RuleStatus
  RegulatorCode: string
  RegulatorShortName: string
  ConjoinedTolerances: string
  PopulationCount: number
  FailureCount: number
  PrevPopulationCount: number | null
  FailureChange: number | null
  issue: { status: { code: string } } | null
  /** Change in percent, of a rule that measures the whole file. */
  MeasuredPercent?: number | null | undefined
  Tolerances?: readonly { toleranceTypeId: number }[] | undefined
}

/** What is looked at of a rule of the report. */
export interface ReportedRule extends Figures {
  Code: string
  Name: string
  Entity: string
  IsOperational: boolean
  /** Against the upload that the report is compared with; null without one. */
  Standing: Standing | null
  specialistRegulators: readonly Figures[]
}

/** The part of a report that a download holds: one status, or all. */
const reportPart = (statuses: readonly string[]): 'all' | 'inside' | 'outside' => {
  const status = statuses.length === 1 ? ruleStatuses.find(one => one === statuses[0]) : undefined
  if (status === undefined) return 'all'
  return isOutsideRow({ Status: status }) ? 'outside' : 'inside'
}

/**
 * File name of the results as CSV (specification 2 §7.6): QualityRuleReport.{id}.{inside|outside|all}.{timestamp}.csv, and of a
 * comparison QualityRuleComparison with the id of the earlier submission too. The timestamp is of UTC, in digits alone.
 */
export const reportFileName = (
  submissionId: string,
  report: { statuses: readonly string[]; comparedWith: string | undefined },
  at: Date,
): string => {
  const timestamp = at.toISOString().replace(/\D/g, '').slice(0, 14)
  const part = reportPart(report.statuses)
  return report.comparedWith === undefined
    ? `QualityRuleReport.${submissionId}.${part}.${timestamp}.csv`
    : `QualityRuleComparison.${submissionId}.${report.comparedWith}.${part}.${timestamp}.csv`
}

/** Among the values of the facet `standing`: the compared submission has no result of the rule. With it they add up to all rules. */
export const noStanding = 'NONE'

/** Stands for the rules without an issue among the values of the facet `issue`. */
export const noIssue = 'NONE'

const figuresOf = (rule: ReportedRule): readonly Figures[] => [rule, ...rule.specialistRegulators]

const isAmong = (chosen: readonly string[] | undefined, value: string): boolean =>
  chosen === undefined || chosen.length === 0 || chosen.includes(value)

/** A rule is outside tolerance when it is for any of its regulators; so inside and outside add up to all rules. */
export const statusOfRule = (rule: ReportedRule): RuleStatus =>
  figuresOf(rule).some(isOutsideRow) ? '1' : '0'

const issuesOf = (rule: ReportedRule): string[] => {
  const codes = figuresOf(rule).flatMap(({ issue }) => (issue ? [issue.status.code] : []))
  return codes.length === 0 ? [noIssue] : codes
}

/**
 * The values that a rule has of a facet. Status and regulator belong together: with regulators chosen, the status is what the
 * rule has for these, so that the counts are those of the table by regulator.
 */
const valuesOf: Record<Facet, (rule: ReportedRule, chosen: ChosenFacets) => readonly string[]> = {
  status: (rule, { regulator }) =>
    regulator === undefined || regulator.length === 0
      ? [statusOfRule(rule)]
      : figuresOf(rule)
          .filter(({ RegulatorCode }) => regulator.includes(RegulatorCode))
          .map(({ Status }) => Status),
  kind: rule => [rule.IsOperational ? 'operational' : 'quality'],
  standing: rule => [rule.Standing ?? noStanding],
  issue: issuesOf,
  entity: rule => [rule.Entity],
  regulator: (rule, { status }) =>
    figuresOf(rule)
      .filter(({ Status }) => isAmong(status, Status))
      .map(({ RegulatorCode }) => RegulatorCode),
}

const hasValue = (rule: ReportedRule, facet: Facet, chosen: ChosenFacets): boolean => {
  const values = chosen[facet]
  if (values === undefined || values.length === 0) return true
  return valuesOf[facet](rule, chosen).some(value => values.includes(value))
}

/** A mended rule is inside tolerance, a new one outside: who chooses a standing chooses the status with it. */
const apart: Partial<Record<Facet, Facet>> = { status: 'standing', standing: 'status' }

/** The choice with these values of a facet: a status and a standing take each other's place. */
export const chooseFacet = (chosen: ChosenFacets, facet: Facet, values: readonly string[]): ChosenFacets => {
  const other = apart[facet]
  const next = { ...chosen, [facet]: values }
  return other !== undefined && values.length > 0 ? { ...next, [other]: [] } : next
}

export interface ReportFilter extends ChosenFacets {
  search?: string | undefined
  /** Leaves out the rules of which neither failures nor population differ from the compared upload. */
  hidesUnchanged?: boolean
}

const isUnchanged = (rule: ReportedRule): boolean =>
  figuresOf(rule).every(
    ({ FailureChange, PopulationCount, PrevPopulationCount }) =>
      FailureChange === 0 && PopulationCount === PrevPopulationCount,
  )

const isFound = (rule: ReportedRule, { search, hidesUnchanged }: ReportFilter): boolean => {
  const term = search?.trim().toLowerCase() ?? ''
  if (term !== '' && !`${rule.Code} ${rule.Name}`.toLowerCase().includes(term)) return false
  return !(hidesUnchanged && isUnchanged(rule))
}

/** The rules that the filter leaves. */
export const filterReport = <Rule extends ReportedRule>(
  rules: readonly Rule[],
  filter: ReportFilter,
): Rule[] =>
  rules.filter(rule => isFound(rule, filter) && facets.every(facet => hasValue(rule, facet, filter)))

/** How many rules each value of each facet would leave, with what is chosen of the others. */
export type FacetCounts = Readonly<Record<Facet, ReadonlyMap<string, number>>>

/**
 * The counts of the facets of a quality report. A facet's own choice is left out, so that its other values show what
 * choosing them would find.
 */
export const facetCounts = (rules: readonly ReportedRule[], filter: ReportFilter): FacetCounts => {
  const found = rules.filter(rule => isFound(rule, filter))
  const countsOf = (facet: Facet): Map<string, number> => {
    const others: ChosenFacets = { ...filter, [facet]: [], ...(apart[facet] && { [apart[facet]]: [] }) }
    const counts = new Map<string, number>()
    for (const rule of found) {
      if (!facets.every(one => hasValue(rule, one, others))) continue
      for (const value of new Set(valuesOf[facet](rule, others)))
        counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return counts
  }
  return {
    status: countsOf('status'),
    kind: countsOf('kind'),
    standing: countsOf('standing'),
    issue: countsOf('issue'),
    entity: countsOf('entity'),
    regulator: countsOf('regulator'),
  }
}

export const reportGroupings = ['kind', 'entity', 'none'] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** Rules that stand together in the report: `id` is the kind or the entity. */
export interface ReportGroup {
  id: string
  rules: number
  outside: number
}

/** Whether a rule measures the whole file, so that no single record fails it (decisions §15). */
export const isMeasured = ({ Tolerances = [] }: Pick<Figures, 'Tolerances'>): boolean =>
  Tolerances.some(({ toleranceTypeId }) => toleranceTypeId === toleranceTypes.range)

/** What blocks comes first, whether it counts records or measures the file. The report orders the groups by these names. */
const kindGroupOf = (rule: ReportedRule): 'operational' | 'quality' | 'qualityMeasured' => {
  if (rule.IsOperational) return 'operational'
  return isMeasured(rule) ? 'qualityMeasured' : 'quality'
}

/** The group of a rule in the report. */
export const groupIdOf = (rule: ReportedRule, grouping: ReportGrouping): string => {
  if (grouping === 'none') return ''
  return grouping === 'entity' ? rule.Entity : kindGroupOf(rule)
}

/** The groups of rules that are in sight, by their ids; rules in a `none` grouping have none. */
export const reportGroups = (
  rules: readonly ReportedRule[],
  grouping: ReportGrouping,
): ReadonlyMap<string, ReportGroup> => {
  const groups = new Map<string, ReportGroup>()
  if (grouping === 'none') return groups
  for (const rule of rules) {
    const id = groupIdOf(rule, grouping)
    const { rules: number, outside } = groups.get(id) ?? { rules: 0, outside: 0 }
    groups.set(id, { id, rules: number + 1, outside: outside + Number(statusOfRule(rule)) })
  }
  return groups
}

export const reportSortKeys = ['ID', 'STATUS', 'TOLERANCE', 'POPULATION', 'FAILURE'] as const
export type ReportSortKey = (typeof reportSortKeys)[number]

export interface ReportOrder {
  sortBy?: ReportSortKey | undefined
  sortOrder?: 'ASC' | 'DESC' | undefined
  /** Operational rules come before the others, entities in the order of their names. */
  grouping?: ReportGrouping | undefined
}

const compare: Record<ReportSortKey, (a: ReportedRule, b: ReportedRule) => number> = {
  ID: (a, b) => inNumberedOrder(a.Code, b.Code),
  STATUS: (a, b) => Number(statusOfRule(a)) - Number(statusOfRule(b)),
  TOLERANCE: (a, b) => inNumberedOrder(a.ConjoinedTolerances, b.ConjoinedTolerances),
  POPULATION: (a, b) => a.PopulationCount - b.PopulationCount,
  // A measured rule has no failures: it is ordered by how much it changed.
  FAILURE: (a, b) =>
    isMeasured(a) && isMeasured(b)
      ? Math.abs(a.MeasuredPercent ?? 0) - Math.abs(b.MeasuredPercent ?? 0)
      : a.FailureCount - b.FailureCount,
}

/** The rules in order, group by group: most failures first unless another order is asked for (specification 2 §9). */
export const orderReport = <Rule extends ReportedRule>(
  rules: readonly Rule[],
  { sortBy = 'FAILURE', sortOrder = 'DESC', grouping = 'none' }: ReportOrder,
): Rule[] => {
  const direction = sortOrder === 'ASC' ? 1 : -1
  return rules.toSorted(
    (a, b) =>
      inNumberedOrder(groupIdOf(a, grouping), groupIdOf(b, grouping)) ||
      direction * compare[sortBy](a, b) ||
      compare.ID(a, b),
  )
}

/** A page of the report; a limit of -1 means all of it. */
export const pageOfReport = <Rule>(
  rules: readonly Rule[],
  { limit, offset }: { limit: number; offset: number },
): Rule[] => (limit < 0 ? rules.slice(offset) : rules.slice(offset, offset + limit))

/** What a regulator sets: its rules, and those that are outside its tolerance. */
export interface RegulatorFigures {
  code: string
  shortName: string
  outside: number
  rules: number
  /** Of its rules those that another regulator sets as well; they count for both. */
  shared: number
}

/** The rules by regulator, the one with most rules first. */
export const regulatorFigures = (rules: readonly ReportedRule[]): RegulatorFigures[] => {
  const found = new Map<string, RegulatorFigures>()
  for (const rule of rules) {
    const all = figuresOf(rule)
    for (const { RegulatorCode: code, RegulatorShortName: shortName, Status } of all) {
      const known = found.get(code) ?? { code, shortName, outside: 0, rules: 0, shared: 0 }
      found.set(code, {
        ...known,
        outside: known.outside + Number(Status),
        rules: known.rules + 1,
        shared: known.shared + Number(all.length > 1),
      })
    }
  }
  return [...found.values()].sort((a, b) => b.rules - a.rules || inNumberedOrder(a.shortName, b.shortName))
}

/** What has become of a failing record since an earlier upload. */
export const recordChanges = ['new', 'still', 'mended'] as const
export type RecordChange = (typeof recordChanges)[number]
