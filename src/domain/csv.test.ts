import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, csvRecords } from './csv.ts'

test('cells that hold separators, quotes or line breaks are quoted', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', null, undefined, 3])).toBe('a,"b,c","d""e","f\ng",,,3\r\n')
})

test('text that a spreadsheet would run as a formula is led by an apostrophe; numbers stay numbers', () => {
  expect(csvLine(['=1+1', '+44', '-cmd', '@x', '\tx', '-12.5', '-', 'Ŵ'])).toBe(
    "'=1+1,'+44,'-cmd,'@x,'\tx,-12.5,'-,Ŵ\r\n",
  )
})

test('a negative number or percentage is no formula', () => {
  expect(csvLine(['-20%', '-0.5 points', '-1,234', '-1,234.5', -3])).toBe(
    '-20%,-0.5 points,"-1,234","-1,234.5",-3\r\n',
  )
  expect(csvLine(['-20%+1', '-1,2', '-2-3', '-%'])).toBe("'-20%+1,\"'-1,2\",'-2-3,'-%\r\n")
})

test('an identifier of fifteen digits or more is text for a spreadsheet, which keeps fifteen digits of a number', () => {
  expect(csvLine(['123456789012345', '00000000000000012345', '12345678901234', 123456789012345])).toBe(
    '"=""123456789012345""","=""00000000000000012345""",12345678901234,123456789012345\r\n',
  )
})

test('what is written is read again as it was shown: formulas with their apostrophe, all else as it is', () => {
  const cells = [
    '=cmd',
    '+1 more',
    '-1',
    '@x',
    '\tx',
    '\rx',
    'a\r\nb',
    'say "x", y',
    "'quoted'",
    'Ŵyn Llŷr',
    '',
  ]
  const shown = cells.map(cell => (/^([=+@\t\r])/.test(cell) ? `'${cell}` : cell))
  expect(csvRecords(csvLine(cells)).map(record => record.cells)).toEqual([shown])
})

test('a program gets every text back: it takes away one apostrophe before a formula, and what is around a long identifier', () => {
  const odd = fc.string({ unit: fc.constantFrom(...`'=+-@\t\r\n",x1.%`), maxLength: 8 })
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '9'), minLength: 13, maxLength: 20 })
  const mixed = fc.tuple(fc.constantFrom('=', '="', "'", '\'="'), digits, odd).map(parts => parts.join(''))
  const identifier = /^="(\d{15,})"$/
  const plainOf = (shown: string): string =>
    identifier.exec(shown)?.[1] ?? (/^''*[=+\-@\t\r]/.test(shown) ? shown.slice(1) : shown)
  fc.assert(
    // A line with nothing in it is no record.
    fc.property(fc.array(fc.oneof(odd, digits, mixed), { minLength: 2, maxLength: 5 }), cells => {
      const [record] = csvRecords(csvLine(cells))
      expect(record?.cells.map(plainOf)).toEqual(cells)
      for (const shown of record?.cells ?? [])
        expect(shown).toMatch(/^(?![=+\-@\t\r])|^-?[\d,]+(\.\d+)?%?$|^="\d{15,}"$/)
    }),
  )
})
