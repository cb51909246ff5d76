import { describe, expect, it } from 'vitest'
import { createFileText, createLineIndexer, type FileText } from './lineIndex.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const utf16 = (text: string, isLittle: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 2 + 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, isLittle)
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle)
  return bytes
}

const indexed = (bytes: Uint8Array<ArrayBuffer>, chunkBytes = 1000): FileText => {
  const indexer = createLineIndexer()
  for (let at = 0; at < bytes.length; at += chunkBytes) indexer.write(bytes.subarray(at, at + chunkBytes))
  return createFileText(new Blob([bytes]), indexer.end())
}

/** The rows of a text as they are described: 128 bytes of a line each, never half a character. */
const expectedRows = (text: string): string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .flatMap(line => {
      const whole = bytesOf(line)
      const rows: string[] = []
      let from = 0
      for (let part = 0; part < Math.max(1, Math.ceil(whole.length / 128)); part += 1) {
        let to = Math.min(whole.length, (part + 1) * 128)
        while (to < whole.length && ((whole[to] ?? 0) & 0xc0) === 0x80) to -= 1
        rows.push(new TextDecoder().decode(whole.subarray(from, to)).replace(/\r$/, ''))
        from = to
      }
      return rows
    })

const textOf = async (file: FileText, from = 0, count = file.rows) =>
  (await file.read(from, count)).map(({ text }) => text)

describe('a file as rows of text', () => {
  it.each([
    ['one line', '<a/>'],
    ['a line feed at the end', '<a>\n</a>\n'],
    ['none', '<a>\n</a>'],
    ['empty lines', '\n\n<a/>\n\n'],
    ['carriage returns', '<a>\r\n  <b/>\r\n</a>\r\n'],
    ['a long line', `<a>${'x'.repeat(2000)}</a>\n<b/>`],
    ['a long line of letters of two bytes', `<a>${'ŵ'.repeat(2000)}</a>\n<b/>`],
    ['a long line of letters of three bytes', `é${'€'.repeat(900)}\n<b/>`],
    ['a line of just one row', `${'x'.repeat(128)}\n<b/>`],
    ['nothing', ''],
  ])('has each line, cut where it is long: %s', async (_, text) => {
    const rows = expectedRows(text)
    for (const chunkBytes of [1, 7, 1000]) {
      const file = indexed(bytesOf(text), chunkBytes)
      expect(file.rows).toBe(rows.length)
      expect(file.lines).toBe(text.replace(/\n$/, '').split('\n').length)
      expect(await textOf(file)).toEqual(rows)
    }
  })

  const many = Array.from({ length: 30_000 }, (_, at) => `  <b n="${at}">${'ŷ'.repeat(at % 40)}</b>`).join(
    '\n',
  )
  const one = `<a>${Array.from({ length: 20_000 }, (_, at) => `<b n="${at}">ŷ€</b>`).join('')}</a>`

  it.each([
    ['many lines', many],
    ['one line', one],
    ['a long line between short ones', `${many}\n${one}\n${many}`],
  ])('is read from anywhere in a file of several blocks: %s', async (_, text) => {
    const rows = expectedRows(text)
    const file = indexed(bytesOf(text), 4096)
    expect(file.rows).toBe(rows.length)
    for (let from = 0; from < rows.length; from += Math.ceil(rows.length / 97))
      expect(await textOf(file, from, 3)).toEqual(rows.slice(from, from + 3))
    expect(await textOf(file, rows.length - 1, 50)).toEqual(rows.slice(-1))
    expect(await textOf(file, rows.length, 5)).toEqual([])
  })

  it('finds the row and the character of a byte, and the row of a line', async () => {
    const text = `${many}\n${one}\n${many}`
    const file = indexed(bytesOf(text), 4096)
    const places = [...text.matchAll(/<b n="(?:0|7|12345|29999)"/g)].map(({ index, 0: tag }) => ({
      tag,
      byte: bytesOf(text.slice(0, index)).length,
      line: text.slice(0, index).split('\n').length,
    }))
    expect(places.length).toBeGreaterThan(8)
    for (const { tag, byte, line } of places) {
      const at = await file.rowOfByte(byte)
      const [row] = await file.read(at, 2)
      if (!row) throw new Error('There is no such row.')
      expect(row.line).toBe(line)
      const next = (await file.read(at + 1, 1))[0]?.text ?? ''
      expect((row.text + next).slice(file.charactersBefore(row, byte))).toMatch(new RegExp(`^${tag}`))
      const [first] = await file.read(await file.rowOfLine(line), 1)
      expect(first).toMatchObject({ line, isContinued: false })
    }
    expect((await file.read(await file.rowOfLine(1_000_000), 1))[0]?.line).toBe(file.lines)
    expect(await file.rowOfLine(0)).toBe(0)
    expect(await file.rowOfByte(1e9)).toBe(file.rows - 1)
  })

  it.each([true, false])('reads UTF-16, little-endian: %s', async isLittle => {
    const text = `<a>\r\n  <b>Ċ ਊ</b>\n${'😀'.repeat(300)}\n</a>`
    for (const chunkBytes of [2, 999, 1000]) {
      const file = indexed(utf16(text, isLittle), chunkBytes)
      expect(file.lines).toBe(4)
      const rows = await file.read(0, 20)
      expect(rows.map(({ text: row }) => row).join('')).toBe(text.replaceAll(/[\r\n]/g, ''))
      expect(rows.map(({ line }) => line)).toEqual([1, 2, ...Array(10).fill(3), 4])
    }
  })

  it('reads an encoding of one byte where the file declares it', async () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<a>caf\u00e9</a>'
    const file = indexed(Uint8Array.from(text, character => character.charCodeAt(0)))
    expect(await textOf(file)).toEqual(text.split('\n'))
  })

  it('finds the byte of a line and column', async () => {
    const text = `<a>\n  <b>ŵ😀</b><c/>\n${'€'.repeat(500)}<d/>\n</a>`
    for (const [place, tag] of [
      [{ line: 1, column: 1 }, '<a>'],
      [{ line: 2, column: 12 }, '<c/>'],
      [{ line: 3, column: 501 }, '<d/>'],
    ] as const) {
      const marked = bytesOf(`\ufeff${text}`)
      expect(await indexed(bytesOf(text)).byteOf(place)).toBe(
        bytesOf(text.slice(0, text.indexOf(tag))).length,
      )
      expect(await indexed(marked).byteOf(place)).toBe(bytesOf(text.slice(0, text.indexOf(tag))).length + 3)
      expect(await indexed(utf16(text, true)).byteOf(place)).toBe(2 + 2 * text.indexOf(tag))
    }
    expect(await indexed(bytesOf(text)).byteOf({ line: 99, column: 1 })).toBe(0)
  })

  it('takes little memory of a large file', () => {
    const indexer = createLineIndexer()
    const chunk = bytesOf(`${'x'.repeat(39)}\n`.repeat(25_000))
    for (let megabytes = 0; megabytes < 100; megabytes += 1) indexer.write(chunk)
    const { lineAt, rowAt, startAt, lines } = indexer.end()
    expect(lines).toBe(2_500_000)
    expect(lineAt.byteLength + rowAt.byteLength + startAt.byteLength).toBeLessThan(50_000)
  })
})
