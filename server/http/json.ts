import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'

const deepest = 64

const invalid = (fault: string): ProblemError =>
  new ProblemError(
    problem('invalid', message('problems', 'bodyNotValid', { fault }), [{ field: 'body', message: fault }]),
  )

/**
 * Whether a JSON text names a key twice in one object, or nests too deep. `JSON.parse` keeps the last of two keys
 * without a word, so that two readers of one body could understand different things.
 */
const inspect = (text: string): string | undefined => {
  const keys: (Set<string> | undefined)[] = []
  let expectsKey = false
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === '{' || token === '[') {
      if (keys.length >= deepest) return `is nested more than ${deepest} deep`
      keys.push(token === '{' ? new Set() : undefined)
      expectsKey = token === '{'
    } else if (token === '}' || token === ']') {
      keys.pop()
      expectsKey = false
    } else if (token === ',') expectsKey = keys.at(-1) !== undefined
    else if (token === ':') expectsKey = false
    else if (expectsKey) {
      const key = JSON.parse(token) as string
      const object = keys.at(-1)
      if (object?.has(key)) return `names "${key.slice(0, 40)}" twice`
      if (key === '__proto__' || key === 'constructor') return `names "${key}", which is not allowed`
      object?.add(key)
    }
  }
  return undefined
}

/** A JSON body. Throws an `invalid` problem for what is not JSON, names a key twice, or nests deeper than 64. */
export const parseJson = (text: string): unknown => {
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('must be JSON')
  }
  const fault = inspect(text)
  if (fault) throw invalid(fault)
  return value
}
