import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { inEnglish, inLanguage } from '../messages.ts'
import { faultOf, inOneSentence } from './fieldMessages.ts'

const faultsOf = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = z.safeParse(schema, value, { reportInput: true })
  return parsed.success ? [] : parsed.error.issues.map(faultOf)
}

it.each<[string, z.ZodMiniType, unknown]>([
  ['is missing', z.string(), undefined],
  ['must be text', z.string(), 1],
  ['must be a number', z.number(), 'one'],
  ['must be true or false', z.boolean(), 'yes'],
  ['must be a list', z.array(z.string()), 'a'],
  ['must be an object', z.object({}), 'a'],
  ['must be one of submit, approve and decline', z.enum(['submit', 'approve', 'decline']), 'reject'],
  ['must be one of 1', z.literal(1), 2],
  ['is not in the expected format', z.string().check(z.regex(/^\d{5}$/)), '2305'],
  ['must have at most 3 characters', z.string().check(z.maxLength(3)), 'four'],
  ['must have at least 1 character', z.string().check(z.minLength(1)), ''],
  ['must have at most 1,000 entries', z.array(z.number()).check(z.maxLength(1000)), Array(1001).fill(1)],
  ['must have at least 1 entry', z.array(z.number()).check(z.minLength(1)), []],
  ['must be at most 1,000', z.number().check(z.lte(1000)), 1001],
  ['must be at least -1', z.number().check(z.gte(-1)), -2],
  ['is not valid', z.union([z.number(), z.boolean()]), 'a'],
])('%s', (text, schema, value) => {
  expect(faultsOf(schema, value).map(inEnglish)).toEqual([text])
})

it('is put in one sentence, in the language of who asks', () => {
  const faults = faultsOf(z.string(), undefined).concat(faultsOf(z.string(), 1))
  const fields = faults.map((message, at) => ({ field: `body.${'ab'[at]}`, message }))
  expect(inEnglish(inOneSentence(fields))).toBe('Not valid: body.a is missing and body.b must be text.')
  expect(inLanguage('en-XA', inOneSentence(fields))).toMatch(/^\[Ñöt vålîd: ~*\[body\.a \[îš mîššîñg~*\]\]/)
})
