import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dateForms } from '../src/messages/formats.ts'
import { filesBelow } from './support/source.ts'

/**
 * Dates and times have one form for each meaning (specification 1 §9, 2 §9), and every time in UTC says so. So only
 * `src/messages/formats.ts` formats them, with the forms named there.
 */
const root = join(import.meta.dirname, '..')

/** Makes the forms; writes ISO dates for calls, files and calendars. */
const formatting = [
  'src/messages/formats.ts',
  'src/domain/dates.ts',
  'src/domain/calendar.ts',
  'src/domain/deliverySchedule.ts',
  'src/domain/tracking.ts',
]
const formats =
  /\bDateTimeFormat\b|\btoLocale(Date|Time)String\b|\bto(Date|UTC|Time)String\(|date-fns\/(format|lightFormat|intlFormat)/

const messages = readdirSync(join(root, 'src/messages/en')).map(file => ({
  file,
  texts: Object.entries(
    JSON.parse(readFileSync(join(root, 'src/messages/en', file), 'utf8')) as Record<string, string>,
  ),
}))

describe('dates and times', () => {
  it('are formatted in one place', () => {
    const elsewhere = ['src', 'server']
      .flatMap(folder => filesBelow(join(root, folder)))
      .filter(file => !/\.test\.|\/testing\/|\/generated\//.test(file))
      .filter(file => formats.test(readFileSync(file, 'utf8')))
      .map(file => relative(root, file))
    expect(elsewhere.filter(file => !formatting.includes(file))).toEqual([])
  })

  it('use a named form in every message', () => {
    const unnamed = messages.flatMap(({ file, texts }) =>
      texts.flatMap(([key, text]) =>
        [...text.matchAll(/\{\w+, (?:date|time)(?:, ([\w:]+))?\}/g)]
          .filter(([, form = '']) => !(form in dateForms))
          .map(([found]) => `${file} ${key}: ${found}`),
      ),
    )
    expect(unnamed).toEqual([])
  })

  it('name the zone with every time in UTC', () => {
    const inUtc = Object.entries(dateForms)
      .filter(([, form]) => form.timeZone === 'UTC' && 'hour' in form)
      .map(([name]) => name)
    const unlabelled = messages.flatMap(({ file, texts }) =>
      texts
        .filter(([, text]) => inUtc.some(form => text.includes(`, date, ${form}}`) && !text.includes('UTC')))
        .map(([key]) => `${file} ${key}`),
    )
    expect(inUtc).not.toEqual([])
    expect(unlabelled).toEqual([])
  })
})
