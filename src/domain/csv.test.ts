import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells that hold separators, quotes or line breaks are quoted', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', null, undefined, 3])).toBe('a,"b,c","d""e","f\ng",,,3\r\n')
})

test('text that a spreadsheet would run as a formula is led by an apostrophe; numbers stay numbers', () => {
  expect(csvLine(['=1+1', '+44', '-cmd', '@x', '\tx', '-12.5', '-', 'Ŵ'])).toBe(
    "'=1+1,'+44,'-cmd,'@x,'\tx,-12.5,'-,Ŵ\r\n",
  )
})
