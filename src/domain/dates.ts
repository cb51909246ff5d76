import { isValid, lightFormat, parseISO } from 'date-fns'

/**
 * Dates as people see them (specification 1 §9, 2 §9; decisions §8). Instants are ISO 8601 in UTC; dates of a
 * reference period are calendar dates without a time zone. The zone of the machine plays no part.
 */
const missing = '--'

/** A calendar date as the machine's own day, which it is in every zone. */
const dayOf = (date: string): Date => parseISO(date.slice(0, 'yyyy-MM-dd'.length))

const monthOf = (day: Date, style: 'short' | 'long'): string =>
  day.toLocaleDateString('en-US', { month: style })

const londonDays = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short' })

/** The calendar date in London at the instant, yyyy-MM-dd: Swedish writes dates as ISO 8601 does. */
export const londonDate = (at: Date): string => londonDays.format(at)

/** What a calendar and a clock in the zone show at the instant: Swedish writes them as ISO 8601 does. */
const shown = (
  instant: string | null | undefined,
  timeZone: string,
  write: (day: Date, time: string) => string,
): string => {
  const at = parseISO(instant ?? '')
  if (!isValid(at)) return missing
  const [date = '', time = ''] = at
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .split(' ')
  return write(dayOf(date), time)
}

/** A calendar date, dd/MM/yyyy. */
export const formatDate = (date: string | null | undefined): string => {
  const day = dayOf(date ?? '')
  return isValid(day) ? lightFormat(day, 'dd/MM/yyyy') : missing
}

/** "dd/MM/yyyy - dd/MM/yyyy". */
export const formatPeriod = (start: string | null | undefined, end: string | null | undefined): string =>
  `${formatDate(start)} - ${formatDate(end)}`

/** Summaries, logs and updated times: dd/MM/yyyy HH:mm in London time. */
export const formatDateTime = (instant: string | null | undefined): string =>
  shown(instant, 'Europe/London', (day, time) => `${lightFormat(day, 'dd/MM/yyyy')} ${time}`)

/** Uploads: "dd LLL yyyy HH:mm" in UTC. */
export const formatUploaded = (instant: string | null | undefined): string =>
  shown(instant, 'UTC', (day, time) => `${lightFormat(day, `dd '${monthOf(day, 'short')}' yyyy`)} ${time}`)

/** Uploads that were re-processed: "original upload time (Reprocessed: new time)". */
export const formatReprocessed = (uploaded: string, reprocessed: string): string =>
  `${formatUploaded(uploaded)} (Reprocessed: ${formatUploaded(reprocessed)})`

/** The date on the sign-off form: dd LLLL y. */
export const formatSignOffDate = (instant: string | null | undefined): string =>
  shown(instant, 'Europe/London', day => lightFormat(day, `dd '${monthOf(day, 'long')}' yyyy`))
