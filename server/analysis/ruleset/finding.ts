import type { CodeList } from 'bedel-record'
import type { MeasuredChange } from '../../../src/domain/allowance.ts'
import { longDayIn, numberIn } from '../../../src/messages/formats.ts'
import { localeOf } from '../../../src/messages/messages.ts'

/*
 * A finding says what is wrong with one record: a sentence of the ruleset with {NAME} where a value of the record belongs.
 */

/** Label of each code of a field. */
export type CodeLabels = ReadonlyMap<string, string>

/** Names that the finding of a rule on whole files may use. */
export const measuredNames = ['NOW', 'BEFORE', 'CHANGE']

/** In place of a value that is empty or withheld. */
const noValue = '—'

/** A pound sign before a name makes its value an amount. */
const placeholder = /(£?)\{([^{}]*)\}/g

/** The names in braces. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, , name]) => name ?? '')

/** Finds the labels of a value's codes by its name: a derived field has those of the field after which it is named. */
export const labelsOf = (fields: readonly CodeList[]): ((name: string) => CodeLabels | null) => {
  const lists = new Map(
    fields.map(({ field, codes }) => [field, new Map(codes.map(({ code, label }) => [code, label]))]),
  )
  return name => lists.get(name) ?? lists.get(name.replace(/^Z_/, '')) ?? null
}

/** Findings are in the language of their ruleset. */
const number = (value: number): string => numberIn(localeOf.en, value, { maximumFractionDigits: 2 })

const amountOf = (value: string): string =>
  Number.isFinite(Number(value)) ? `£${number(Number(value))}` : `£${value}`

const valueText = (value: string, labels: CodeLabels | null): string => {
  const [date] = /^\d{4}-\d{2}-\d{2}(?=$| 00:00:00)/.exec(value) ?? []
  const day = new Date(date ?? Number.NaN)
  if (!Number.isNaN(day.getTime())) return longDayIn(localeOf.en, day)
  // A sum of decimals, with the noise of its binary form.
  if (/^-?\d+\.\d{4,}$/.test(value)) return String(Math.round(Number(value) * 100) / 100)
  const label = labels?.get(value)
  return label === undefined || label === '' ? value : `${label} (${value})`
}

/** The change that a rule measures, with its sign. */
const changeText = (change: number, unit: MeasuredChange): string => {
  const signed = `${change > 0 && unit !== 'missing' ? '+' : ''}${number(change)}`
  return unit === 'points' ? `${signed} points` : `${signed}%`
}

/** A value that a finding about a whole file names, as text: of this file, of the previous record, or the change. */
export const measuredValue = (
  name: string,
  {
    now,
    before,
    change,
    unit,
  }: Record<'now' | 'before' | 'change', number | null> & { unit: MeasuredChange },
): string | null => {
  const figures = { NOW: now, BEFORE: before, CHANGE: change }
  const figure = figures[name as keyof typeof figures] ?? null
  if (figure === null) return null
  return name === 'CHANGE' ? changeText(figure, unit) : number(figure)
}

/**
 * The sentence with its values: dates in words, codes with their labels, amounts with separators. `valueFor` returns undefined for a
 * value that the reader may not see.
 */
export const findingText = (
  template: string,
  valueFor: (name: string) => { value: string | null; labels: CodeLabels | null } | undefined,
): string =>
  template.replaceAll(placeholder, (_, pound: string, name: string) => {
    const { value = null, labels = null } = valueFor(name) ?? {}
    if (value === null || value === '') return noValue
    return pound === '' ? valueText(value, labels) : amountOf(value)
  })
