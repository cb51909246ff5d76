import type * as z from 'zod/mini'
import type { FieldProblem } from '../../src/domain/problem.ts'
import { listOf, type Message, message } from '../../src/messages/message.ts'

type Issue = z.core.$ZodIssue

const most = (issue: Extract<Issue, { code: 'too_big' }>): Message => {
  const maximum = Number(issue.maximum)
  if (issue.origin === 'string') return message('server', 'field.tooLong', { maximum })
  if (issue.origin === 'array') return message('server', 'field.tooMany', { maximum })
  return message('server', 'field.tooBig', { maximum })
}

const least = (issue: Extract<Issue, { code: 'too_small' }>): Message => {
  const minimum = Number(issue.minimum)
  if (issue.origin === 'string') return message('server', 'field.tooShort', { minimum })
  if (issue.origin === 'array') return message('server', 'field.tooFew', { minimum })
  return message('server', 'field.tooSmall', { minimum })
}

const kinds = ['string', 'number', 'boolean', 'array', 'object'] as const
const isKind = (kind: string): kind is (typeof kinds)[number] => (kinds as readonly string[]).includes(kind)

/** What is wrong with a value, as the rest of a sentence that begins with the name of its field. */
export const faultOf = (issue: Issue): Message => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return message('server', 'field.missing')
      return isKind(issue.expected)
        ? message('server', `field.kind.${issue.expected}`)
        : message('server', 'field.invalid')
    case 'invalid_value':
      return message('server', 'field.oneOf', { values: listOf(issue.values.map(String)) })
    case 'invalid_format':
      return message('server', 'field.form')
    case 'too_big':
      return most(issue)
    case 'too_small':
      return least(issue)
    default:
      return message('server', 'field.invalid')
  }
}

/** The faults of several fields in one sentence, and how many more there are. */
export const inOneSentence = (faults: readonly FieldProblem[], more = 0): Message =>
  message('server', 'notValid', {
    more,
    faults: listOf(
      faults.map(({ field, message: fault }) => message('server', 'field.fault', { field, fault })),
    ),
  })
