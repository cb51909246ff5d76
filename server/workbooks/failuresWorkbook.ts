import type { Readable } from 'node:stream'
import { type Key, type MessageArguments, message } from '../../src/messages/message.ts'
import {
  type AnalysisSource,
  type FailingRule,
  type FailureValues,
  type FailureView,
  failingRules,
  failureValues,
} from '../analysis/index.ts'
import { inEnglish } from '../messages.ts'
import { type CellValue, rowsOfSheet, type Sheet, workbook } from './xlsx.ts'

/** What a workbook is of, for its first sheet. */
export interface WorkbookSubject {
  provider: string
  collection: string
  fileName: string
  submissionId: string
  /** Instants in ISO form. */
  uploaded: string
  made: string
  rulesetVersion: string
  /** The field and its value whose records it holds; undefined for all. */
  part?: { field: string; value: string | null }
}

/** What a workbook is made from. Values are withheld by the view; without rule codes it holds every rule. */
export interface WorkbookContent {
  source: AnalysisSource
  subject: WorkbookSubject
  ruleCodes: readonly string[] | undefined
  view: FailureView
  /** Told of the rows that are written, as they are. */
  onRows?: (count: number) => void
}

/** A workbook is kept for whoever may have it, so its words are in one language. */
const words = <K extends Key<'server'>>(code: K, ...values: MessageArguments<'server', K>): string =>
  inEnglish(message('server', code, ...values))

const widthOf = (heading: string): number => Math.min(40, Math.max(12, heading.length + 4))

/** Rules by entity, in the order in which entities first appear. */
const byEntity = (rules: readonly FailingRule[]): [string, FailingRule[]][] => [
  ...Map.groupBy(rules, ({ entity }) => entity),
]

const distinct = (names: readonly string[]): string[] => [...new Set(names)]

/**
 * Where the cells of a rule's records come from: for each column of the sheet the place among the values, or why it is
 * withheld; null where the rule shows no such value.
 */
const cellsOf = (
  { code, keyNames, detailNames }: FailingRule,
  names: readonly string[],
  view: FailureView,
): (number | string | null)[] => {
  const given = [...keyNames, ...detailNames]
  const reasons = view.reasons(code)
  return names.map(name => {
    const at = given.indexOf(name)
    return at < 0 ? null : (reasons[at] ?? at)
  })
}

/** The failing records of an entity: a row each, with a column for each identifier and for each value that a rule shows. */
const recordsSheet = (
  [entity, rules]: [string, readonly FailingRule[]],
  { source, view, onRows }: WorkbookContent,
  { from, to }: { from: number; to: number },
): Sheet => {
  const names = distinct([
    ...rules.flatMap(({ keyNames }) => keyNames),
    ...rules.flatMap(({ detailNames }) => detailNames),
  ])
  const cells = new Map(rules.map(rule => [rule, cellsOf(rule, names, view)]))
  const rowOf = ({ rule, line, values }: FailureValues): CellValue[] => [
    rule.code,
    view.nameOf(rule.code),
    view.findingOf(rule.code, values.slice(rule.keyNames.length)),
    line,
    ...(cells.get(rule) ?? []).map(cell => (typeof cell === 'number' ? (values[cell] ?? null) : cell)),
  ]
  return {
    name: entity,
    columns: [
      { heading: words('workbook.rule'), width: 42 },
      { heading: words('workbook.name'), width: 40 },
      { heading: words('workbook.finding'), width: 80 },
      { heading: words('workbook.line'), width: 10 },
      ...names.map(heading => ({ heading, width: widthOf(heading) })),
    ],
    rowCount: to - from,
    rows: async function* () {
      let at = 0
      for await (const failures of failureValues(source, rules)) {
        const rows = failures.slice(Math.max(0, from - at), Math.max(0, to - at)).map(rowOf)
        at += failures.length
        if (rows.length > 0) {
          onRows?.(rows.length)
          yield rows
        }
        if (at >= to) return
      }
    },
  }
}

/** The sheets of an entity: one, or as many as its records need. */
const sheetsOf = (
  group: [string, readonly FailingRule[]],
  content: WorkbookContent,
  most: number,
): Sheet[] => {
  const total = group[1].reduce((sum, { records }) => sum + records, 0)
  return Array.from({ length: Math.ceil(total / most) }, (_, at) =>
    recordsSheet(group, content, { from: at * most, to: Math.min(total, (at + 1) * most) }),
  )
}

const aboutSheet = (
  subject: WorkbookSubject,
  groups: readonly [string, readonly FailingRule[]][],
  withheld: readonly FailingRule[],
): Sheet => {
  const shown = groups.flatMap(([, rules]) => rules)
  const records = (rules: readonly FailingRule[]): number =>
    rules.reduce((sum, rule) => sum + rule.records, 0)
  const rows: CellValue[][] = [
    [words('workbook.about.provider'), subject.provider],
    [words('workbook.about.collection'), subject.collection],
    ...(subject.part
      ? [
          [
            words('workbook.about.part', { field: subject.part.field }),
            subject.part.value ?? words('workbook.noValue'),
          ],
        ]
      : []),
    [words('workbook.about.file'), subject.fileName],
    [words('workbook.about.submission'), subject.submissionId],
    [words('workbook.about.uploaded'), subject.uploaded],
    [words('workbook.about.made'), subject.made],
    [words('workbook.about.ruleset'), subject.rulesetVersion],
    [words('workbook.about.rules'), shown.length],
    [words('workbook.about.records'), records(shown)],
    ...groups.map(([entity, rules]): CellValue[] => [
      words('workbook.about.entity', { entity }),
      records(rules),
    ]),
    ...(withheld.length > 0 ? [[words('workbook.about.withheld'), withheld.length]] : []),
    [words('workbook.about.care'), words('workbook.about.careText')],
  ]
  return {
    name: words('workbook.about.name'),
    columns: [
      { heading: words('workbook.about.title'), width: 34 },
      { heading: '', width: 80 },
    ],
    rows: () => [rows],
  }
}

/** The rules in words, with how many records fail each; why those of one are withheld. */
const rulesSheet = (rules: readonly FailingRule[], { notice, nameOf, hintOf }: FailureView): Sheet => ({
  name: words('workbook.rules.name'),
  columns: [
    { heading: words('workbook.rule'), width: 42 },
    { heading: words('workbook.name'), width: 40 },
    { heading: words('workbook.requirement'), width: 100 },
    { heading: words('workbook.hint'), width: 80 },
    { heading: words('workbook.entity'), width: 26 },
    { heading: words('workbook.rules.records'), width: 12 },
    { heading: words('workbook.rules.note'), width: 50 },
  ],
  rowCount: rules.length,
  rows: () => [
    rules.map(({ code, requirement, entity, records }) => {
      const reason = notice(code)
      const counted = reason === undefined ? records : null
      return [code, nameOf(code), requirement, hintOf(code), entity, counted, reason ?? null]
    }),
  ],
})

/** The rules whose failing records a workbook is of, and their records that it holds. */
export const rulesOfWorkbook = async ({
  source,
  ruleCodes,
}: Pick<WorkbookContent, 'source' | 'ruleCodes'>): Promise<FailingRule[]> =>
  (await failingRules(source.failuresFolder)).filter(
    ({ code, records }) => records > 0 && (ruleCodes === undefined || ruleCodes.includes(code)),
  )

/**
 * A workbook of failing records, as a stream: what it is of, the rules in words, and a sheet for each entity. `most` rows fit
 * a sheet; an entity with more has several.
 */
export const failuresWorkbook = async (content: WorkbookContent, most = rowsOfSheet): Promise<Readable> => {
  const rules = await rulesOfWorkbook(content)
  const { notice } = content.view
  const given = byEntity(rules.filter(({ code }) => notice(code) === undefined))
  const withheld = rules.filter(({ code }) => notice(code) !== undefined)
  return workbook([
    aboutSheet(content.subject, given, withheld),
    rulesSheet(rules, content.view),
    ...given.flatMap(group => sheetsOf(group, content, most)),
  ])
}
