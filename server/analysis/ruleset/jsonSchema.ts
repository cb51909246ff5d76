import { z } from 'zod'
import {
  deliveryFile,
  derivedFile,
  exampleRecordFile,
  listingFile,
  manifestFile,
  privacyFile,
  pseudonymisationFile,
  reportFile,
  ruleFile,
  supplementFile,
} from './model.ts'

/** The parts of JSON Schema that the files of a ruleset need. */
export interface JsonSchema {
  $schema?: string
  title?: string
  description?: string
  type?: string | readonly string[]
  enum?: readonly string[]
  const?: string
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  prefixItems?: readonly JsonSchema[]
  anyOf?: readonly JsonSchema[]
  if?: JsonSchema
  then?: JsonSchema
  not?: JsonSchema
  $ref?: string
  $defs?: Readonly<Record<string, JsonSchema>>
}

/** Editors read 001 and 5016 as numbers, and an empty value as null; the reader takes every value as text. */
const scalar = ['string', 'number', 'boolean'] as const

/** What a file of this form may hold, as the reader takes it. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Older forms of a value are still read, and not offered to those who write.
      if (zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodTransform) {
        const { $schema: _, ...written } = jsonSchemaOf(zodSchema.out as z.ZodType) as Record<string, unknown>
        const { description = written.description } = jsonSchema
        Object.assign(jsonSchema, written, description === undefined ? {} : { description })
      }
      if (jsonSchema.writtenAs === 'labels') {
        for (const key of ['items', 'default', 'writtenAs']) delete jsonSchema[key]
        Object.assign(jsonSchema, { type: 'object', additionalProperties: { type: scalar } })
      }
      if (jsonSchema.propertyNames && !(jsonSchema.propertyNames as JsonSchema).enum)
        delete jsonSchema.propertyNames
      if (jsonSchema.type === 'string' && jsonSchema.enum === undefined) {
        const isFree = ['minLength', 'pattern', 'format'].every(word => jsonSchema[word] === undefined)
        jsonSchema.type = [...scalar, ...(isFree ? ['null' as const] : [])]
      }
      // Defaults are those of the reader (true for yes), which nobody writes.
      delete jsonSchema.default
    },
  }) as JsonSchema

const manifestSchema = (): JsonSchema => {
  const { required = [], ...manifest } = jsonSchemaOf(manifestFile)
  const { properties, required: always = [] } = jsonSchemaOf(supplementFile)
  return {
    ...manifest,
    properties: { ...properties, ...manifest.properties },
    required: always.filter(name => name !== 'base'),
    if: { not: { required: ['base'] } },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { required },
  }
}

/** Kinds of files in a ruleset: the JSON Schema of each, and how the file is called. */
export const rulesetSchemas: Readonly<Record<string, { title: string; schema: () => JsonSchema }>> = {
  ruleset: { title: 'ruleset.yaml: the manifest of a ruleset', schema: manifestSchema },
  example: {
    title: 'example.yaml: the record that every example changes',
    schema: () => jsonSchemaOf(exampleRecordFile),
  },
  rule: { title: 'rules/*.yaml: a quality rule', schema: () => jsonSchemaOf(ruleFile) },
  derived: { title: 'derived/*.yaml: a derived field or entity', schema: () => jsonSchemaOf(derivedFile) },
  report: { title: 'reports/*.yaml: a credibility report', schema: () => jsonSchemaOf(reportFile) },
  listing: { title: 'listings/*.yaml: a list', schema: () => jsonSchemaOf(listingFile) },
  privacy: { title: 'privacy.yaml: the class of each field', schema: () => jsonSchemaOf(privacyFile) },
  pseudonymisation: {
    title: 'pseudonymisation.yaml: the treatment of each field',
    schema: () => jsonSchemaOf(pseudonymisationFile),
  },
  delivery: {
    title: 'delivery.yaml: the files that are delivered',
    schema: () => jsonSchemaOf(deliveryFile),
  },
}

/** The schema of the part of a file at a path; undefined if the file has no such part. */
export const schemaAt = (root: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined => {
  const resolved = (schema: JsonSchema | undefined): JsonSchema | undefined =>
    schema?.$ref === undefined ? schema : root.$defs?.[schema.$ref.split('/').at(-1) ?? '']
  const step = (schema: JsonSchema | undefined, key: PropertyKey): JsonSchema | undefined => {
    const at = resolved(schema)
    const rest = typeof at?.additionalProperties === 'object' ? at.additionalProperties : undefined
    const found =
      typeof key === 'number'
        ? (at?.prefixItems?.[key] ?? at?.items)
        : (at?.properties?.[String(key)] ?? rest)
    if (found) return found
    for (const one of at?.anyOf ?? []) {
      const inOne = step(one, key)
      if (inOne) return inOne
    }
    return undefined
  }
  let schema: JsonSchema | undefined = root
  for (const key of path) schema = step(schema, key)
  const last = resolved(schema)
  return last && schema
    ? { ...last, ...(schema.description && { description: schema.description }) }
    : undefined
}

/** The JSON Schema of a kind of file as a document, as editors read it. */
export const schemaDocument = (name: string): string | undefined => {
  const known = rulesetSchemas[name]
  if (!known) return undefined
  const { $schema, ...rest } = known.schema()
  return `${JSON.stringify({ $schema, title: known.title, ...rest }, null, 2)}\n`
}
