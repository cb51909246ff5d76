import { encodeUtf8 } from './characters.ts'

/** The five entities that every document has (XML 1.0 §4.6). */
export const predefinedEntities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
])

/** Code point that a character reference (text between & and ;) names, or undefined where it is malformed. */
export const referencedCodePoint = (body: string): number | undefined => {
  const radix = body[1] === 'x' ? 16 : 10
  const first = radix === 16 ? 2 : 1
  if (body[0] !== '#' || body.length === first) return undefined
  let codePoint = 0
  for (let i = first; i < body.length; i++) {
    const digit = digitOf(body.charCodeAt(i))
    if (digit >= radix) return undefined
    codePoint = codePoint * radix + digit
  }
  return codePoint
}

/** Value of a hexadecimal digit, more than that for any other character. */
const digitOf = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 16
}

/** A predefined entity: as it is written, from its "&" to its ";", and its character. */
interface Entity {
  readonly written: Uint8Array
  readonly bytes: Uint8Array
}

const predefined: readonly Entity[] = [...predefinedEntities].map(([name, text]) => ({
  written: encodeUtf8(`&${name};`),
  bytes: encodeUtf8(text),
}))

/** The predefined entity at the position; undefined if there is none. */
export const predefinedAt = (buffer: Uint8Array, start: number): Entity | undefined => {
  for (let n = 0; n < predefined.length; n++) {
    const entity = predefined[n]!
    const { written } = entity
    let i = 1
    while (i < written.length && buffer[start + i] === written[i]) i++
    if (i === written.length) return entity
  }
  return undefined
}

const known = new Map<number, Uint8Array>()

/** UTF-8 of a character, kept for the few that recur. */
export const characterUtf8 = (codePoint: number): Uint8Array => {
  const found = known.get(codePoint)
  if (found !== undefined) return found
  const bytes = encodeUtf8(String.fromCodePoint(codePoint))
  if (known.size < 256) known.set(codePoint, bytes)
  return bytes
}
