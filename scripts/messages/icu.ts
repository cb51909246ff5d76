import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

/** Every element of a message, at any depth. */
export function* elementsOf(elements: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of elements) {
    yield element
    if ('options' in element) for (const { value } of Object.values(element.options)) yield* elementsOf(value)
    if (element.type === TYPE.tag) yield* elementsOf(element.children)
  }
}

const typeOf = (element: MessageFormatElement): string | undefined => {
  switch (element.type) {
    case TYPE.argument:
      return 'string'
    case TYPE.number:
    case TYPE.plural:
      return 'number'
    case TYPE.date:
    case TYPE.time:
      return 'Instant'
    case TYPE.select:
      return 'Choice'
    case TYPE.tag:
      return 'Tag'
  }
}

/** What a message takes: each parameter with its type in TypeScript, in the order of the message. */
export const parametersOf = (message: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const element of elementsOf(parse(message))) {
    const type = typeOf(element)
    if (type === undefined || !('value' in element) || typeof element.value !== 'string') continue
    const known = found.get(element.value)
    // A parameter that is counted or chosen by may also stand in the sentence as it is.
    if (known === undefined || known === 'string') found.set(element.value, type)
  }
  return found
}

interface Plural {
  name: string
  arms: string[]
  isOrdinal: boolean
}

/** The plurals of a message with the forms they name. */
export const pluralsOf = (message: string): Plural[] =>
  [...elementsOf(parse(message))].flatMap(element =>
    element.type === TYPE.plural
      ? [
          {
            name: element.value,
            arms: Object.keys(element.options),
            isOrdinal: element.pluralType === 'ordinal',
          },
        ]
      : [],
  )

/** What a text names, in its order, each once. */
const namedIn = (elements: readonly MessageFormatElement[]): string[] => [
  ...new Set(
    [...elementsOf(elements)].flatMap(element =>
      typeOf(element) !== undefined && 'value' in element && typeof element.value === 'string'
        ? [element.value]
        : [],
    ),
  ),
]

/** Forms of a plural that name the same parameters in another order than its last one: two of them are swapped there. */
export const swappedForms = (message: string): string[] =>
  [...elementsOf(parse(message))].flatMap(element => {
    if (element.type !== TYPE.plural) return []
    const forms = Object.entries(element.options).map(([form, { value }]) => [form, namedIn(value)] as const)
    const last = forms.at(-1)?.[1] ?? []
    return forms.flatMap(([form, names]) => {
      const expected = last.filter(name => names.includes(name))
      const found = names.filter(name => last.includes(name))
      return expected.join() === found.join() ? [] : [`${form} of {${element.value}}`]
    })
  })

const plain = 'aceinosuwyzACEINOSUWYZ'
const accented = 'åçéîñöšûŵýžÅÇÉÎÑÖŠÛŴÝŽ'
const accents = new Map([...plain].map((letter, at) => [letter, accented[at]]))

/** How much longer a sentence may become in another language. */
const growth = 0.4

/** No word of a language is longer than this; a line breaks between two. */
const longestWord = 8

/** Signs in the place of what another language would say more. */
const padding = (length: number): string =>
  Array.from({ length }, (_, at) =>
    at % longestWord === longestWord - 1 && at < length - 1 ? ' ' : '~',
  ).join('')

const stretched = (text: string): string =>
  [...text].map(letter => accents.get(letter) ?? letter).join('') +
  padding(Math.ceil(text.trim().length * growth))

const walked = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element): MessageFormatElement => {
    if (element.type === TYPE.literal) return { ...element, value: stretched(element.value) }
    if (element.type === TYPE.tag) return { ...element, children: walked(element.children) }
    if (!('options' in element)) return element
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: walked(option.value) },
    ])
    return { ...element, options: Object.fromEntries(options) } as MessageFormatElement
  })

/** The message in the pseudo-language: accents, 40 % longer, in brackets. Parameters and tags stay as they are. */
export const pseudo = (message: string): string => `[${printAST(walked(parse(message)))}]`
