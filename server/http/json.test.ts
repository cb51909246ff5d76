import { describe, expect, it, vi } from 'vitest'
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
    ['{"a":1,"a":2}', 'contains "a" twice'],
    ['{"a":{"b":1},"c":[{"b":1,"b":2}]}', 'contains "b" twice'],
    ['{"\\u0061":1,"a":2}', 'contains "a" twice'],
    ['{"__proto__":{}}', 'contains "__proto__", which is not allowed'],
    [`${'['.repeat(70)}${']'.repeat(70)}`, 'is nested more than 64 levels deep'],
    ['{"a":{"constructor":1}}', 'contains "constructor", which is not allowed'],
    ['{"\\u005f_proto__":1}', 'contains "__proto__", which is not allowed'],
    [`{${Array.from({ length: 1001 }, (_, key) => `"${key}":0`).join(',')}}`, 'has more than 1,000 keys'],
    [`[${'0,'.repeat(10_001)}0]`, 'has more than 10,000 values'],
    ['{"a\\', 'must be JSON'],
    ['{"a":"\\u12"}', 'must be JSON'],
    ['"a', 'must be JSON'],
    ['}}]', 'must be JSON'],
    ['{"a":NaN}', 'must be JSON'],
    ['{', 'must be JSON'],
  ])('refuses %s', (text, message) => {
    expect(refusal(text)).toBe(message)
  })

  it('refuses a body of 759 kB with 70,000 keys before it is built', () => {
    const body = `{${Array.from({ length: 70_000 }, (_, key) => `"k${String(key).padStart(5, '0')}":1`).join(',')}}`
    expect(body.length).toBeGreaterThan(759_000)
    // How long that takes is measured by `npm run bench -- --only refusal`.
    const parse = vi.spyOn(JSON, 'parse')
    expect(refusal(body)).toBe('has more than 1,000 keys')
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })

  it('takes equal keys of different objects, and braces inside text', () => {
    expect(parseJson('[{"a":"{\\"a\\":"},{"a":"}"}]')).toEqual([{ a: '{"a":' }, { a: '}' }])
    expect(parseJson('{"a\\"}":"\\\\","b":"\\\\\\"{"}')).toEqual({ 'a"}': '\\', b: '\\"{' })
    expect(parseJson('')).toBe(undefined)
  })
})
