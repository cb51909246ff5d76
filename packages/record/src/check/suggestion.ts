import { normalise, type SimpleType, type Span } from '../schema/simpleType.ts'
import { decodeUtf8, encodeUtf8 } from '../xml/characters.ts'
import { characterText } from './characterText.ts'
import type { WrongCharacter } from './fault.ts'

/** Characters that software puts in place of plain ones, with the plain one. Nothing else is ever suggested. */
const replacements = new Map(
  Object.entries({
    "'": '\u2018\u2019\u201a\u201b\u02bc\u2032`\u00b4',
    '"': '\u201c\u201d\u201e\u2033',
    '-': '\u2010\u2011\u2012\u2013\u2014\u2212\u00ad',
    ' ': '\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
    '': '\u200b\u200c\u200d\u2060\ufeff',
  }).flatMap(([plain, others]) => [...others].map(other => [other, plain] as const)),
)

const replaceable = new RegExp(`[${[...replacements.keys()].join('')}]`, 'g')

const plain = (value: string): string =>
  value.normalize('NFC').replace(replaceable, character => replacements.get(character) ?? character)

/** Day and month before the year, as people in the United Kingdom write it. */
const isoDate = (value: string): string =>
  value.replace(
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )

const withoutThousands = (value: string): string =>
  /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value) ? value.replaceAll(',', '') : value

const isAllowed = (type: SimpleType, value: string): boolean => {
  const bytes = encodeUtf8(value)
  const span: Span = { bytes, from: 0, to: 0 }
  return type.check(bytes, 0, bytes.length, span, () => undefined) === undefined
}

/** What the author of a value probably meant: from a fixed list, and only if the schema allows it. */
export const suggestionFor = (type: SimpleType, value: string): string | undefined => {
  const trimmed = value.trim()
  const candidates = [plain(value), isoDate(trimmed), withoutThousands(trimmed), isoDate(plain(trimmed))]
  return candidates.find(candidate => candidate !== value && candidate !== '' && isAllowed(type, candidate))
}

/** The suggestion in words: the plain character if the wrong one has one, else the whole value. */
export const suggestionText = (suggestion: string, wrong: WrongCharacter | undefined): string => {
  const replacement = wrong && replacements.get(wrong.character)
  return replacement ? characterText(replacement) : suggestion
}

/** The first character after which no pattern of the type can still match. */
export const wrongCharacter = (
  { facets }: SimpleType,
  { bytes, from, to }: Readonly<Span>,
): WrongCharacter | undefined => {
  const span: Span = { bytes, from, to }
  normalise(facets.whiteSpace, bytes, from, to, span)
  const value = decodeUtf8(span.bytes, span.from, span.to)
  for (const { automaton } of facets.patterns) {
    const followed = automaton.followed(value)
    const character = characterAt(value, followed)
    if (character !== undefined) return { position: followed + 1, character }
  }
  return undefined
}

/** The character after so many others; undefined if there is none. */
const characterAt = (text: string, index: number): string | undefined => {
  let left = index
  for (const character of text) if (left-- === 0) return character
  return undefined
}
