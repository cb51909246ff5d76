/** Byte and code point classes of XML 1.0, fifth edition, productions 2–4a. */

export const TAB = 0x09
export const LF = 0x0a
export const CR = 0x0d
export const SPACE = 0x20
export const BANG = 0x21
export const QUOTE = 0x22
export const HASH = 0x23
export const AMP = 0x26
export const APOS = 0x27
export const DASH = 0x2d
export const SLASH = 0x2f
export const COLON = 0x3a
export const SEMICOLON = 0x3b
export const LT = 0x3c
export const EQUALS = 0x3d
export const GT = 0x3e
export const QUESTION = 0x3f
export const LEFT_BRACKET = 0x5b
export const RIGHT_BRACKET = 0x5d

type Range = readonly [from: number, to: number]

/** NameStartChar beyond ASCII. */
export const nameStartRanges: readonly Range[] = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
]

/** NameChar beyond ASCII that may not begin a name. */
export const nameOnlyRanges: readonly Range[] = [
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
]

const within = (ranges: readonly Range[], codePoint: number): boolean =>
  ranges.some(([from, to]) => codePoint >= from && codePoint <= to)

const isAsciiNameStart = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f || byte === COLON

const isAsciiName = (byte: number): boolean =>
  isAsciiNameStart(byte) || (byte >= 0x30 && byte <= 0x39) || byte === DASH || byte === 0x2e

/** Whether the code point may begin a name (colon included). */
export const isNameStart = (codePoint: number): boolean =>
  codePoint < 0x80 ? isAsciiNameStart(codePoint) : within(nameStartRanges, codePoint)

/** Whether the code point is allowed inside a name (colon included). */
export const isNameCharacter = (codePoint: number): boolean =>
  codePoint < 0x80
    ? isAsciiName(codePoint)
    : within(nameStartRanges, codePoint) || within(nameOnlyRanges, codePoint)

/** Whether the code point is an XML Char (production 2). */
export const isXmlCharacter = (codePoint: number): boolean =>
  codePoint >= 0x20
    ? codePoint <= 0xd7ff ||
      (codePoint >= 0xe000 && codePoint <= 0xfffd) ||
      (codePoint >= 0x10000 && codePoint <= 0x10ffff)
    : codePoint === TAB || codePoint === LF || codePoint === CR

const bytesWhere = (test: (byte: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (test(byte) ? 1 : 0))

/** 1 where the byte is an ASCII character that may begin a name. */
export const ASCII_NAME_START = bytesWhere(byte => byte < 0x80 && isAsciiNameStart(byte))
/** 1 where the byte is an ASCII character of a name. */
export const ASCII_NAME = bytesWhere(byte => byte < 0x80 && isAsciiName(byte))

/** 1 where the byte may be of a name: ASCII of a name, or a part of any character beyond ASCII. */
export const NAME_BYTE = bytesWhere(byte => byte >= 0x80 || isAsciiName(byte))

const isPlain = (byte: number): boolean => (byte >= SPACE && byte < 0x80) || byte === TAB
/** 1 if the byte is plain text in a comment, instruction or CDATA section. */
export const PLAIN = bytesWhere(isPlain)
/** 1 where the byte needs no look in text. */
export const PLAIN_TEXT = bytesWhere(
  byte => isPlain(byte) && byte !== LT && byte !== AMP && byte !== RIGHT_BRACKET,
)
/** 1 where the byte is printable ASCII and needs no look in text. */
export const PRINTABLE_TEXT = bytesWhere(byte => byte >= SPACE && byte < 0x7f && PLAIN_TEXT[byte] === 1)

/** 1 where the byte begins a character of two or three bytes that is allowed whatever bytes of a character follow. */
export const FREE_LEAD = bytesWhere(
  byte => (byte >= 0xc2 && byte < 0xe0) || (byte > 0xe0 && byte < 0xed) || byte === 0xee,
)

/** 1 where the byte needs no look in an attribute value. */
export const PLAIN_VALUE = bytesWhere(
  byte => isPlain(byte) && byte !== LT && byte !== AMP && byte !== QUOTE && byte !== APOS && byte !== TAB,
)

/** How the code point is shown in a message, e.g. `U+0000`. */
export const showCodePoint = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** Bytes up to which ASCII is put together here: a call of the decoder costs more. */
const shortBytes = 24

/** Text of a range of ASCII, or undefined if it has other bytes. */
const asciiText = (bytes: Uint8Array, from: number, to: number): string | undefined => {
  let text = ''
  for (let p = from; p < to; p++) {
    const byte = bytes[p]!
    if (byte >= 0x80) return undefined
    text += String.fromCharCode(byte)
  }
  return text
}

/** Text of a range of valid UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array, from = 0, to = bytes.length): string =>
  (to - from <= shortBytes ? asciiText(bytes, from, to) : undefined) ??
  decoder.decode(bytes.subarray(from, to))

/** UTF-8 of a text. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text)
