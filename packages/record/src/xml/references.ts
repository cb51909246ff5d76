import { encodeUtf8 } from './characters.ts'

/** The five entities that every document has (XML 1.0 §4.6). */
export const predefinedEntities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
])

const decimalReference = /^#([0-9]+)$/
const hexadecimalReference = /^#x([0-9a-fA-F]+)$/

/** Code point that a character reference (text between & and ;) names, or undefined where it is malformed. */
export const referencedCodePoint = (body: string): number | undefined => {
  const decimal = decimalReference.exec(body)?.[1]
  if (decimal !== undefined) return Number.parseInt(decimal, 10)
  const hexadecimal = hexadecimalReference.exec(body)?.[1]
  return hexadecimal === undefined ? undefined : Number.parseInt(hexadecimal, 16)
}

const known = new Map<string, Uint8Array>()

/** UTF-8 of a short text, kept for the few that recur. */
export const cachedUtf8 = (text: string): Uint8Array => {
  const found = known.get(text)
  if (found !== undefined) return found
  const bytes = encodeUtf8(text)
  if (known.size < 256) known.set(text, bytes)
  return bytes
}
