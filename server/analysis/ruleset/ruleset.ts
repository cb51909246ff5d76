import type { MeasuredChange } from '../../../src/domain/allowance.ts'
import type { GuidanceBlock } from '../../../src/domain/guidance.ts'
import type { RecordDescription } from '../../../src/domain/record.ts'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import type { EntityTable } from '../tables.ts'
import type { DeliveryFile } from './deliveryFile.ts'
import type { Classes, RecordPrivacy } from './fieldClasses.ts'
import type { CodeLabels } from './finding.ts'
import type {
  DerivedExample,
  ExampleRow,
  ListingFile,
  ManifestFile,
  ReportFile,
  RuleExample,
  ShadingRule,
} from './model.ts'
import type { RecordTreatment } from './treatment.ts'

/** Where a part of the ruleset was written, for messages. */
export interface Origin {
  file: string
  lineOf: (path: readonly PropertyKey[]) => number
}

/** Tolerance of a rule for one regulator. `country` is that of the providers it counts for; null for a specialist regulator. */
export interface RuleRegulator {
  regulatorCode: string
  country: string | null
  isPrimary: boolean
  category: string
  tolerance: Tolerance
}

export interface NamedSql {
  name: string
  sql: string
}

/** A value that is shown of a record, with the classes of what it tells. */
export interface ShownColumn extends NamedSql {
  classes: Classes
}

export interface Rule extends Origin {
  /** Whole code with version, as `QR.STUDENT.Student.BIRTHDTE.902.V01`. */
  code: string
  /** The fault in a few words. */
  name: string
  /** What must be true. */
  requirement: string
  /** What is wrong with one record, with {NAME} for each value; null in rulesets that earlier releases published. */
  finding: string | null
  /** How to correct it. */
  hint: string | null
  guidanceUrl: string
  /** Why the rule exists, common causes, what to do; null if the ruleset has no guidance for it. */
  guidance: readonly GuidanceBlock[] | null
  entity: string
  /** The field of the entity that the rule is about, as its code names it; null where it is about the record as a whole. */
  field: string | null
  kind: 'operational' | 'quality'
  regulators: readonly RuleRegulator[]
  /** Names of the record's keys, outermost first, and of the values shown beside a failure. */
  keyNames: readonly string[]
  detailNames: readonly string[]
  /** Classes of each of them, in the same order. */
  keyClasses: readonly Classes[]
  detailClasses: readonly Classes[]
  /** Labels of the codes of each value beside a failure; null for values that are not codes. */
  detailLabels: readonly (CodeLabels | null)[]
  /** What it tells of a record that the rule finds it at fault. */
  recordClasses: Classes
  /** Fields of the record by which it decides, as `Entity.FIELD`, also by way of derived fields and functions. */
  fieldsRead: readonly string[]
  /** As the ruleset writes it: which records it looks at, and which of them fail, or the percentage that it measures. */
  condition: { population: string; fails: string }
  /** What a rule that compares whole files holds against each other; null for every other rule. */
  measure: { of: string; change: MeasuredChange } | null
  /** One row: populationCount, failureCount, measuredPercent; of a rule that compares files measuredNow, measuredBefore too. */
  countSql: string
  /**
   * The rows that it looks through, as SQL, where rules that look through the same may be counted in one go: its conditions read
   * nothing but a row. Null for others.
   */
  rowsSql: string | null
  /** Numbers of the first rows at fault, for `nameFailing`. Null for a rule that measures the whole return. */
  failingSql: string | null
  /** The rows that `nameFailing` was given as they are shown: row, line, byte, keys, details. Null as above. */
  failuresSql: string | null
  /**
   * What `failingSql` and `failuresSql` give, by one query that joins all that is shown to every row. Null where a name could be of
   * several tables then. Nobody refuses a ruleset for it: where it does not bind, the other two are used.
   */
  failuresAtOnceSql: string | null
  /**
   * `countSql` and `failingSql` of the rows that `nameRows` was given: counted part by part, a record of any size needs no more
   * memory than its parts. Null as above.
   */
  inParts: { countSql: string; failingSql: string } | null
  derived: readonly string[]
  examples: readonly RuleExample[]
}

export interface DerivedField extends Origin {
  name: string
  entity: string
  description: string
  published: boolean
  /** Value for one record of the entity, with the FROM clause that makes its names known. */
  sql: string
  from: string
  level: number
  derived: readonly string[]
  examples: readonly DerivedExample[]
}

/** A table that is derived as a whole, with one or more rows for each record of an entity. */
export interface DerivedEntity extends Origin {
  name: string
  entity: string
  description: string
  published: boolean
  columns: readonly string[]
  rows: string
  level: number
  derived: readonly string[]
  examples: readonly DerivedExample[]
}

export interface CredibilityReportDefinition extends Origin, Omit<ReportFile, 'shading' | 'drilldown'> {
  shadingRules: readonly ShadingRule[]
  from: string
  drilldownFrom: string
  drilldownColumns: readonly ShownColumn[]
  /** What it tells of a record that it is counted in a cell. */
  recordClasses: Classes
}

/** A code list of the ruleset; the table `list.<name>` in SQL. */
export interface CodeList {
  name: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface ListingDefinition extends Origin, Omit<ListingFile, 'tabs'> {
  /** `recordClasses`: what its rows tell. */
  tabs: readonly (ListingFile['tabs'][number] & { recordClasses: Classes })[]
}

export interface Ruleset {
  version: string
  record: RecordDescription
  folder: string
  /** Folder of the ruleset that this one is with differences; null where it stands alone. */
  baseFolder: string | null
  lists: readonly CodeList[]
  tables: readonly EntityTable[]
  manifest: ManifestFile
  manifestOrigin: Origin
  privacy: RecordPrivacy
  /** What becomes of each field when the record is pseudonymised; undefined where the ruleset does not say. */
  pseudonymisation: RecordTreatment | undefined
  /** The files that are delivered of a record, in their order. */
  delivery: readonly DeliveryFile[]
  /** Codes of the levels of study by which a delivery may choose its rows, with their names. */
  levels: readonly { code: string; label: string }[]
  rules: readonly Rule[]
  derivedFields: readonly DerivedField[]
  derivedEntities: readonly DerivedEntity[]
  reports: readonly CredibilityReportDefinition[]
  listings: readonly ListingDefinition[]
  exampleRecord: Readonly<Record<string, ExampleRow[]>>
}
