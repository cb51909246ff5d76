import { describe, expect, it } from 'vitest'
import { searchOptions } from './optionSearch.ts'

const options = [
  { id: '0001', label: '0001 - University of Ashby' },
  { id: '0021', label: '0021 - Prifysgol Llŷn' },
  { id: '0210', label: '0210 - Brackley Institute of Arts' },
  { id: '1001', label: "1001 - St Ann's College" },
]
const found = (text: string) => searchOptions(options, text).map(({ id }) => id)

describe('the search in a list of options', () => {
  it.each([
    ['a name anywhere in the words', 'ashby', ['0001']],
    ['a name with one mistake in seven letters', 'Brakley', ['0210']],
    ['no name with two mistakes in five letters', 'Eshbi', []],
    ['letters without their accents', 'llyn', ['0021']],
    ['what was typed without its signs', '(ashby)', ['0001']],
    ['digits exactly, in id and words', '021', ['0021', '0210']],
    ['digits at their place only', '001', ['0001', '1001']],
    ['no digits with a mistake', '0031', []],
    ['everything for signs alone', '-', ['0001', '0021', '0210', '1001']],
  ])('finds %s', (_, text, ids) => {
    expect(found(text)).toEqual(ids)
  })
})
