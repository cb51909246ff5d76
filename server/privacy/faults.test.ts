import { expect, it } from 'vitest'
import { withoutValues } from './faults.ts'

it("takes out what the database's words quote of a record, and nothing else", () => {
  const fault = new Error(
    'Conversion Error: Could not convert string \'O"Neill\' to DATE when casting from "BIRTHDTE"',
  )
  const redacted = withoutValues(fault) as Error
  expect(redacted.message).toBe(
    'Conversion Error: Could not convert string \'…\' to DATE when casting from "…"',
  )
  expect(`${redacted.stack}`).not.toContain('Neill')
  const own = new Error('The stage "ENRICHMENT" was given up.')
  expect(withoutValues(own)).toBe(own)
  expect(withoutValues('broken')).toBe('broken')
})
