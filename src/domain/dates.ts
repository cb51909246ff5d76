/**
 * Dates as people see them (specification 1 §9, 2 §9; decisions §8). Instants are ISO 8601 in UTC; dates of a
 * reference period are calendar dates without a time zone. The zone of the machine plays no part.
 */
const missing = '--'

/** Whether "yyyy-MM-dd" is a day of the calendar. */
const isDay = (date: string): boolean => {
  const day = new Date(`${date}T00:00:00Z`)
  // The 30th of February is read as a day of March.
  return !Number.isNaN(day.getTime()) && day.toISOString() === `${date}T00:00:00.000Z`
}

const monthOf = (date: string, style: 'short' | 'long'): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { month: style, timeZone: 'UTC' })

const inDigits = (date: string): string => date.split('-').toReversed().join('/')

const inWords = (date: string, style: 'short' | 'long'): string => {
  const [year = '', , day = ''] = date.split('-')
  return `${day} ${monthOf(date, style)} ${year}`
}

const dayPart = (value: string | null | undefined): string => value?.slice(0, 'yyyy-MM-dd'.length) ?? ''

/** What a calendar and a clock in the zone show at the instant: Swedish writes them as ISO 8601 does. */
const shown = (
  instant: string | null | undefined,
  timeZone: string,
  write: (date: string, time: string) => string,
): string => {
  const at = new Date(instant ?? '')
  if (!isDay(dayPart(instant)) || Number.isNaN(at.getTime())) return missing
  const [date = '', time = ''] = at
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .split(' ')
  return write(date, time)
}

/** A calendar date, dd/MM/yyyy. */
export const formatDate = (date: string | null | undefined): string =>
  isDay(dayPart(date)) ? inDigits(dayPart(date)) : missing

/** "dd/MM/yyyy - dd/MM/yyyy". */
export const formatPeriod = (start: string | null | undefined, end: string | null | undefined): string =>
  `${formatDate(start)} - ${formatDate(end)}`

/** Summaries, logs and updated times: dd/MM/yyyy HH:mm in London time. */
export const formatDateTime = (instant: string | null | undefined): string =>
  shown(instant, 'Europe/London', (date, time) => `${inDigits(date)} ${time}`)

/** Uploads: "dd LLL yyyy HH:mm" in UTC. */
export const formatUploaded = (instant: string | null | undefined): string =>
  shown(instant, 'UTC', (date, time) => `${inWords(date, 'short')} ${time}`)

/** Uploads that were re-processed: "original upload time (Reprocessed: new time)". */
export const formatReprocessed = (uploaded: string, reprocessed: string): string =>
  `${formatUploaded(uploaded)} (Reprocessed: ${formatUploaded(reprocessed)})`

/** The date on the sign-off form: dd LLLL y. */
export const formatSignOffDate = (instant: string | null | undefined): string =>
  shown(instant, 'Europe/London', date => inWords(date, 'long'))
