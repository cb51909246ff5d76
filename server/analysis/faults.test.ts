import { expect, it } from 'vitest'
import { withoutValues } from './faults.ts'

const redacted = (text: string): Error => withoutValues(new Error(text)) as Error

it.each([
  ['a value', `Conversion Error: Could not convert string 'O"Neill' to DATE when casting from "BIRTHDTE"`],
  ['a value with the same quote', "Conversion Error: Could not convert string 'O'Neill' to DATE"],
  ['a value of two lines', 'Conversion Error: Could not convert string "Mc\nNeill" to DATE'],
  [
    'a value that is told again without quotes',
    'Invalid Input Error: Could not parse string "Neill" according to format specifier "%Y"\nNeill\n^',
  ],
])("takes %s of a record out of the database's words", (_, text) => {
  const { message, stack } = redacted(text)
  expect(message).toMatch(/^(?:Conversion|Invalid Input) Error: Could not \w+ string …$/)
  expect(`${message} ${stack}`).not.toContain('Neill')
})

it('takes figures out, and leaves the names of types', () => {
  const { message } = redacted('Out of Range Error: Overflow in addition of INT32 (1234567 + 98.5)!')
  expect(message).toBe('Out of Range Error: Overflow in addition of INT32 (… + …)!')
})

it('leaves what is wrong with the machine, without its paths', () => {
  const full = redacted('IO Error: Could not write file "/work/8f14/x.parquet": No space left on device')
  expect(full.message).toBe('IO Error: Could not write file "…": No space left on device')
  const spilled =
    "Out of Memory Error: failed to offload data block.\nThis limit was set by 'max_temp_directory_size'."
  expect(redacted(spilled).message).toBe(spilled)
})

it('leaves faults of our own and what is no error', () => {
  const own = new Error('The stage "ENRICHMENT" was given up.')
  expect(withoutValues(own)).toBe(own)
  expect(withoutValues('broken')).toBe('broken')
})
