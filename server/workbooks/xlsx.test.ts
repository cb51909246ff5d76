import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre'
import { describe, expect, it } from 'vitest'
import { type CellValue, sheetNames, workbook } from './xlsx.ts'

/** What is written, read again by a package that has nothing to do with the writer. */
const written = async (rows: readonly (readonly CellValue[])[], rowCount?: number) => {
  const book = await readXlsx(
    await buffer(
      workbook([
        {
          name: 'First',
          columns: [
            { heading: 'Name', width: 20 },
            { heading: 'Number', width: 10 },
          ],
          ...(rowCount === undefined ? {} : { rowCount }),
          rows: () => [rows],
        },
        { name: 'Second', columns: [{ heading: 'Only', width: 10 }], rows: () => [] },
      ]),
    ),
  )
  return book.sheets
}

describe('a workbook', () => {
  it('holds its sheets with their headings, texts and numbers', async () => {
    const [first, second] = await written([
      ['Ann & <Bob> "Cy"', 12.5],
      [null, -3],
    ])
    expect([first?.name, second?.name]).toEqual(['First', 'Second'])
    expect(first?.rows[0]).toEqual(['Name', 'Number'])
    expect(first?.rows[1]).toEqual(['Ann & <Bob> "Cy"', 12.5])
    expect(first?.rows[2]?.[1]).toBe(-3)
    expect(first?.rows[2]?.[0] ?? null).toBeNull()
    expect(second?.rows).toEqual([['Only']])
  })

  it('keeps what begins like a formula as text, also when it is edited', async () => {
    const texts = ['=1+1', '+44 20', '-5', '@SUM(A1)', '\t=2']
    const content = workbook([
      { name: 'A', columns: [{ heading: 'x', width: 5 }], rows: () => [texts.map(text => [text])] },
    ])
    const bytes = await buffer(content)
    const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets
    expect(sheet?.rows.slice(1).map(([text]) => text)).toEqual(texts)
    for (const [, cell] of sheet?.cells ?? []) expect(cell.formula).toBeUndefined()
  })

  it('leaves out what XML cannot hold, and cuts what Excel cannot open', async () => {
    const [sheet] = await written([
      ['a\u0000b\ud800c', 1],
      ['x'.repeat(40_000), 2],
    ])
    expect(sheet?.rows[1]?.[0]).toBe('a\ufffdb\ufffdc')
    expect(sheet?.rows[2]?.[0]).toHaveLength(32_767)
  })

  it('filters by every heading where it is a list', async () => {
    const [list] = await written([['a', 1]], 1)
    expect(list?.autoFilter?.range).toBe('A1:B2')
    expect(list?.freezePane?.rows).toBe(1)
  })

  it('ends with the fault of a sheet that cannot be read', async () => {
    const content = workbook([
      {
        name: 'A',
        columns: [],
        rows: async function* () {
          yield [['fine']]
          throw new Error('gone')
        },
      },
    ])
    await expect(buffer(content)).rejects.toThrow('gone')
  })

  it('has names of sheets that Excel takes', () => {
    expect(sheetNames(['Student', 'student', "'a/b'", 'x'.repeat(40), 'x'.repeat(41), '[]'])).toEqual([
      'Student',
      'student (2)',
      'a b',
      'x'.repeat(31),
      `${'x'.repeat(27)} (2)`,
      'Sheet',
    ])
  })
})
