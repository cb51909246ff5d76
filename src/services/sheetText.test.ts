import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { csvRecords } from '../domain/csv.ts'
import { sheetText } from './sheetText.ts'

const bookOf = async (rows: (string | number | null)[][], percentages: string[] = []): Promise<Blob> => {
  const cells = new Map(
    percentages.map(at => {
      const [row = 0, column = 0] = at.split(',').map(Number)
      return [at, { value: rows[row]?.[column] ?? null, type: 'number' as const, style: { numFmt: '0.0%' } }]
    }),
  )
  const bytes = await writeXlsx({ sheets: [{ name: 'A', rows, cells }] })
  return new Blob([bytes.slice()])
}

describe('a workbook as text', () => {
  it('has a line for each row, with texts and numbers as they are', async () => {
    const text = await sheetText(
      await bookOf([
        ['rule', 'value'],
        ['QR,\n "A"', 8.25],
        [null, null],
        ['-5', -10],
      ]),
    )
    expect(csvRecords(text).map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['rule', 'value']],
      [2, ['QR,  "A"', '8.25']],
      ...(text.split('\r\n')[2] === ',' ? [[3, ['', '']]] : []),
      [4, ['-5', '-10']],
    ])
  })

  it('has percentages as the sheet shows them', async () => {
    expect(await sheetText(await bookOf([['value'], [0.07], [0.5]], ['1,0']))).toBe('value\r\n7%\r\n0.5\r\n')
  })

  it('is refused if it is no workbook', async () => {
    await expect(sheetText(new Blob(['rule,value\n']))).rejects.toThrow()
  })
})
