import type { Tolerance, TolerancePart } from '../../../src/domain/tolerance.ts'

const count = /^(\d{1,5}) records?$/
const percentage = /^(\d{1,3}(?:\.\d{1,2})?)%$/
/** A range of a change in percent, or in points where the rule compares percentages. */
const ranges = [
  /^(-?\d{1,3}(?:\.\d{1,2})?)% to (-?\d{1,3}(?:\.\d{1,2})?)%$/,
  /^(-?\d{1,3}(?:\.\d{1,2})?) to (-?\d{1,3}(?:\.\d{1,2})?) points$/,
]

const parsePart = (text: string): TolerancePart | undefined => {
  const number = (match: RegExpMatchArray, group: number) => Number(match[group])
  const counted = text.match(count)
  if (counted) return { type: 1, from: number(counted, 1), to: null }
  const percent = text.match(percentage)
  if (percent) return { type: 2, from: number(percent, 1), to: null }
  const ranged = ranges.map(range => text.match(range)).find(match => match !== null)
  if (ranged && number(ranged, 1) <= number(ranged, 2))
    return { type: 3, from: number(ranged, 1), to: number(ranged, 2) }
  return undefined
}

/**
 * Reads the form an analyst writes: "0%", "5 records", "0 records and 20%", "5 records or 10%", "-10% to 10%",
 * "-10 to 10 points".
 * Undefined when it is none of these.
 */
export const parseTolerance = (text: string): Tolerance | undefined => {
  const [, first, word, second] = text.trim().match(/^(.+?)(?: (and|or) (.+))?$/i) ?? []
  if (first === undefined) return undefined
  const parts = [first, second].filter(part => part !== undefined).map(part => parsePart(part.trim()))
  if (parts.some(part => part === undefined)) return undefined
  return {
    conjunction: word?.toLowerCase() === 'or' ? 'O' : 'A',
    parts: parts.filter(part => part !== undefined),
  }
}
