import { z } from 'zod'
import { measuredChanges } from '../../../src/domain/allowance.ts'
import { limits } from '../../../src/domain/limits.ts'
import { type FieldClass, fieldClasses } from '../../../src/domain/privacy.ts'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import { parseTolerance } from './tolerance.ts'

/*
 * The files of a ruleset, as analysts write them. Every scalar is read as text (YAML's failsafe schema), so codes keep their
 * leading zeros without quotes; numbers and flags are converted here. The descriptions are those of the JSON Schemas in
 * `rulesets/schema` and of the tables in `rulesets/README.md` (`npm run ruleset -- schema` writes both).
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
const exampleRow: z.ZodType<ExampleRow> = z
  .lazy(() => z.record(z.string(), z.union([z.string(), z.array(exampleRow)])))
  .meta({ id: 'row', description: 'A row: each field with its value, or a child entity with its rows.' })

const changes = z.record(z.string(), z.union([z.string(), exampleRow, z.array(exampleRow)])).meta({
  id: 'changes',
  description:
    "Changes to the example record: `Entity.FIELD: value` sets, `Entity: [rows]` replaces, `Entity: ''` removes, `+Entity: row` adds.",
})
export type ExampleChanges = z.infer<typeof changes>

const because = text.optional().describe('Why the example gives this result.')
const exampleCountry = country.optional().describe('Country of the provider; England if absent.')
const ruleExample = z
  .strictObject({
    passes: changes.optional().describe('Changes after which records are checked and none fails.'),
    fails: changes.optional().describe('Changes after which records fail.'),
    outside: changes.optional().describe('Changes after which the rule checks no record.'),
    measures: decimal.optional().describe('Percentage that a rule with `measure` gives.'),
    with: changes.optional().describe('Changes for `measures`.'),
    count: wholeNumber.optional().describe('Number of failures with `fails`; 1 if absent.'),
    country: exampleCountry,
    ukprn: text.optional().describe('UKPRN of the provider.'),
    because,
  })
  .refine(
    example =>
      [example.passes, example.fails, example.outside, example.measures].filter(part => part !== undefined)
        .length === 1,
    'An example has exactly one of passes, fails, outside and measures.',
  )
export type RuleExample = z.infer<typeof ruleExample>

const namedSql = z
  .union([text, z.record(z.string(), text)])
  .describe('`Entity.FIELD`, or `NAME: sql` for any other value.')

export const ruleFile = z
  .strictObject({
    code: text
      .regex(/^[A-Za-z]+(\.[A-Za-z0-9]+)+$/, 'Write the code as Entity.FIELD.nnn.')
      .describe('Code as `Entity.FIELD.nnn`. The file is named `<code>.<version>.yaml`.'),
    version: z
      .string()
      .regex(/^V\d{2}$/, 'Write the version as V01.')
      .describe('Version of the rule, as `V01`.'),
    name: text.max(120).describe('The fault in three to six words. Lists show it.'),
    requirement: text.max(limits.ruleDescription).optional().describe('What must be true, in one sentence.'),
    finding: text
      .max(500)
      .optional()
      .describe('What is wrong with one record, with `{NAME}` for each value of `details`.'),
    hint: text.max(500).optional().describe('How to correct a record.'),
    description: text
      .max(limits.ruleDescription)
      .optional()
      .describe('Only in rulesets of earlier releases. Write `requirement` and `finding`.'),
    guidance: httpAddress.optional().describe('Web address of guidance; that of the manifest if absent.'),
    source: text.optional().describe('Where the rule comes from. Nobody is shown it.'),
    entity: text.describe('Entity whose records are counted.'),
    kind: z
      .enum(['operational', 'quality'])
      .describe('An operational rule that is outside tolerance blocks submitting.'),
    population: text.describe('SQL condition: which records are checked.'),
    failure: text.optional().describe('SQL condition: which of them fail.'),
    measure: z
      .strictObject({
        now: text.describe('SQL for the value of this file.'),
        before: text.describe('SQL for the value that it is compared with.'),
        of: text.describe('What the two values are.'),
        change: z
          .enum(measuredChanges)
          .default('percent')
          .describe('How they are compared: in percent, in points, or how much is missing.'),
        percent: text.optional().describe('SQL for the percentage, if `change` does not give it.'),
        records: text.optional().describe('SQL for the number of records; needed with `change: points`.'),
      })
      .refine(measure => measure.change !== 'points' || measure.records !== undefined, {
        message: 'With `change: points` write `records` as well: points do not give a number of records.',
        path: ['records'],
      })
      .optional()
      .describe('For a rule that compares whole files: two values, in place of `failure`.'),
    details: z.array(namedSql).default([]).describe('Values shown beside the keys of a failing record.'),
    tolerance: z
      .union([
        tolerance.transform(everywhere => ({ everywhere, byCountry: {} })),
        z.partialRecord(country, tolerance).transform(byCountry => ({ everywhere: null, byCountry })),
      ])
      .describe('Tolerance, as `0%` or `5 records and 10%`, or one for each country.'),
    specialist: z
      .record(z.string(), tolerance)
      .optional()
      .describe('Tolerance for each specialist regulator that sees the rule.'),
    category: text.optional().describe('Category in the quality report; follows from `kind` if absent.'),
    examples: z
      .array(ruleExample)
      .min(2, 'Give at least one record that passes and one that fails.')
      .describe('Records that pass, fail or are not checked. Each is run.'),
  })
  .refine(rule => (rule.failure === undefined) !== (rule.measure === undefined), {
    message:
      'A rule has either failure (which records fail) or measure (a percentage compared with a range).',
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

const exampleChanges = changes.default({}).describe('Changes to the example record; none if absent.')
const derivedExample = z.strictObject({
  with: exampleChanges,
  gives: z
    .union([z.string(), z.array(z.string())])
    .describe('Value for the first record, or a list with the value of each record.'),
  country: exampleCountry,
  because,
})
export type DerivedExample = z.infer<typeof derivedExample>

export const derivedFile = z
  .strictObject({
    name: text
      .regex(/^Z_[A-Za-z0-9_]+$/, 'The name of a derived field begins with Z_.')
      .describe('Name, which begins with `Z_`. The file is named `<name>.yaml`.'),
    entity: text.describe('Entity whose records have the field.'),
    description: text.max(2000).describe('What the field says. The specification shows it.'),
    source: text.optional().describe('Where the definition comes from. Nobody is shown it.'),
    published: flag.default(true).describe('`no` keeps it out of the specification.'),
    sql: text.optional().describe('SQL for the value of one record.'),
    columns: z.array(text).optional().describe('Columns of a derived entity.'),
    rows: text.optional().describe('Query that gives the rows of a derived entity.'),
    examples: z
      .array(derivedExample)
      .min(1, 'Give at least one example.')
      .describe('Records with the value that each gives.'),
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

/** Codes with their labels. The file has a map; its order counts, so it is read as a list (`yamlFile.ts`). */
const codes = z.array(z.strictObject({ code: text, label: text }))

const axis = z.strictObject({
  label: text.describe('Heading.'),
  value: text.describe('SQL for the code by which a record is counted.'),
  absent: text.optional().describe('Label of the records without a value; "Not returned" if absent.'),
  codes: codes
    .default([])
    .meta({ description: 'Label of each code, in the order shown.', writtenAs: 'labels' }),
  total: flag.default(true).describe('`no` leaves out the total.'),
})

const shading = z.strictObject({
  colour: z.enum(['Yellow', 'Salmon']).describe('Colour of the cell.'),
  text: text.describe('What the colour means.'),
  difference: decimal.optional().describe('Smallest change of the value.'),
  percent: decimal.optional().describe('Smallest change in percent.'),
  vanishesFrom: decimal.optional().describe('Smallest earlier value that is now 0.'),
})
export type ShadingRule = z.infer<typeof shading>

/** Labels of rows or columns by the values of a field: where the example record is counted then; '' for nowhere. */
const placesByValue = z.record(z.string(), z.record(z.string(), z.string()))

const reportExample = z
  .strictObject({
    with: exampleChanges,
    country: exampleCountry,
    cells: z
      .record(z.string(), z.record(z.string(), z.string()))
      .optional()
      .describe('All cells that are not 0: row label, column label, value as shown. Totals if named.'),
    rows: placesByValue
      .optional()
      .describe("A field, each of its values, and the label of the row that counts it; '' for none."),
    columns: placesByValue
      .optional()
      .describe("A field, each of its values, and the label of the column that counts it; '' for none."),
    colour: z
      .enum(['Clear', 'Yellow', 'Salmon'])
      .optional()
      .describe('Colour of the value `now` beside `before`.'),
    before: decimal.optional().describe('Earlier value.'),
    now: decimal.optional().describe('Present value.'),
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

const listingExample = z.strictObject({
  with: exampleChanges,
  country: exampleCountry,
  tabs: z
    .record(z.string(), z.array(z.record(z.string(), z.string())))
    .describe('Rows of each tab in their order, with the columns that matter.'),
  because,
})
export type ListingExample = z.infer<typeof listingExample>

export const reportFile = z.strictObject({
  code: text
    .regex(/^[A-Z0-9]+$/, 'Write the code in capital letters and digits.')
    .describe('Code. The file is named `<code>.yaml`.'),
  chapter: text.optional().describe('Id of its chapter; an additional report if absent.'),
  title: text.describe('Title.'),
  entity: text.describe('Entity whose records are counted.'),
  population: text.describe('SQL condition: which records are counted.'),
  rows: axis.describe('Rows of the table.'),
  columns: axis.describe('Columns of the table.'),
  blankColumns: z.array(text).default([]).describe('Labels of columns that no record fills yet.'),
  measure: z
    .strictObject({
      kind: z.enum(['count', 'sum', 'mean', 'percent']).describe('How the value of a cell is made.'),
      sql: text.optional().describe('SQL for the value of one record; not with `count`.'),
      decimals: wholeNumber.default(0).describe('Decimals shown.'),
      suffix: z.string().default('').describe('Text after each value.'),
    })
    .describe('What a cell shows.'),
  upperNotes: z.array(text).default([]).describe('Notes above the table.'),
  lowerNotes: z.array(text).default([]).describe('Notes below the table.'),
  details: text.optional().describe('What the table shows.'),
  whatToLookOutFor: text.describe('What to look out for.'),
  tips: text.optional().describe('Tips for readers.'),
  startExpanded: flag.default(false).describe('`yes` shows the notes from the start.'),
  shading: z.array(shading).optional().describe('Shading; that of the manifest if absent.'),
  drilldown: z.array(namedSql).default([]).describe('Values shown of each record of a cell.'),
  specialist: z.array(text).default([]).describe('Specialist regulators that see the report.'),
  examples: z.array(reportExample).default([]).describe('What readers see of a small record. Each is run.'),
})
export type ReportFile = z.infer<typeof reportFile>

/** Columns in the order of a list: nothing that the database would have to work out. */
const order =
  /^\w+(?: (?:asc|desc))?(?: nulls (?:first|last))?(?:, *\w+(?: (?:asc|desc))?(?: nulls (?:first|last))?)*$/i

export const listingFile = z.strictObject({
  code: text
    .regex(/^[A-Z0-9]+$/, 'Write the code in capital letters and digits.')
    .describe('Code. The file is named `<code>.yaml`.'),
  title: text.describe('Title.'),
  details: text.describe('What the list shows.'),
  outputs: flag.default(false).describe('`yes`: its tabs are files for a regulator.'),
  tabs: z
    .array(
      z.strictObject({
        name: text.describe('Name.'),
        notes: z.array(text).default([]).describe('Notes.'),
        records: flag.default(true).describe('`no`: its rows are counts and no single records.'),
        rows: text.describe('Query that gives the rows.'),
        order: text
          .regex(order, 'Write columns, each with its direction if it has one.')
          .describe('Columns that sort the rows, as `UKPRN, NAME desc`.'),
      }),
    )
    .min(1, 'Give at least one tab.')
    .describe('Tabs of the list.'),
  examples: z.array(listingExample).default([]).describe('What a small record gives. Each is run.'),
})
export type ListingFile = z.infer<typeof listingFile>

const header = z.strictObject({
  ukprn: text.describe('Path of the UKPRN of the provider: element names from the root.'),
  collectionReference: text.describe('Path of the reference of the collection.'),
  identifier: text.optional().describe('Path of what tells one unit of the record from another.'),
  identifierForm: text
    .optional()
    .describe('Pattern of the identifier, with the UKPRN that it carries in brackets.'),
  engagement: text.optional().describe('Path of what tells the sub-units of one unit apart.'),
  onlyIn: z
    .record(z.string(), z.array(country))
    .optional()
    .describe('Fields that only providers of some countries may return.'),
})

/** The record: earlier releases wrote its id alone. Without words, it has those of the entities that are counted. */
const record = z.preprocess(
  value => (typeof value === 'string' ? { id: value, name: value } : value),
  z.strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Write an id of small letters, as in the names of the folders.')
      .describe('Id in small letters: the name of its folders.'),
    name: text.max(40).describe('Name that people read.'),
    words: z
      .strictObject({
        unit: text.describe('One unit, as `student`.'),
        units: text.describe('Several units, as `students`.'),
        sub: text.describe('One sub-unit, as `engagement`.'),
        subs: text.describe('Several sub-units, as `engagements`.'),
      })
      .optional()
      .describe('What screens call its units; the names of the counted entities if absent.'),
  }),
)

/** Entities that are counted. Earlier releases called them students and engagements. */
const summary = z.preprocess(
  value => {
    const { students, engagements } = (value ?? {}) as Record<string, unknown>
    return students === undefined ? value : { units: students, subs: engagements }
  },
  z.strictObject({
    units: text.describe('Entity of the units.'),
    subs: text.optional().describe('Entity of the sub-units.'),
  }),
)

const field = text.regex(/^\w+\.\w+$/, 'Write Entity.FIELD.')

export const manifestFile = z.strictObject({
  version: text.describe('Version of the ruleset, as `24025_1.0.0`.'),
  record: record.describe('The record that the ruleset is for.'),
  schema: text.describe('File of the schema, as `staff/24025_1_0_0.xsd`.'),
  rulePrefix: text.describe('Put before the code of each rule, as `QR.STAFF.`.'),
  guidance: httpAddress.optional().describe('Web address of guidance for rules that name none.'),
  regulators: z.partialRecord(country, text).describe('Code of the regulator of each country.'),
  specialists: z.array(text).describe('Codes of specialist regulators.'),
  header: header.optional().describe('Where a file says who returns what. It is read first.'),
  keys: z
    .record(z.string(), z.array(text))
    .optional()
    .describe('Fields that tell one record of an entity from another, if not those of the schema.'),
  columns: z
    .strictObject({
      date: z.array(text).describe('Fields that are dates.'),
      number: z.array(text).describe('Fields that are numbers.'),
    })
    .describe('Fields that are no texts. SQL compares them by their type.'),
  links: z
    .array(
      z.strictObject({
        from: text.describe('Entity, or name of another link.'),
        to: text.describe('Name that SQL uses.'),
        table: text.optional().describe('Entity or table; that of the name if absent.'),
        key: text.optional().describe('Field that both have.'),
        on: text.optional().describe('SQL condition, in place of `key`.'),
      }),
    )
    .describe('Further entities whose fields a rule may use by name.'),
  functions: z
    .record(
      z.string().regex(/^[a-z_0-9]+$/, 'Write small letters, digits and _.'),
      z.strictObject({
        parameters: z
          .array(text.regex(/^[a-z_]+$/, 'Write small letters and _.'))
          .describe('Names of its parameters.'),
        description: text.describe('What it gives.'),
        sql: text.describe('SQL expression of its parameters.'),
      }),
    )
    .describe('Functions for SQL, by name.'),
  chapters: z
    .array(z.strictObject({ id: text.describe('Id.'), name: text.describe('Name that people read.') }))
    .describe('Chapters of the credibility reports.'),
  shading: z.array(shading).describe('Shading of the credibility reports.'),
  summary: summary.optional().describe('Entities that are counted on screens.'),
  students: z
    .strictObject({
      identifier: text.describe('Field that names a unit.'),
      name: z.array(text).min(1, 'Name at least one field.').optional().describe('Fields of the name.'),
      course: z
        .strictObject({
          of: field.describe('Field below the unit that names its course.'),
          title: field.describe('Title of the course.'),
        })
        .optional()
        .describe('Course of a unit.'),
      search: z
        .array(field)
        .min(1, 'Name at least one field.')
        .describe('Fields that are searched, as `Entity.FIELD`.'),
    })
    .optional()
    .describe('How people find a unit. Without it, findings are not shown by unit.'),
  history: z
    .strictObject({
      table: text.describe("Name of last year's rows in SQL."),
      columns: z
        .record(z.string(), text.regex(/^[A-Za-z]+$/, 'Write the name of a type.'))
        .describe('Type of each column.'),
      rows: text.describe('Query that gives the rows to keep.'),
      engagement: z
        .tuple([text, text])
        .optional()
        .describe('Columns of the identifier and the engagement of `header`, in this order.'),
    })
    .optional()
    .describe('What is kept of a signed-off record for next year.'),
  /**
   * Units that go to another provider: `rows` gives the two columns of the header's identifier and engagement, and DESTINATION (a
   * UKPRN); `table` is the name in SQL of what the submissions of others say of those that come from them (UKPRN and these columns; a row
   * without identifier for each that says nothing). `listing` is the list of them for people, and `destination` its column with the
   * UKPRN. `returned` gives those that the record says came from another provider: its UKPRN as PARTNER, and its own two columns.
   */
  transfers: z
    .strictObject({
      table: text.describe('Name in SQL of the units that other providers send.'),
      rows: text.describe('Query: identifier, engagement and DESTINATION of each unit that leaves.'),
      listing: text.describe('Code of the list of these units.'),
      destination: text.describe('Column of that list with the UKPRN.'),
      returned: text.optional().describe('Query: PARTNER, identifier and engagement of each unit that came.'),
    })
    .optional()
    .describe('Units that go to another provider.'),
  exampleCollection: text.describe('Reference of the collection of every example.'),
  exampleYear: wholeNumber.describe('Year in which the reference period of every example starts.'),
})
export type ManifestFile = z.infer<typeof manifestFile>

/**
 * Manifest of a ruleset that is another one (the folder beside it that `base` names) with differences: what it says itself
 * replaces the base's, files of the same name too, and the files in `without` are left out.
 */
export const supplementFile = manifestFile.partial().extend({
  base: text
    .regex(/^[\w.-]+$/, 'Write the name of a folder beside this one.')
    .describe('Folder beside this one with the ruleset that this one changes.'),
  without: z.array(text).default([]).describe('Files of the base that are left out.'),
  version: manifestFile.shape.version,
  schema: manifestFile.shape.schema,
})

/** What tells a supplement from other rulesets, and what can be asked without reading the rest. */
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
const classDescriptions: Readonly<Record<FieldClass, string>> = {
  open: 'Fields that tell nothing of a person.',
  identifier: 'Fields that identify a person or a thing.',
  personal: 'Personal data.',
  'special-category': 'Special category data.',
}
/** Classes of the fields of the record: entity → class → fields. */
export const privacyFile = z.record(
  z.string(),
  z.strictObject(
    Object.fromEntries(fieldClasses.map(one => [one, fieldNames.describe(classDescriptions[one])])) as Record<
      FieldClass,
      typeof fieldNames
    >,
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
  identifiers: z
    .record(text, z.enum(identifierForms))
    .describe('Form of each kind of identifier, which replaced values keep.'),
  words: z
    .record(
      text,
      z.array(z.string().regex(/^[A-Za-z]+$/, 'Write words of letters.')).min(1, 'Give at least one word.'),
    )
    .describe('Lists of words that replace names.'),
  fields: z
    .record(
      z.string(),
      z.strictObject({
        keep: fieldNames.describe('Fields that stay.'),
        drop: fieldNames.describe('Fields that are left out.'),
        pseudonym: z.record(text, text).optional().describe('Kind of identifier of each field.'),
        renumber: fieldNames.describe('Fields whose values are numbered again.'),
        generalise: z
          .record(text, z.enum(generalisations))
          .optional()
          .describe('What is left of each field.'),
        words: z.record(text, text).optional().describe('List of words of each field.'),
      }),
    )
    .describe('Treatment of the fields of each entity.'),
})

/** A field with its entity, or a name that the manifest links to one. */
const qualified = z.string().regex(/^\w+\.\w+$/, 'Write Entity.FIELD.')

/** The files that are delivered of a record, in their order. */
export const deliveryFile = z.strictObject({
  level: z
    .strictObject({
      field: qualified.describe('Derived field with the level of study.'),
      codes: codes.meta({ description: 'Name of each level.', writtenAs: 'labels' }),
    })
    .optional()
    .describe('Levels of study by which a delivery may choose its rows.'),
  files: z
    .record(
      z.string().regex(/^[A-Za-z]+$/, 'Write a name of letters.'),
      z.strictObject({
        entity: text.describe('Entity that has a row for each record.'),
        key: z.array(qualified).min(1, 'Name at least one field.').describe('Fields that sort the rows.'),
        merge: z
          .array(text)
          .min(1, 'Name at least one entity.')
          .describe('Entities whose fields are columns.'),
        each: text.optional().describe('Entity with a row for each record, if one has several.'),
      }),
    )
    .describe('Files, by name.'),
})

/** The record that every example changes: entity → rows, children nested. */
export const exampleRecordFile = z.record(z.string(), z.array(exampleRow))
