import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compiledSchema } from './compiledSchema.ts'
import { allCalls } from './openapi.ts'

/** The same schema twice, of which one is compiled. */
const both = <S extends z.ZodMiniType>(make: () => S) => ({ plain: make(), compiled: compiledSchema(make()) })

const person = () =>
  z.object({
    name: z.string(),
    age: z.optional(z.number()),
    address: z.nullable(z.object({ street: z.string().check(z.minLength(2)), lines: z.array(z.string()) })),
    roles: z.record(z.string(), z.object({ since: z.number() })),
    contact: z.union([z.object({ mail: z.string() }), z.object({ phone: z.string() })]),
  })

const whole = {
  name: 'Ada',
  age: 36,
  address: { street: 'St James', lines: ['London'] },
  roles: { analyst: { since: 1842 } },
  contact: { phone: '1' },
}

test.each([
  ['what is whole', whole],
  ['what is left out', { name: 'Ada', address: null, roles: {}, contact: { mail: 'a' } }],
  ['what is undefined', { ...whole, age: undefined }],
  [
    'names that it does not know, at any depth',
    { ...whole, more: 1, address: { ...whole.address, more: 1 }, roles: { analyst: { since: 1, more: 1 } } },
  ],
  ['a field that is missing', { ...whole, name: undefined, address: { street: 'St James' } }],
  ['a field of another kind', { ...whole, age: '36', contact: { phone: 1 } }],
  ['a check that fails', { ...whole, address: { street: 'S', lines: [] } }],
  ['no object', [whole]],
])('reads the same as one that is not compiled: %s', (_, value) => {
  const { plain, compiled } = both(person)
  const [one, other] = [z.safeParse(plain, value), z.safeParse(compiled, value)]
  expect(other.success).toBe(one.success)
  expect(other.data).toEqual(one.data)
  expect(JSON.stringify(other.data)).toBe(JSON.stringify(one.data))
  expect(other.error?.issues).toEqual(one.error?.issues)
})

test('keeps the checks of an object as a whole', () => {
  const { plain, compiled } = both(() =>
    z.object({ from: z.number(), to: z.number() }).check(z.refine(({ from, to }) => from <= to)),
  )
  for (const value of [
    { from: 1, to: 2, more: 3 },
    { from: 2, to: 1 },
  ])
    expect(z.safeParse(compiled, value).data).toEqual(z.safeParse(plain, value).data)
})

const objectsIn = (schema: z.ZodMiniType, found = new Set<z.ZodMiniType>()): Set<z.ZodMiniType> => {
  if (found.has(schema)) return found
  found.add(schema)
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('_zod' in value) objectsIn(value as z.ZodMiniType, found)
    else if (Array.isArray(value)) value.forEach(visit)
  }
  for (const value of Object.values(schema._zod.def)) visit(value)
  const { shape } = schema._zod.def as { shape?: Record<string, z.ZodMiniType> }
  for (const value of Object.values(shape ?? {})) visit(value)
  return found
}

test('reaches every object of every answer', () => {
  const left = allCalls().flatMap(({ name, call }) =>
    call.response
      ? [...objectsIn(compiledSchema(call.response))]
          .filter(({ _zod: { def, traits } }) => def.type === 'object' && !traits.has('$ZodObjectJIT'))
          .map(() => name)
      : [],
  )
  expect(left).toEqual([])
})
