import type * as z from 'zod/mini'
import { $ZodObjectJIT } from 'zod/v4/core'

/*
 * What is read of zod that it does not promise: all in this file, held by `compiledSchema.test.ts`. It reads the definition of a schema
 * (`_zod.def`), replaces the parser of an object (`$ZodObjectJIT`), and `_zod.run`, which zod sets to the parser that was there before.
 */

interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  checks?: readonly unknown[]
  options?: readonly z.ZodMiniType[]
  items?: readonly z.ZodMiniType[]
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  in?: z.ZodMiniType
  out?: z.ZodMiniType
}

const compiled = new WeakSet<z.ZodMiniType>()

const partsOf = (definition: Definition): z.ZodMiniType[] => {
  const { shape = {}, options = [], items = [] } = definition
  const { element, innerType, keyType, valueType, in: from, out: to } = definition
  return [
    ...Object.values(shape),
    ...options,
    ...items,
    ...[element, innerType, keyType, valueType, from, to].filter(part => part !== undefined),
  ]
}

/** The schemas of an object's fields, by name; undefined if the schema is not one of an object. */
export const shapeOf = (schema: z.ZodMiniType): Record<string, z.ZodMiniType> | undefined => {
  const { type, shape } = schema._zod.def as unknown as Definition
  return type === 'object' ? shape : undefined
}

/**
 * Lets a schema of answers read its objects by code that zod makes for each of them, as its larger variant does, and gives the
 * schema. The small one, which the browser has, goes through every field by name: for the rows of five hundred providers that
 * took longer than anything else but the database. What is taken, refused and left out is the same.
 */
export const compiledSchema = <S extends z.ZodMiniType>(schema: S): S => {
  if (compiled.has(schema)) return schema
  compiled.add(schema)
  const { _zod: inner } = schema
  const definition = inner.def as unknown as Definition
  for (const part of partsOf(definition)) compiledSchema(part)
  if (definition.type === 'object') {
    $ZodObjectJIT.init(schema as never, definition as never)
    // Where nothing is checked besides, a schema is run by its parser alone, and this one had another.
    if (!definition.checks?.length) inner.run = inner.parse
  }
  return schema
}
