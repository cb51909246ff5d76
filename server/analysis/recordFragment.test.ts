import { expect, it } from 'vitest'
import { readFragment } from './recordFragment.ts'

const text = `<?xml version="1.0"?>\n<R a=">">\n<P><N>é</N></P><P><N>日</N><Q><N>2</N></Q></P></R>`
const record = '<P><N>日'

const utf16 = (isLittle: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

/** The second P, which begins in the middle of its line, and the record in it. */
it.each([
  ['UTF-8', Buffer.from(text), Buffer.from(text.slice(0, text.indexOf(record))).length, 1],
  ['UTF-16, little endian', utf16(true), 2 + 2 * text.indexOf(record), 2],
  ['UTF-16, big endian', utf16(false), 2 + 2 * text.indexOf(record), 2],
] as const)(
  'reads a record from the middle of a file in %s, with the places of the file',
  (_, file, byte, width) => {
    const from = byte - 10
    const read = readFragment(
      { head: file, bytes: file.subarray(from), leadBytes: 10, line: 3, byte },
      new Set(['P', 'Q']),
    )
    expect(read).toMatchObject({
      name: 'P',
      line: 3,
      byte,
      fields: [{ name: 'N', value: '日', line: 3 }],
      children: [{ name: 'Q', line: 3, fields: [{ name: 'N', value: '2' }] }],
    })
    const before = '<P><N>日</N>'
    expect((read?.children[0]?.byte ?? 0) - byte).toBe(
      width === 1 ? Buffer.byteLength(before) : 2 * before.length,
    )
  },
)
