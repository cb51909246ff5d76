import type * as z from 'zod/mini'
import { $ZodObjectJIT } from 'zod/v4/core'

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
