import * as z from 'zod/mini'
import { guidanceBlock } from '../guidance.ts'
import { call } from './call.ts'
import { calendarDate, collectionReference, instant, limit, named, offset, searchText } from './common.ts'
import { ruleExample } from './ruleSource.ts'
import { getSpecificationDifference } from './specifications.ts'

/** How an item compares with the specification of the collection before; null where there is none before. */
export const changesSince = ['ADDED', 'CHANGED', 'SAME'] as const

const publishedCollection = z.object({
  reference: collectionReference,
  name: z.string(),
  referencePeriodStart: calendarDate,
  referencePeriodEnd: calendarDate,
  state: named,
  specification: z.string(),
  specificationId: z.number(),
  schema: z.string(),
  ruleset: z.string(),
  updatedUtc: instant,
  ruleCount: z.number(),
  fieldCount: z.number(),
  derivedFieldCount: z.number(),
  /** The collection of the year before that is published too. */
  before: z.nullable(
    z.object({ reference: collectionReference, name: z.string(), specification: z.string() }),
  ),
})
export type PublishedCollection = z.output<typeof publishedCollection>

export const listPublished = call({
  method: 'GET',
  path: '/specification',
  summary:
    'Collections that the caller sees, each with the specification under which its files are processed.',
  permission: 'published',
  response: z.object({
    collections: z.array(publishedCollection),
    /** Whether they can be read without signing in, and so by software. */
    isPublic: z.boolean(),
  }),
})

export const getPublishedSchema = call({
  method: 'GET',
  path: '/specification/{reference}/schema.xsd',
  summary: 'The schema that files of the collection are checked against, as an XSD document.',
  permission: 'published',
  produces: ['application/xml'],
})

export const getSpecificationPackage = call({
  method: 'GET',
  path: '/specifications/{id}/package',
  summary:
    'A specification for the offline check, as a zip: specification.json (version, hashes, tolerances and texts), schema.xsd, and the files of its ruleset. For everybody who can read the specification.',
  permission: 'published',
  isForAnyKey: true,
  produces: ['application/zip'],
})

const paging = z.object({
  /** All that there are, and those that the search leaves. */
  total: z.number(),
  filteredTotal: z.number(),
})

const listQuery = z.object({ search: searchText, offset, limit })

const change = z.nullable(z.enum(changesSince))

const publishedRule = z.object({
  code: z.string(),
  /** The fault in a few words. */
  name: z.string(),
  /** What must be true. */
  requirement: z.string(),
  /** What is wrong with one record, with {NAME} for each value; null in rulesets of earlier releases. */
  finding: z.nullable(z.string()),
  /** How to correct it; null if there is none. */
  hint: z.nullable(z.string()),
  guidanceUrl: z.string(),
  /** Why the rule exists, common causes, what to do; null if there is no guidance. */
  guidance: z.nullable(z.array(guidanceBlock)),
  entity: z.string(),
  kind: z.enum(['operational', 'quality']),
  /** SQL that says which records are looked at, and which of them fail or what is measured. */
  population: z.string(),
  failure: z.string(),
  tolerances: z.array(z.object({ regulatorCode: z.string(), name: z.string(), tolerance: z.string() })),
  examples: z.array(ruleExample),
  /** Fields by which it decides, as Entity.FIELD. */
  fieldsRead: z.array(z.string()),
  change,
  /** Collections in whose specification it stands, newest first, with its code there. */
  history: z.array(z.object({ reference: collectionReference, code: z.string() })),
})
export type PublishedRule = z.output<typeof publishedRule>

export const listPublishedRules = call({
  method: 'GET',
  path: '/specification/{reference}/rules',
  summary:
    'Rules of a collection with their words, SQL, tolerances, examples and history; `search` is held against code, words and SQL.',
  permission: 'published',
  query: listQuery,
  response: z.object({ rules: z.array(publishedRule), paging }),
})

export const downloadPublishedRules = call({
  method: 'GET',
  path: '/specification/{reference}/rules.csv',
  summary: 'All rules of a collection as CSV.',
  permission: 'published',
  produces: ['text/csv'],
})

const publishedField = z.object({
  entity: z.string(),
  field: z.string(),
  description: z.string(),
  /** What a value looks like. */
  form: z.string(),
  codes: z.array(z.object({ code: z.string(), label: z.string() })),
  minLength: z.nullable(z.number()),
  maxLength: z.nullable(z.number()),
  isRequired: z.boolean(),
  isRepeatable: z.boolean(),
  isKey: z.boolean(),
  /** Codes of the rules that decide by it. */
  rules: z.array(z.string()),
  change,
})
export type PublishedField = z.output<typeof publishedField>

export const listPublishedFields = call({
  method: 'GET',
  path: '/specification/{reference}/dictionary',
  summary:
    'The data dictionary: fields with their forms, codes, lengths and occurrence, and the rules that read them.',
  permission: 'published',
  query: listQuery,
  response: z.object({ fields: z.array(publishedField), paging }),
})

export const downloadPublishedFields = call({
  method: 'GET',
  path: '/specification/{reference}/dictionary.csv',
  summary: 'The whole data dictionary of a collection as CSV.',
  permission: 'published',
  produces: ['text/csv'],
})

const publishedDerived = z.object({
  name: z.string(),
  description: z.string(),
  sql: z.string(),
  change,
})
export type PublishedDerived = z.output<typeof publishedDerived>

export const listPublishedDerived = call({
  method: 'GET',
  path: '/specification/{reference}/derived-fields',
  summary: 'Derived fields of a collection with their SQL.',
  permission: 'published',
  query: listQuery,
  response: z.object({ derivedFields: z.array(publishedDerived), paging }),
})

const fieldChange = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(
    z.object({
      field: z.string(),
      parts: z.array(
        z.object({
          part: z.enum(['description', 'form', 'codes', 'length', 'occurrence']),
          before: z.string(),
          after: z.string(),
        }),
      ),
    }),
  ),
})
export type PublishedFieldChange = z.output<typeof fieldChange>

export const getPublishedChanges = call({
  method: 'GET',
  path: '/specification/{reference}/changes',
  summary:
    'What is other than in the specification of the collection before: fields, rules and derived fields.',
  permission: 'published',
  response: z.object({
    before: z.nullable(
      z.object({ reference: collectionReference, name: z.string(), specification: z.string() }),
    ),
    fields: fieldChange,
    rules: getSpecificationDifference.response.shape.rules,
    derivedFields: getSpecificationDifference.response.shape.derivedFields,
    /** Regulators by their code, for whose rules have changed: the register itself is asked for signed in only. */
    regulators: z.array(z.object({ code: z.string(), shortName: z.string() })),
  }),
})

export const getPublishedFeed = call({
  method: 'GET',
  path: '/specification/feed.atom',
  summary: 'What was published and changed, newest first, as a feed (Atom).',
  permission: 'published',
  produces: ['application/atom+xml'],
})
