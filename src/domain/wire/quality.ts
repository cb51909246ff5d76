import * as z from 'zod/mini'
import { measuredChanges } from '../allowance.ts'
import { guidanceBlock } from '../guidance.ts'
import { recordChanges, reportGroupings, reportSortKeys, ruleStatuses } from '../qualityReport.ts'
import { standings } from '../ruleStanding.ts'
import { type Call, call } from './call.ts'
import {
  flag,
  instant,
  instId,
  limit,
  limitOrAll,
  offset,
  pagingMetadata,
  searchText,
  several,
  uuid,
} from './common.ts'
import { issueReference } from './issueList.ts'

/** A record by name and keys, inside another (specification 2 §3 "nesting of name, ids, parent"). */
const recordPlace = z.object({
  name: z.string(),
  ids: z.readonly(z.array(z.object({ field: z.string(), value: z.string() }))),
  get parent(): z.ZodMiniNullable<typeof recordPlace> {
    return enclosingRecord
  },
})
const enclosingRecord = z.nullable(recordPlace)
z.globalRegistry.add(enclosingRecord, { id: 'EnclosingRecord' })
export type RecordPlace = z.output<typeof recordPlace>

/** Position from 1, in code points. */
export const wrongCharacter = z.object({ position: z.number(), character: z.string() })

export const schemaFailure = z.object({
  LineNumber: z.number(),
  Column: z.number(),
  Code: z.string(),
  Error: z.string(),
  Details: z.object({
    ...recordPlace.shape,
    path: z.string(),
    value: z.nullable(z.string()),
    expected: z.nullable(z.string()),
    /** The first character of the value that is not allowed at its position; absent if there is none, or it is withheld. */
    wrong: z.optional(wrongCharacter),
    /** What the author probably meant, from a fixed list; the schema allows it. */
    suggestion: z.optional(z.string()),
  }),
})
export type SchemaFailure = z.output<typeof schemaFailure>

/** Schema errors with one code at one field, counted over the whole file. */
export const schemaFailureGroup = z.object({
  code: z.string(),
  /** Names of the records and the field, joined by `/`; empty for the file as a whole, or for errors that are only counted. */
  place: z.string(),
  count: z.number(),
  /** Where the first of them are; empty if that is withheld. */
  places: z.array(z.object({ line: z.number(), column: z.number() })),
  /** Characters that are not allowed, and how often each is the first one in a value. */
  characters: z.array(z.object({ character: z.string(), count: z.number() })),
  /** The first of them; null if it is withheld. */
  example: z.nullable(schemaFailure),
})
export type SchemaFailureGroup = z.output<typeof schemaFailureGroup>

/** A call about a live submission and, under `/submissions/ovt`, the same one about a file of online validation (decisions §12). */
// @__NO_SIDE_EFFECTS__
const forBoth = <const Path extends string, const C extends Omit<Call, 'path' | 'permission'>>(
  path: Path,
  permission: Call['permission'],
  ovtPermission: Call['permission'],
  rest: C,
) =>
  [
    call({ ...rest, path: `/submissions/{id}/${path}`, permission }),
    call({ ...rest, path: `/submissions/ovt/{id}/${path}`, permission: ovtPermission }),
  ] as const

/** Also lists the findings of the right-to-process check, when it was that check that failed. */
export const [listSchemaChecks, listOvtSchemaChecks] = forBoth(
  'schemachecks',
  'collections.reports',
  'online-validation.processing-ovt',
  {
    method: 'GET',
    summary:
      'What the schema check, or the right-to-process check, found; all of it as CSV. In the place of a value that is withheld stands why.',
    query: z.object({ instId: z.optional(instId), limit, offset }),
    response: z.object({
      schemaChecks: z.array(schemaFailure),
      /** All errors of the file by field and code, the most frequent first. */
      groups: z.array(schemaFailureGroup),
      /** Why findings about single records are left out of the list; they are counted all the same. */
      withheld: z.optional(z.string()),
      pagingMetadata,
    }),
    produces: ['text/csv'],
  },
)

const upload = z.object({ submissionId: uuid, uploadedDate: instant })
const comparedUpload = z.extend(upload, { fileName: z.string() })

const tolerance = z.object({
  toleranceTypeId: z.number(),
  toleranceFrom: z.nullable(z.number()),
  toleranceTo: z.nullable(z.number()),
})

const qualityRuleFigures = {
  Status: z.enum(ruleStatuses),
  RegulatorCode: z.string(),
  RegulatorShortName: z.string(),
  ConjoinedTolerances: z.string(),
  Tolerances: z.array(tolerance),
  IsProviderToleranceOverride: z.boolean(),
  /** Between which percentages the rule is inside tolerance; null where any number is tolerated. */
  Allowed: z.nullable(z.object({ from: z.number(), to: z.number() })),
  PopulationCount: z.number(),
  FailureCount: z.number(),
  /** The rule is at fault and not the file: more records fail than it looks at. No percentage can be told. */
  IsRuleDefect: z.boolean(),
  /** Change in percent, for a rule that compares whole files; null for every other rule. */
  MeasuredPercent: z.nullable(z.number()),
  /** Whether that change is in percent or in points, or is what is missing; null where the result does not say. */
  MeasuredIn: z.nullable(z.enum(measuredChanges)),
  /** What was measured in this file and in the record before; absent or null if the result does not say. */
  MeasuredNow: z.optional(z.nullable(z.number())),
  MeasuredBefore: z.optional(z.nullable(z.number())),
  PrevPopulationCount: z.nullable(z.number()),
  PrevFailureCount: z.nullable(z.number()),
  PrevMeasuredPercent: z.nullable(z.number()),
  FailureChange: z.nullable(z.number()),
  /** Against the compared submission, for this regulator; in the row of a rule, of the rule as a whole. */
  Standing: z.nullable(z.enum(standings)),
  /** The issue of this rule and regulator; null where nobody has raised one, or the reader does not see it. */
  issue: z.nullable(issueReference),
}

/** Row of the quality report; Status 1 outside, 0 inside tolerance (specification 2 §2.9, §3). */
export const qualityRuleRow = z.object({
  Id: z.string(),
  Code: z.string(),
  Name: z.string(),
  /** Entity of the record that the rule is about. */
  Entity: z.string(),
  IsPrimary: z.boolean(),
  IsOperational: z.boolean(),
  ...qualityRuleFigures,
  /** What failed in each of `uploads`, in their order: failures, or percent where the rule compares whole files. */
  Trend: z.array(z.nullable(z.number())),
  GuidanceUrl: z.nullable(z.string()),
  specialistRegulators: z.array(z.object(qualityRuleFigures)),
})
export type QualityRuleRow = z.output<typeof qualityRuleRow>

const validationQuery = {
  instId: z.optional(instId),
  status: z.optional(z.enum(ruleStatuses)),
  /** Further filters, each once or several times. `issue` takes codes of statuses, NONE for rules without an issue. */
  kind: several,
  standing: several,
  issue: several,
  entity: several,
  regulator: several,
  sortBy: z.optional(z.enum(reportSortKeys)),
  sortOrder: z.optional(z.enum(['ASC', 'DESC'])),
  grouping: z.optional(z.enum(reportGroupings)),
  searchTerm: searchText,
  hideUnchangedValues: flag,
  limit: limitOrAll,
  offset,
}

const qualityReport = z.object({
  validations: z.array(qualityRuleRow),
  /** The submission that the figures stand beside; null where there is none. */
  comparedWith: z.nullable(comparedUpload),
  /** The last submissions with results, this one last: what `Trend` is of. */
  uploads: z.array(upload),
  pagingMetadata,
})
export type QualityReport = z.output<typeof qualityReport>

export const [listValidations, listOvtValidations] = forBoth(
  'validations',
  'collections.reports',
  'online-validation.reports-ovt',
  {
    method: 'GET',
    summary:
      "The quality report; with `against=last` beside the provider's submission before it that has results.",
    query: z.object({ ...validationQuery, against: z.optional(z.enum(['last'])) }),
    response: qualityReport,
    produces: ['text/csv'],
  },
)

/** Something that is held against last year's file as a whole, over the years. */
const keyFigure = z.object({
  /** Code of the rule that measures it; null for the number of students. */
  code: z.nullable(z.string()),
  /** In words, as the rule names it. */
  of: z.string(),
  now: z.nullable(z.number()),
  /** Of the provider's last upload before this one that has results. */
  before: z.nullable(z.number()),
  /** Of the submission with which the year before was signed off. */
  lastYear: z.nullable(z.number()),
})
export type KeyFigure = z.output<typeof keyFigure>

export const getKeyFigures = call({
  method: 'GET',
  path: '/submissions/{id}/key-figures',
  summary:
    "Students, and the figures of the whole file whose growth a rule measures (as its FTE), beside the last upload and last year's signed-off submission.",
  permission: 'collections.reports',
  query: z.object({ instId: z.optional(instId) }),
  response: z.object({
    /** Null where the provider has signed off no submission of the year before. */
    lastYear: z.nullable(z.object({ submissionId: uuid, collectionName: z.string() })),
    students: keyFigure,
    measured: z.array(keyFigure),
  }),
})

export const compareValidations = call({
  method: 'GET',
  path: '/submissions/{id}/validations/compare/{previousId}',
  summary:
    "The quality report beside that of a previous submission, or of the one with which last year's collection was signed off.",
  permission: 'collections.reports',
  query: z.object(validationQuery),
  response: qualityReport,
  produces: ['text/csv'],
})

/** A record that fails a rule. */
const failingRecord = z.object({
  RowIdentifier: z.string(),
  LineNumber: z.nullable(z.number()),
  /** Number of the student to whom the record belongs, for its page; null where it belongs to none. */
  Student: z.nullable(z.number()),
  /** What is wrong with it, with its values; null under a ruleset that has no findings. */
  Finding: z.nullable(z.string()),
  Details: z.array(z.object({ Name: z.string(), Value: z.nullable(z.string()) })),
})

/** Results of one rule: a page of failing records (specification 2 §2.10, §3 "Quality rule detail"). */
export const qualityRuleDetail = z.object({
  Code: z.string(),
  Name: z.string(),
  Population: z.number(),
  Failures: z.number(),
  /** The rule is at fault and not the file: more records fail than it looks at. No percentage can be told. */
  IsRuleDefect: z.boolean(),
  Regulator: z.object({ code: z.string(), name: z.string(), shortName: z.string() }),
  Tolerance: z.string(),
  Status: z.enum(['0', '1']),
  /** `file`: the rule compares the file as a whole with the record before, so no single record fails it. */
  Measures: z.enum(['records', 'file']),
  /** Change of what such a rule measures, in percent; null for other rules and where there is no record before. */
  MeasuredPercent: z.nullable(z.number()),
  /** The figures that such a rule compares, of this file and of the record before; null where they are not known. */
  Compared: z.nullable(
    z.object({
      of: z.string(),
      change: z.enum(measuredChanges),
      now: z.nullable(z.number()),
      before: z.nullable(z.number()),
    }),
  ),
  /** What is wrong with the file as a whole; null for other rules, and inside tolerance. */
  Finding: z.nullable(z.string()),
  /** Between which percentages the rule is inside tolerance; null where any number is tolerated. */
  Allowed: z.nullable(z.object({ from: z.number(), to: z.number() })),
  /** The last submissions with results, this one last, with what failed in each. */
  Uploads: z.array(z.extend(upload, { Failed: z.nullable(z.number()) })),
  /** Values of each record, in the order of its Details. */
  Columns: z.array(
    z.object({
      Name: z.string(),
      Kind: z.enum(['identifier', 'value']),
      /** Whether the rule is about this field. */
      IsAtFault: z.boolean(),
      /** Whether the reader may search and sort by it. */
      IsOpen: z.boolean(),
    }),
  ),
  /** Why no record is listed, where those that fail are not for this reader. */
  withheld: z.optional(z.string()),
  results: z.array(failingRecord),
  validation: z.object({
    /** What must be true. */
    Description: z.string(),
    /** How to correct a record; null if the ruleset has none. */
    Hint: z.nullable(z.string()),
    GuidanceUrl: z.nullable(z.string()),
    Version: z.string(),
    /** Why the rule exists, common causes, what to do; null if the ruleset has no guidance for it. */
    Guidance: z.nullable(z.array(guidanceBlock)),
    /** The rule in SQL: which records it looks at, and which of them fail or what it measures. */
    Sql: z.object({ population: z.string(), fails: z.string() }),
    /** Records that the ruleset's authors made to show it: what each sets, and what the rule says of it. */
    Examples: z.array(
      z.object({
        says: z.enum(['passes', 'fails', 'outside', 'measures']),
        sets: z.string(),
        because: z.string(),
      }),
    ),
  }),
  pagingMetadata,
})
export type QualityRuleDetail = z.output<typeof qualityRuleDetail>

/** What has become of the failing records of a rule since the last upload. */
const changedRecords = z.object({
  /** Null where there is no earlier upload with results. */
  comparedWith: z.nullable(comparedUpload),
  /** Why no record is listed, where those that fail are not for this reader. */
  withheld: z.optional(z.string()),
  counts: z.object({ new: z.number(), still: z.number(), mended: z.number() }),
  /** Of mended ones, lines are those of the earlier file. */
  results: z.array(failingRecord),
  pagingMetadata,
})
export type ChangedRecords = z.output<typeof changedRecords>

export const getRecordChanges = call({
  method: 'GET',
  path: '/submissions/{id}/validations/{validationId}/changes',
  summary:
    'Which failing records of a rule are new since the last upload with results, still there, or mended: how many, and a page of one kind; all of them as CSV. Whoever reads counts only is refused.',
  permission: 'collections.reports',
  query: z.object({ instId: z.optional(instId), kind: z.optional(z.enum(recordChanges)), limit, offset }),
  response: changedRecords,
  produces: ['text/csv'],
})

export const [getValidation, getOvtValidation] = forBoth(
  'validations/{validationId}',
  'collections.reports',
  'online-validation.reports-ovt',
  {
    method: 'GET',
    summary:
      'One rule with a page of the records that fail it; all of them as CSV, or the address of that file. Records are personal data: who reads counts only is refused, and in the place of a value that is withheld stands why.',
    query: z.object({
      instId: z.optional(instId),
      limit,
      offset,
      regulator: z.optional(z.string()),
      search: searchText,
      /** `line`, or the number of a column from 0; in the order of the file without. */
      sortBy: z.optional(z.string().check(z.regex(/^(line|\d{1,3})$/))),
      sortOrder: z.optional(z.enum(['ASC', 'DESC'])),
    }),
    response: qualityRuleDetail,
    produces: ['text/csv', 'text/uri-list'],
  },
)

/** Rules by whether what fails them is within what is tolerated. */
const toleranceCounts = { insideTolerance: z.number(), outsideTolerance: z.number() }

export const [getSummary, getOvtSummary] = forBoth(
  'summary',
  'collections.reports',
  'online-validation.reports-ovt',
  {
    method: 'GET',
    summary: 'Rows of the quality-assurance summary.',
    query: z.object({ instId: z.optional(instId) }),
    response: z.object({
      header: z.string(),
      ...toleranceCounts,
      credibilityIssues: z.number(),
    }),
  },
)

export const [getFailureSummaryTable, getOvtFailureSummaryTable] = forBoth(
  'failure-summary-table',
  'collections.reports',
  'online-validation.reports-ovt',
  {
    method: 'GET',
    summary: 'Rules outside and inside tolerance by regulator.',
    query: z.object({ instId: z.optional(instId) }),
    response: z.object({ rows: z.array(z.object({ header: z.string(), ...toleranceCounts })) }),
  },
)
