import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../src/domain/problem.ts'
import { inEnglish } from '../messages.ts'
import { parseJson } from './json.ts'

const refusal = (text: string): string => {
  try {
    parseJson(text)
  } catch (error) {
    return error instanceof ProblemError ? inEnglish(error.problem.errors[0]?.message ?? '') : String(error)
  }
  return 'accepted'
}

describe('parseJson', () => {
  it.each([
    ['{"a":1,"a":2}', 'names "a" twice'],
    ['{"a":{"b":1},"c":[{"b":1,"b":2}]}', 'names "b" twice'],
    ['{"\\u0061":1,"a":2}', 'names "a" twice'],
    ['{"__proto__":{}}', 'names "__proto__", which is not allowed'],
    [`${'['.repeat(70)}${']'.repeat(70)}`, 'is nested more than 64 deep'],
    ['{"a":NaN}', 'must be JSON'],
    ['{', 'must be JSON'],
  ])('refuses %s', (text, message) => {
    expect(refusal(text)).toBe(message)
  })

  it('takes equal keys of different objects, and braces inside text', () => {
    expect(parseJson('[{"a":"{\\"a\\":"},{"a":"}"}]')).toEqual([{ a: '{"a":' }, { a: '}' }])
    expect(parseJson('')).toBe(undefined)
  })
})
