import type { FieldProblem } from '../../src/domain/problem.ts'
import { type Message, message } from '../../src/messages/message.ts'

/** Whether a text can be stored and shown: the database takes no NUL, and half a pair of surrogates is no character. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether a number means the same to every reader of JSON: neither too large to be exact, nor below zero and zero. */
const isPlainNumber = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0)

const faultOf = (value: unknown): Message | undefined => {
  if (typeof value === 'string' && !isPlainText(value)) return message('server', 'field.oddText')
  if (typeof value === 'number' && !isPlainNumber(value)) return message('server', 'field.oddNumber')
  return undefined
}

/** Texts and numbers anywhere in what was sent that no field takes, whatever its schema says; keys are texts too. */
export const oddities = (path: string, value: unknown): FieldProblem[] => {
  const fault = faultOf(value)
  if (fault) return [{ field: path, message: fault }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    isPlainText(key)
      ? oddities(`${path}.${key}`, inner)
      : [{ field: path, message: message('server', 'field.oddKey') }],
  )
}
