import { expect, it } from 'vitest'
import { dateForms, formatOptions, listIn, numberIn } from './formats.ts'

it('a language of which the machine knows no forms has those of the English of the portal, not of the machine', () => {
  // Klingon, of which no machine knows the dates.
  const unknown = 'tlh'
  expect(Intl.DateTimeFormat.supportedLocalesOf(unknown)).toEqual([])
  const date = formatOptions.formatters?.getDateTimeFormat?.(unknown, dateForms.calendarDay)
  expect(date?.format(new Date('2026-11-26T00:00:00Z'))).toBe('26/11/2026')
  expect(listIn(unknown, ['a', 'b', 'c'])).toBe('a, b and c')
  expect(numberIn(unknown, 1234.5)).toBe('1,234.5')
})
