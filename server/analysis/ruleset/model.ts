import { z } from 'zod'
import { measuredChanges } from '../../../src/domain/allowance.ts'
import { limits } from '../../../src/domain/limits.ts'
import { type FieldClass, fieldClasses } from '../../../src/domain/privacy.ts'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import { parseTolerance } from './tolerance.ts'

/*
 * The files of a ruleset, as analysts write them. Every scalar is read as text (YAML's failsafe schema), so codes keep their
 * leading zeros without quotes; numbers and flags are converted here.
 */

const text = z.string().trim().min(1, 'Write a text here.')
const httpAddress = z
  .url({ protocol: /^https?$/, message: 'Write an address that begins with http:// or https://.' })
  .max(500)
const wholeNumber = z.string().regex(/^\d+$/, 'Write a whole number.').transform(Number)
const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'Write a number.')
  .transform(Number)
const flag = z.enum(['yes', 'no'], 'Write yes or no.').transform(value => value === 'yes')
const country = z.enum(['E', 'W', 'S', 'N'])
const tolerance = z.string().transform((value, context): Tolerance => {
  const parsed = parseTolerance(value)
  if (parsed) return parsed
  context.addIssue({
    code: 'custom',
    message: `"${value}" is not a tolerance. Write it like 0%, 5 records, 0 records and 20%, 5 records or 10%, -10% to 10%, -10 to 10 points.`,
  })
  return z.NEVER
})

/** A row of an example: field → text, or child entity → rows. */
export interface ExampleRow {
  [name: string]: string | ExampleRow[]
}
const exampleRow: z.ZodType<ExampleRow> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), z.array(exampleRow)])),
)

/** `Entity.FIELD: text` sets a field, `Entity: rows` replaces, `Entity: ''` removes, `+Entity: row` adds. */
const changes = z.record(z.string(), z.union([z.string(), exampleRow, z.array(exampleRow)]))
export type ExampleChanges = z.infer<typeof changes>

const because = text.optional()
const ruleExample = z
  .strictObject({
    passes: changes.optional(),
    fails: changes.optional(),
    outside: changes.optional(),
    measures: decimal.optional(),
    with: changes.optional(),
    count: wholeNumber.optional(),
    country: country.optional(),
    ukprn: text.optional(),
    because,
  })
  .refine(
    example =>
      [example.passes, example.fails, example.outside, example.measures].filter(part => part !== undefined)
        .length === 1,
    'An example has exactly one of passes, fails, outside and measures.',
  )
export type RuleExample = z.infer<typeof ruleExample>

const namedSql = z.union([text, z.record(z.string(), text)])

export const ruleFile = z
  .strictObject({
    code: text.regex(/^[A-Za-z]+(\.[A-Za-z0-9]+)+$/, 'Write the code as Entity.FIELD.nnn.'),
    version: z.string().regex(/^V\d{2}$/, 'Write the version as V01.'),
    /** The fault in three to six words: lists show it. */
    name: text.max(120),
    /** What must be true, in one sentence: what is said about the rule. */
    requirement: text.max(limits.ruleDescription).optional(),
    /** What is wrong with one record, with {NAME} for each value of its details. */
    finding: text.max(500).optional(),
    /** How to correct it. */
    hint: text.max(500).optional(),
    /** In place of requirement and finding, in rulesets that earlier releases published. */
    description: text.max(limits.ruleDescription).optional(),
    guidance: httpAddress.optional(),
    source: text.optional(),
    entity: text,
    kind: z.enum(['operational', 'quality']),
    population: text,
    failure: text.optional(),
    measure: z
      .strictObject({
        /** The two figures that are held against each other: of this file, and of the record before; `of` says what they are. */
        now: text,
        before: text,
        of: text,
        /** How they are: how much the figure has grown in percent or in points, or how much of it is missing. */
        change: z.enum(measuredChanges).default('percent'),
        /** What the tolerance is held against, and of how many records; without them, what the two figures and `change` give. */
        percent: text.optional(),
        records: text.optional(),
      })
      .refine(measure => measure.change !== 'points' || measure.records !== undefined, {
        message: 'With `change: points` write `records` as well: points do not give a number of records.',
        path: ['records'],
      })
      .optional(),
    details: z.array(namedSql).default([]),
    tolerance: z.union([
      tolerance.transform(everywhere => ({ everywhere, byCountry: {} })),
      z.partialRecord(country, tolerance).transform(byCountry => ({ everywhere: null, byCountry })),
    ]),
    specialist: z.record(z.string(), tolerance).optional(),
    category: text.optional(),
    examples: z.array(ruleExample).min(2, 'Give at least one record that passes and one that fails.'),
  })
  .refine(rule => (rule.failure === undefined) !== (rule.measure === undefined), {
    message: 'A rule has either failure (which records fail) or measure (a percentage held against a range).',
    path: ['failure'],
  })
  .superRefine(({ requirement, finding, hint, description }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (description !== undefined) {
      if ((requirement ?? finding ?? hint) !== undefined)
        issue('description', 'Remove it: requirement and finding replace it.')
      return
    }
    if (requirement === undefined) issue('requirement', 'Write what must be true, in one sentence.')
    if (finding === undefined) issue('finding', 'Write what is wrong with one record, in one sentence.')
  })
export type RuleFile = z.infer<typeof ruleFile>

const derivedExample = z.strictObject({
  with: changes.default({}),
  gives: z.union([z.string(), z.array(z.string())]),
  country: country.optional(),
  because,
})
export type DerivedExample = z.infer<typeof derivedExample>

export const derivedFile = z
  .strictObject({
    name: text.regex(/^Z_[A-Za-z0-9_]+$/, 'The name of a derived field begins with Z_.'),
    entity: text,
    description: text.max(2000),
    source: text.optional(),
    published: flag.default(true),
    sql: text.optional(),
    columns: z.array(text).optional(),
    rows: text.optional(),
    examples: z.array(derivedExample).min(1, 'Give at least one example.'),
  })
  .refine(
    field =>
      (field.sql === undefined) !== (field.rows === undefined) &&
      (field.rows === undefined) === (field.columns === undefined),
    {
      message: 'A derived field has sql (one value for each record); a derived entity has columns and rows.',
      path: ['sql'],
    },
  )
export type DerivedFile = z.infer<typeof derivedFile>

const axis = z.strictObject({
  label: text,
  value: text,
  /** Label of the row or column of records without a value; without one, "Not returned". */
  absent: text.optional(),
  /** code → label, in the order shown; values outside it come last under their own code. */
  codes: z.array(z.strictObject({ code: text, label: text })).default([]),
  total: flag.default(true),
})

const shading = z.strictObject({
  colour: z.enum(['Yellow', 'Salmon']),
  text: text,
  difference: decimal.optional(),
  percent: decimal.optional(),
  vanishesFrom: decimal.optional(),
})
export type ShadingRule = z.infer<typeof shading>

/** Labels of rows or columns by the values of a field: where the example record is counted then; '' for nowhere. */
const placesByValue = z.record(z.string(), z.record(z.string(), z.string()))

/** What a report makes of a small record, as its readers see it. */
const reportExample = z
  .strictObject({
    with: changes.default({}),
    country: country.optional(),
    /** Label of the row → label of the column → figure: all cells that are not nothing, and totals where they are named. */
    cells: z.record(z.string(), z.record(z.string(), z.string())).optional(),
    rows: placesByValue.optional(),
    columns: placesByValue.optional(),
    /** How a figure is shaded beside the one before. */
    colour: z.enum(['Clear', 'Yellow', 'Salmon']).optional(),
    before: decimal.optional(),
    now: decimal.optional(),
    because,
  })
  .refine(
    ({ cells, rows, columns, colour }) =>
      [cells, rows ?? columns, colour].filter(part => part !== undefined).length === 1,
    'An example has either cells, or rows and columns, or a colour.',
  )
  .refine(
    ({ colour, before, now }) => (colour === undefined) === (before === undefined || now === undefined),
    'A colour is that of a figure `now` beside the one `before`.',
  )
export type ReportExample = z.infer<typeof reportExample>

/** The rows of the tabs of a list: the columns that matter, in its order. */
const listingExample = z.strictObject({
  with: changes.default({}),
  country: country.optional(),
  tabs: z.record(z.string(), z.array(z.record(z.string(), z.string()))),
  because,
})
export type ListingExample = z.infer<typeof listingExample>

export const reportFile = z.strictObject({
  code: text.regex(/^[A-Z0-9]+$/),
  /** Without one it is an additional report that is counted and shown as the credibility reports are. */
  chapter: text.optional(),
  title: text,
  entity: text,
  population: text,
  rows: axis,
  columns: axis,
  /** Labels of columns whose figures no record gives yet. */
  blankColumns: z.array(text).default([]),
  measure: z.strictObject({
    kind: z.enum(['count', 'sum', 'mean', 'percent']),
    sql: text.optional(),
    decimals: wholeNumber.default(0),
    suffix: z.string().default(''),
  }),
  upperNotes: z.array(text).default([]),
  lowerNotes: z.array(text).default([]),
  details: text.optional(),
  whatToLookOutFor: text,
  tips: text.optional(),
  startExpanded: flag.default(false),
  shading: z.array(shading).optional(),
  drilldown: z.array(namedSql).default([]),
  /** Specialist regulators that see the report. */
  specialist: z.array(text).default([]),
  examples: z.array(reportExample).default([]),
})
export type ReportFile = z.infer<typeof reportFile>

/** Columns in the order of a list: nothing that the database would have to work out. */
const order =
  /^\w+(?: (?:asc|desc))?(?: nulls (?:first|last))?(?:, *\w+(?: (?:asc|desc))?(?: nulls (?:first|last))?)*$/i

export const listingFile = z.strictObject({
  code: text.regex(/^[A-Z0-9]+$/),
  title: text,
  details: text,
  /** Whether its tabs are files for a regulator, made with the report and kept as they are. */
  outputs: flag.default(false),
  tabs: z
    .array(
      z.strictObject({
        name: text,
        notes: z.array(text).default([]),
        /** Whether its rows are single records, which not everybody reads; counts otherwise. */
        records: flag.default(true),
        rows: text,
        order: text.regex(order, 'Write columns, each with its direction where it has one.'),
      }),
    )
    .min(1),
  examples: z.array(listingExample).default([]),
})
export type ListingFile = z.infer<typeof listingFile>

const header = z.strictObject({
  ukprn: text,
  collectionReference: text,
  /** What tells one unit of the record from another; in the brackets of its form the UKPRN that it carries. */
  identifier: text.optional(),
  identifierForm: text.optional(),
  engagement: text.optional(),
  onlyIn: z.record(z.string(), z.array(country)).optional(),
})

/** The record: earlier releases wrote its id alone. Without words, it has those of the entities that are counted. */
const record = z.preprocess(
  value => (typeof value === 'string' ? { id: value, name: value } : value),
  z.strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Write an id of small letters, as in the names of the folders.'),
    name: text.max(40),
    words: z.strictObject({ unit: text, units: text, sub: text, subs: text }).optional(),
  }),
)

/** Entities that are counted. Earlier releases called them students and engagements. */
const summary = z.preprocess(
  value => {
    const { students, engagements } = (value ?? {}) as Record<string, unknown>
    return students === undefined ? value : { units: students, subs: engagements }
  },
  z.strictObject({ units: text, subs: text.optional() }),
)

export const manifestFile = z.strictObject({
  version: text,
  record,
  schema: text,
  rulePrefix: text,
  guidance: httpAddress.optional(),
  regulators: z.partialRecord(country, text),
  specialists: z.array(text),
  header: header.optional(),
  /** Fields that tell one record from another, where they are others than the schema says. */
  keys: z.record(z.string(), z.array(text)).optional(),
  columns: z.strictObject({ date: z.array(text), number: z.array(text) }),
  links: z.array(
    z.strictObject({
      from: text,
      to: text,
      table: text.optional(),
      key: text.optional(),
      on: text.optional(),
    }),
  ),
  functions: z.record(
    z.string().regex(/^[a-z_0-9]+$/),
    z.strictObject({ parameters: z.array(text.regex(/^[a-z_]+$/)), description: text, sql: text }),
  ),
  chapters: z.array(z.strictObject({ id: text, name: text })),
  shading: z.array(shading),
  /** Entities that are counted in summaries. */
  summary: summary.optional(),
  /**
   * How people find a student: the field that names it, and those that are searched (`Entity.FIELD`, of the students' entity or
   * below it). Without it findings are not told by student.
   */
  students: z
    .strictObject({
      identifier: text,
      /** Fields of the students' entity that make a name, in order. */
      name: z.array(text).min(1).optional(),
      /** Field below the student that names its course, and the title of the course (`Entity.FIELD` each, joined by the field's name). */
      course: z
        .strictObject({
          of: text.regex(/^\w+\.\w+$/, 'Write Entity.FIELD.'),
          title: text.regex(/^\w+\.\w+$/, 'Write Entity.FIELD.'),
        })
        .optional(),
      search: z.array(text.regex(/^\w+\.\w+$/, 'Write Entity.FIELD.')).min(1),
    })
    .optional(),
  /** What the next year's record is compared with. */
  history: z
    .strictObject({
      table: text,
      columns: z.record(z.string(), text.regex(/^[A-Za-z]+$/, 'Write the name of a type.')),
      rows: text,
      /** Columns of the student's identifier and of the engagement's own, as the header has them. */
      engagement: z.tuple([text, text]).optional(),
    })
    .optional(),
  /**
   * Units that go to another provider: `rows` gives the two columns of the header's identifier and engagement, and DESTINATION (a
   * UKPRN); `table` is the name in SQL of what the submissions of others say of those that come from them (UKPRN and these columns; a row
   * without identifier for each that says nothing). `listing` is the list of them for people, and `destination` its column with the
   * UKPRN. `returned` gives those that the record says came from another provider: its UKPRN as PARTNER, and its own two columns.
   */
  transfers: z
    .strictObject({
      table: text,
      rows: text,
      listing: text,
      destination: text,
      returned: text.optional(),
    })
    .optional(),
  /** Collection and year of the reference period that every example pretends to be of. */
  exampleCollection: text,
  exampleYear: wholeNumber,
})
export type ManifestFile = z.infer<typeof manifestFile>

/**
 * Manifest of a ruleset that is another one (the folder beside it that `base` names) with differences: what it says itself
 * replaces the base's, files of the same name too, and the files in `without` are left out.
 */
export const supplementFile = manifestFile.partial().extend({
  base: text.regex(/^[\w.-]+$/, 'Write the name of a folder beside this one.'),
  without: z.array(text).default([]),
  version: text,
  schema: text,
})

/** What tells a supplement from a ruleset of its own, and what can be asked without reading the rest. */
export const baseFile = z.looseObject({
  base: z.string().optional(),
  version: text,
  schema: text,
  header: header.optional(),
})

/** What a manifest says of the record. */
export const describedFile = z.looseObject({
  base: z.string().optional(),
  without: z.array(z.string()).optional(),
  record: record.optional(),
  summary: summary.optional(),
  students: z.optional(z.unknown()),
  transfers: z.optional(z.unknown()),
})

const fieldNames = z.array(text).optional()
/** Classes of the fields of the record: entity → class → fields. */
export const privacyFile = z.record(
  z.string(),
  z.strictObject(
    Object.fromEntries(fieldClasses.map(one => [one, fieldNames])) as Record<FieldClass, typeof fieldNames>,
  ),
)

/** Forms that identifiers of people and things keep when they are replaced. */
export const identifierForms = ['text', 'sid', 'uln'] as const
export type IdentifierForm = (typeof identifierForms)[number]

/** What is left of a value that is made less exact. */
export const generalisations = ['year', 'postcodeArea'] as const
export type Generalisation = (typeof generalisations)[number]

/** What becomes of each field when a record is pseudonymised: entity → treatment → fields. */
export const pseudonymisationFile = z.strictObject({
  /** Form of each kind of identifier. */
  identifiers: z.record(text, z.enum(identifierForms)),
  words: z.record(text, z.array(z.string().regex(/^[A-Za-z]+$/, 'Write words of letters.')).min(1)),
  fields: z.record(
    z.string(),
    z.strictObject({
      keep: fieldNames,
      drop: fieldNames,
      /** Kind of identifier of each field. */
      pseudonym: z.record(text, text).optional(),
      renumber: fieldNames,
      generalise: z.record(text, z.enum(generalisations)).optional(),
      /** List of words of each field. */
      words: z.record(text, text).optional(),
    }),
  ),
})

/** A field with its entity, or a name that the manifest links to one. */
const qualified = z.string().regex(/^\w+\.\w+$/, 'Write Entity.FIELD.')

/** The files that are delivered of a record, in their order. */
export const deliveryFile = z.strictObject({
  /** The derived field that says of which level of study a record is, and its codes with their names. */
  level: z
    .strictObject({ field: qualified, codes: z.array(z.strictObject({ code: text, label: text })) })
    .optional(),
  files: z.record(
    z.string().regex(/^[A-Za-z]+$/, 'Write a name of letters.'),
    z.strictObject({
      entity: text,
      key: z.array(qualified).min(1),
      merge: z.array(text).min(1),
      /** What of which there is a row for each, where several stand beside one record of the entity. */
      each: text.optional(),
    }),
  ),
})

/** The record that every example changes: entity → rows, children nested. */
export const exampleRecordFile = z.record(z.string(), z.array(exampleRow))
