import * as z from 'zod/mini'
import { measuredChanges } from '../allowance.ts'
import { carryOverCauses } from '../carryOver.ts'
import { limits } from '../limits.ts'
import { changeReason, ruleMetadata } from '../ruleConfiguration.ts'
import { textEncodings } from '../textEncoding.ts'
import { versionIncrements } from '../version.ts'
import { call, workbookType } from './call.ts'
import {
  enteredValue,
  fileFault,
  instant,
  limit,
  named,
  offset,
  recordId,
  rowId,
  searchText,
  several,
} from './common.ts'

export const contentVersion = z.object({ id: z.number(), version: z.string() })

export const specification = z.object({
  id: z.number(),
  version: z.string(),
  state: named,
  /** What the caller may make of it now. */
  availableStates: z.array(named),
  schema: contentVersion,
  ruleset: z.extend(contentVersion, { recordId }),
  createdUtc: instant,
  createdBy: z.string(),
  updatedUtc: instant,
  updatedBy: z.string(),
  isDeleteable: z.boolean(),
  /** Whether the configuration of its rules is still to be applied, by whoever may do so. */
  awaitsConfiguration: z.boolean(),
  /** Whether the caller may change tolerances and words of its rules now. */
  isEditable: z.boolean(),
})
export type SpecificationWire = z.output<typeof specification>

export const listSpecifications = call({
  method: 'GET',
  path: '/specifications',
  summary: 'Specifications, newest first; `state` takes names or ids, once or several times.',
  permission: 'management.view',
  query: z.object({ state: several }),
  response: z.object({ specifications: z.array(specification) }),
})

export const getSpecification = call({
  method: 'GET',
  path: '/specifications/{id}',
  summary: 'One specification by its id.',
  permission: 'management.view',
  response: specification,
})

export const createSpecification = call({
  method: 'POST',
  path: '/specifications',
  summary:
    'Makes a specification of an Available schema and an Available ruleset of it; its version follows on the highest one.',
  permission: 'management.view',
  body: z.object({
    schemaId: rowId,
    rulesetId: rowId,
    versionIncrement: z.enum(versionIncrements),
  }),
  response: specification,
})

export const applyConfiguration = call({
  method: 'POST',
  path: '/specifications/{id}/apply-configuration',
  summary:
    "Gives the rules of a new specification their ruleset's defaults, or the changes of an earlier specification: it becomes a Draft. A change that cannot be carried over needs a decision.",
  permission: 'management.view',
  body: z.object({
    /** Specification whose changes are carried over; the defaults of the rules if absent. */
    startFrom: z.optional(rowId),
    /** By the id of a change: taken over, or the default of the ruleset. A change that can be carried over is taken if absent. */
    decisions: z.optional(
      z
        .array(z.object({ id: z.string().check(z.maxLength(200)), isTaken: z.boolean() }))
        .check(z.maxLength(2000)),
    ),
  }),
  response: specification,
})

export const listCarryOver = call({
  method: 'GET',
  path: '/specifications/{id}/carry-over/{rulesetId}',
  summary:
    'Tolerances and texts that a specification changes, each with what a new specification of a ruleset would make of it; those that cannot be carried over come first.',
  permission: 'management.view',
  response: z.object({
    changes: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        part: z.enum(['tolerance', 'requirement', 'guidance']),
        /** Whose tolerance it is; null for a text. */
        regulatorCode: z.nullable(z.string()),
        /** Default of the ruleset in words; null if it has no such rule or regulator. */
        fallback: z.nullable(z.string()),
        value: z.string(),
        by: z.string(),
        at: instant,
        /** '' if none was given. */
        reason: z.string(),
        /** Why it needs a decision; null if it is carried over. */
        cause: z.nullable(z.enum(carryOverCauses)),
      }),
    ),
    /** Rules of the ruleset, and how many it adds to and removes from those of the specification. */
    rules: z.object({ total: z.number(), added: z.number(), removed: z.number() }),
  }),
})
export type CarryOverWire = z.output<typeof listCarryOver.response>
/** A change of the specification that a new one starts from. */
export type CarryOverChange = CarryOverWire['changes'][number]

export const changeSpecificationState = call({
  method: 'PUT',
  path: '/specifications/{id}/state',
  summary: 'Gives a specification one of the states that it offers (`availableStates`).',
  permission: 'management.view',
  body: z.object({ stateId: z.int() }),
  response: specification,
})

export const deleteSpecification = call({
  method: 'DELETE',
  path: '/specifications/{id}',
  summary: 'Deletes a specification under which nothing was processed; its version is not used again.',
  permission: 'management.view',
})

/** One value of a rule's tolerance for one regulator; a tolerance of two parts has two. */
export const ruleTolerance = z.object({
  regulatorCode: z.string(),
  name: z.string(),
  shortName: z.string(),
  /** A: outside when every part is exceeded; O: when either is. */
  conjunction: z.string(),
  regulatorTypeCode: z.string(),
  regulatorTypeLabel: z.string(),
  regulatorCategoryCode: z.string(),
  /** Place of the value among those of the rule. */
  toleranceId: z.number(),
  /** 1 count, 2 percentage, 3 range. */
  toleranceTypeId: z.number(),
  toleranceFrom: z.number(),
  /** Upper end of a range; null for a count or a percentage. */
  toleranceTo: z.nullable(z.number()),
})
export type RuleToleranceWire = z.output<typeof ruleTolerance>

export const specificationRule = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  guidanceUrl: z.string(),
  /** When the specification last changed it; null where it never did. */
  updatedUtc: z.nullable(instant),
  /** Whether it says anything otherwise than the ruleset. */
  isChanged: z.boolean(),
  /** How a rule that compares whole files measures: `points` where it compares percentages; null for other rules. */
  measuredIn: z.nullable(z.enum(measuredChanges)),
  regulators: z.array(ruleTolerance),
})
export type SpecificationRuleWire = z.output<typeof specificationRule>

const itemPaging = z.object({
  /** Rules of the specification. */
  total: z.number(),
  /** Items that the filter leaves. */
  filteredTotal: z.number(),
  /** Derived fields of the specification. */
  totalDerivedFields: z.number(),
})

export const listSpecificationRules = call({
  method: 'GET',
  path: '/specifications/{id}/validations',
  summary: 'Rules of a specification with their tolerances; `filter` is held against code and name.',
  permission: 'management.view',
  query: z.object({ filter: searchText, offset, limit }),
  response: z.object({
    validations: z.array(specificationRule),
    pagingMetadata: z.extend(itemPaging, {
      /** Rules of which the specification says anything otherwise than its ruleset. */
      totalChanged: z.number(),
    }),
  }),
})

export const listDerivedFields = call({
  method: 'GET',
  path: '/specifications/{id}/derived-fields',
  summary: 'Derived fields of a specification; `filter` is held against name and description.',
  permission: 'management.view',
  query: z.object({ filter: searchText, offset, limit }),
  response: z.object({
    derivedFields: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
    pagingMetadata: itemPaging,
  }),
})

export const changeSpecificationRule = call({
  method: 'PATCH',
  path: '/specifications/{specId}/validations/{validationId}',
  summary:
    'Changes the words or the tolerances of a rule of a Draft specification: one of the two at a time.',
  permission: 'management.view',
  body: z.object({
    metadata: z.optional(ruleMetadata),
    /** Why, for whoever starts a new specification from this one. */
    reason: z.optional(changeReason),
    tolerances: z.optional(
      z
        .array(
          z.object({
            regulatorCode: z.string().check(z.maxLength(20)),
            toleranceTypeId: z.int(),
            conjunction: z.string().check(z.maxLength(10)),
            toleranceFrom: enteredValue,
            toleranceTo: z.nullable(enteredValue),
            toleranceId: z.int(),
          }),
        )
        .check(z.maxLength(50)),
    ),
  }),
  response: specificationRule,
})

/** A part of a tolerance: its position from 1, and its one or two values. */
const tolerancePart = {
  ruleCode: z.string().check(z.maxLength(200)),
  regulatorCode: z.string().check(z.maxLength(20)),
  toleranceId: z.int(),
  /** 1 count, 2 percentage, 3 range. */
  toleranceTypeId: z.int(),
}
const toleranceValues = z.object({ from: z.number(), to: z.nullable(z.number()) })

const tolerance = z.object({
  ...tolerancePart,
  name: z.string(),
  /** Which records the rule checks. */
  population: z.string(),
  shortName: z.string(),
  /** How the part is joined to the other one: A both, O either; null if it is the only one. */
  joined: z.nullable(z.enum(['A', 'O'])),
  /** How a rule that compares whole files measures; null for other rules. */
  measuredIn: z.nullable(z.enum(measuredChanges)),
  /** Default of the ruleset. */
  fallback: toleranceValues,
  value: toleranceValues,
})
export type ToleranceWire = z.output<typeof tolerance>

/** Number of the last event of a specification: a save is refused if there has been another one. */
const specificationVersion = z.int()

export const listTolerances = call({
  method: 'GET',
  path: '/specifications/{id}/tolerances',
  summary:
    'The tolerances of all rules of a specification, a row for each part of each regulator; as CSV or as a workbook (xlsx) by the Accept header, which the preview takes again.',
  permission: 'management.view',
  response: z.object({ version: specificationVersion, tolerances: z.array(tolerance) }),
  produces: ['text/csv', workbookType],
})

export const previewTolerances = call({
  method: 'POST',
  path: '/specifications/{id}/tolerances/preview',
  summary:
    'What a table of tolerances (CSV with the columns rule, regulator, type, value; optional: valueTo, part) would change. Nothing is stored: send the changes with the version to save them.',
  permission: 'management.specifications',
  body: z.object({
    csv: z.string().check(z.maxLength(limits.registerText)),
    /** How the file was written, for the notes. */
    encoding: z._default(z.enum(textEncodings), 'utf-8'),
  }),
  response: z.object({
    version: specificationVersion,
    /** Null where the file is at fault. */
    changes: z.nullable(
      z.array(
        z.object({
          ...tolerancePart,
          line: z.number(),
          name: z.string(),
          shortName: z.string(),
          /** In words. */
          before: z.string(),
          after: z.string(),
          value: toleranceValues,
        }),
      ),
    ),
    unchanged: z.number(),
    /** Tolerances that the file does not name: they stay as they are. */
    absent: z.number(),
    /** The first faults. */
    faults: z.array(fileFault),
    faultCount: z.number(),
    /** What was read in another way than it is written: encoding, separators, decimal commas. */
    notes: z.array(z.string()),
  }),
})
export type TolerancePreviewWire = z.output<typeof previewTolerances.response>

export const changeTolerances = call({
  method: 'PUT',
  path: '/specifications/{id}/tolerances',
  summary:
    'Changes tolerances of many rules of a Draft specification, all or none. Refused if the specification has changed since the version was read.',
  permission: 'management.specifications',
  body: z.object({
    version: specificationVersion,
    /** Why, for whoever starts a new specification from this one. */
    reason: z.optional(changeReason),
    tolerances: z
      .array(
        z.object({ ...tolerancePart, toleranceFrom: enteredValue, toleranceTo: z.nullable(enteredValue) }),
      )
      .check(z.minLength(1), z.maxLength(limits.toleranceRows)),
  }),
  response: z.object({ version: specificationVersion, changedRules: z.number() }),
})

const namedItem = z.object({ code: z.string(), name: z.string() })
export const difference = z.object({
  added: z.array(namedItem),
  removed: z.array(namedItem),
  changed: z.array(
    z.extend(namedItem, {
      parts: z.array(
        z.object({
          part: z.enum([
            'version',
            'name',
            'description',
            'requirement',
            'finding',
            'hint',
            'guidance',
            'kind',
            'population',
            'failure',
            'tolerance',
            'sql',
          ]),
          /** Whose tolerance it is; null for every other part. */
          regulatorCode: z.nullable(z.string()),
          before: z.string(),
          after: z.string(),
        }),
      ),
    }),
  ),
})
export type DifferenceWire = z.output<typeof difference>
/** One part of a rule or field that is another one after. */
export type ChangedPart = DifferenceWire['changed'][number]['parts'][number]

export const getSpecificationDifference = call({
  method: 'GET',
  path: '/specifications/{id}/difference/{formerId}',
  summary:
    'Rules and derived fields that were added, removed or changed from another specification to this one.',
  permission: 'management.view',
  response: z.object({ former: contentVersion, rules: difference, derivedFields: difference }),
})

export const content = z.extend(contentVersion, {
  state: named,
  /** What the caller may make of it now. */
  availableStates: z.array(named),
  updatedUtc: instant,
  updatedBy: z.string(),
})

export const listSchemas = call({
  method: 'GET',
  path: '/specifications/schemas',
  summary: 'Schemas, newest version first; `state` takes names or ids.',
  permission: 'management.view',
  query: z.object({ state: several }),
  response: z.object({ schemas: z.array(content) }),
})

export const changeSchemaState = call({
  method: 'PUT',
  path: '/specifications/schemas/{id}/state',
  summary: 'Gives a schema one of the states that it offers (`availableStates`).',
  permission: 'management.view',
  body: z.object({ stateId: z.int() }),
  response: content,
})

export const getSchemaDocument = call({
  method: 'GET',
  path: '/specifications/schemas/{id}/document',
  summary: 'The XSD document of a schema.',
  permission: 'management.view',
  produces: ['application/xml'],
})

export const ruleset = z.extend(content, { schema: contentVersion, recordId })

export const changeRulesetState = call({
  method: 'PUT',
  path: '/specifications/rulesets/{id}/state',
  summary: 'Gives a ruleset one of the states that it offers (`availableStates`).',
  permission: 'management.view',
  body: z.object({ stateId: z.int() }),
  response: ruleset,
})

export const listRulesets = call({
  method: 'GET',
  path: '/specifications/rulesets',
  summary: 'Rulesets, newest version first, each with the schema that it is for; `state` takes names or ids.',
  permission: 'management.view',
  query: z.object({ state: several }),
  response: z.object({ rulesets: z.array(ruleset) }),
})
export type ContentWire = z.output<typeof content>
export type RulesetWire = z.output<typeof ruleset>

const usingCollection = z.object({ reference: z.string(), name: z.string() })

/** What the agency's content is used by: specifications by collections, schemas and rulesets by specifications. */
export const listContentUse = call({
  method: 'GET',
  path: '/specifications/use',
  summary:
    'What each specification, schema and ruleset is used by, how many rules a ruleset has, and how many of them a specification changes.',
  permission: 'management.view',
  response: z.object({
    specifications: z.array(
      z.object({
        id: z.number(),
        collections: z.array(usingCollection),
        /** Rules whose tolerance or text was changed. */
        changedRules: z.number(),
      }),
    ),
    schemas: z.array(
      z.object({
        id: z.number(),
        rulesets: z.array(z.string()),
        /** The version of a new specification of it, by increment. */
        nextVersions: z.object({ major: z.string(), minor: z.string(), patch: z.string() }),
      }),
    ),
    rulesets: z.array(
      z.object({
        id: z.number(),
        specifications: z.array(z.string()),
        /** Null if the ruleset cannot be read. */
        rules: z.nullable(z.number()),
      }),
    ),
  }),
})
export type ContentUseWire = z.output<typeof listContentUse.response>
