import { ProblemError, problem } from '../../src/domain/problem.ts'
import { type Message, message } from '../../src/messages/message.ts'

const deepest = 64

const invalid = (fault: Message): ProblemError =>
  new ProblemError(
    problem('invalid', message('problems', 'bodyNotValid', { fault }), [{ field: 'body', message: fault }]),
  )

/**
 * Whether a JSON text names a key twice in one object, or nests too deep. `JSON.parse` keeps the last of two keys
 * without a word, so that two readers of one body could understand different things.
 */
const inspect = (text: string): Message | undefined => {
  const keys: (Set<string> | undefined)[] = []
  let expectsKey = false
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === '{' || token === '[') {
      if (keys.length >= deepest) return message('server', 'field.nested', { deepest })
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
      if (object?.has(key)) return message('server', 'field.twice', { key: key.slice(0, 40) })
      if (key === '__proto__' || key === 'constructor') return message('server', 'field.reserved', { key })
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
    throw invalid(message('server', 'field.json'))
  }
  const fault = inspect(text)
  if (fault) throw invalid(fault)
  return value
}
