const weights = [1, 3, 7, 9]

/** Check digit of a student identifier: weights 1, 3, 7, 9 from the left (reference §1.4). */
const sidCheckDigit = (digits: string): number => {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += (digits.charCodeAt(i) - 48) * weights[i % 4]!
  return (10 - (sum % 10)) % 10
}

/** A 17-digit SID: year of entry, UKPRN, number of the provider, check digit. */
export const sidOf = (entryYear: number, ukprn: string, number: number): string => {
  const digits = `${String(entryYear % 100).padStart(2, '0')}${ukprn}${String(number).padStart(6, '0')}`
  return `${digits}${sidCheckDigit(digits)}`
}

/** A unique learner number from nine digits, or undefined where these have no check digit. */
export const ulnOf = (nine: string): string | undefined => {
  let sum = 0
  for (let i = 0; i < 9; i++) sum += (nine.charCodeAt(i) - 48) * (10 - i)
  const rest = sum % 11
  return rest === 0 ? undefined : `${nine}${10 - rest}`
}

/** Year, month and day as YYYY-MM-DD. */
export const isoDate = (year: number, month: number, day: number): string =>
  `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`

/** The later of two dates (ISO 8601, which sorts as text). */
export const laterOf = (one: string, other: string): string => [one, other].sort()[1]!

/** The earlier of two dates (ISO 8601). */
export const earlierOf = (one: string, other: string): string => [one, other].sort()[0]!

/** The date so many days later. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Whole days from one date to the other. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
