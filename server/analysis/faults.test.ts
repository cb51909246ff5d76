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

it('leaves faults of our own and what is no error', () => {
  const own = new Error('The stage "ENRICHMENT" was given up.')
  expect(withoutValues(own)).toBe(own)
  expect(withoutValues('broken')).toBe('broken')
})
