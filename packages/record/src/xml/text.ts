import { encodeUtf8 } from './characters.ts'

/** Blanks the encoding that the XML declaration of a text names: a text no longer has one. Positions stay the same. */
const withoutEncoding = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^(<\?xml[^>]*?)\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, (whole, head: string) =>
      head.padEnd(whole.length),
    )

/** The bytes of a document that is given as bytes or as text. */
export const bytesOf = (document: string | Uint8Array): Uint8Array =>
  typeof document === 'string' ? encodeUtf8(withoutEncoding(document)) : document
