import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { expect, it } from 'vitest'
import { messagesOf, scopes, source } from '../scripts/messages/catalogue.ts'
import { elementsOf, parametersOf } from '../scripts/messages/icu.ts'
import type { Scope } from '../src/messages/message.ts'
import { formatMessage, loadMessages } from '../src/messages/messages.ts'

/*
 * Each message with two or more parameters, in all of its forms, with a value of its own for every parameter: two that are
 * swapped show as a changed sentence. A reader compares the sentences with their values once, and reads each difference.
 */

/** `npx vitest run --project unit tests/sentences.test.ts -u` renews it: read the difference. */
const golden = join(import.meta.dirname, 'golden/sentences.golden')

/** More forms than these are not multiplied: each parameter then goes through its own forms alone. */
const formsAtMost = 64

type Values = Readonly<Record<string, unknown>>

/** The forms that each parameter of a message chooses between. */
const formsOf = (message: string): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>()
  for (const element of elementsOf(parse(message)))
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      const forms = found.get(element.value) ?? new Set<string>()
      found.set(element.value, forms)
      for (const form of Object.keys(element.options)) forms.add(form)
    }
  return found
}

/** A moment of its own for each place: day, month, hour and minute all differ. */
const momentAt = (place: number): Date => new Date(Date.UTC(2026, place, 10 + place, 12 + place, 30 + place))

/** A number that the form is for; 11, 22, 33 … tell the parameters apart. */
const numberIn = (form: string, place: number): number => {
  if (form.startsWith('=')) return Number(form.slice(1))
  return { one: 1, two: 2, few: 3 }[form] ?? 11 * place
}

/** The values of one parameter, one for each form of it. */
const valuesOf = (name: string, type: string, place: number, forms: ReadonlySet<string>): unknown[] => {
  switch (type) {
    case 'number':
      return forms.size === 0 ? [11 * place] : [...forms].map(form => numberIn(form, place))
    case 'Choice':
      return [...forms].map(form => (form === 'true' || form === 'false' ? form === 'true' : form))
    case 'Instant':
      return [momentAt(place)]
    case 'Tag':
      return [(children: readonly string[]) => `<${name}>${[children].flat().join('')}</${name}>`]
    default:
      return [`‹${name}›`]
  }
}

/** Every combination of values; where these are too many, each parameter changes alone. */
const combinations = (choices: readonly (readonly [string, readonly unknown[]])[]): Values[] => {
  const count = choices.reduce((product, [, values]) => product * values.length, 1)
  if (count <= formsAtMost)
    return choices.reduce<Values[]>(
      (all, [name, values]) => all.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
      [{}],
    )
  const last = Object.fromEntries(choices.map(([name, values]) => [name, values.at(-1)]))
  return choices.flatMap(([name, values]) => values.map(value => ({ ...last, [name]: value })))
}

const told = (value: unknown): string | undefined => {
  if (typeof value === 'function') return undefined
  return value instanceof Date ? value.toISOString().slice(0, 16) : String(value)
}

const parametersIn = (values: Values): string =>
  Object.entries(values)
    .flatMap(([name, value]) => {
      const text = told(value)
      return text === undefined || text === `‹${name}›` ? [] : [`${name} ${text}`]
    })
    .join(', ')

/** The sentences of a message, each once, behind the first values that give it. */
const sentencesOf = (message: string, written: (values: Values) => string): string[] => {
  const forms = formsOf(message)
  const choices = [...parametersOf(message)].map(
    ([name, type], at) => [name, valuesOf(name, type, at + 1, forms.get(name) ?? new Set())] as const,
  )
  const found = new Map<string, string>()
  for (const values of combinations(choices)) {
    const sentence = written(values)
    if (!found.has(sentence)) found.set(sentence, parametersIn(values))
  }
  return [...found].map(([sentence, values]) => `  ${values ? `(${values}) ` : ''}${sentence}`)
}

/** Messages with two or more parameters that are no tags. */
const withSeveral = (scope: string): [string, string][] =>
  Object.entries(messagesOf(source, scope)).filter(
    ([, message]) => [...parametersOf(message).values()].filter(type => type !== 'Tag').length > 1,
  )

it('messages with several parameters put every value where a reader has seen it', async () => {
  const lines: string[] = []
  for (const scope of scopes()) {
    const catalogue = await loadMessages(source, scope as Scope)
    for (const [key, message] of withSeveral(scope))
      lines.push(
        `${scope} ${key}`,
        ...sentencesOf(message, values => [formatMessage(source, catalogue, key, values)].flat().join('')),
      )
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden)
})
