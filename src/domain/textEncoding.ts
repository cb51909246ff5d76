/** How the text of a file is written as bytes. */
export const textEncodings = ['utf-8', 'utf-16', 'windows-1252'] as const
export type TextEncoding = (typeof textEncodings)[number]

type Utf16 = 'utf-16le' | 'utf-16be'

/** UTF-16 by its mark or, without one, by the zero byte next to each Latin letter. */
const utf16Of = (bytes: Uint8Array): Utf16 | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be'
  return bytes[1] === 0 && bytes[0] !== 0 ? 'utf-16le' : undefined
}

/**
 * The text of a file, and how it was written: UTF-8, UTF-16, or Windows-1252, which spreadsheets write and which takes any
 * byte (decisions §19). A byte order mark is left out.
 */
export const decodeText = (bytes: Uint8Array): { text: string; encoding: TextEncoding } => {
  const utf16 = utf16Of(bytes)
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'utf-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}
