import { isValid, lightFormat, parseISO } from 'date-fns'

/**
 * Dates as people see them (specification 1 §9, 2 §9; decisions §8). Instants are ISO 8601 in UTC; dates of a
 * reference period are calendar dates without a time zone. The zone of the machine plays no part.
 */
const missing = '--'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute'
type Fields = Record<Field, string>

const fieldsOf = (instant: Date, timeZone: string): Fields => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const value = (type: Field) => parts.find(part => part.type === type)?.value ?? ''
  return {
    year: value('year'),
    month: value('month'),
    day: value('day'),
    hour: value('hour'),
    minute: value('minute'),
  }
}

const monthName = ({ month }: Fields): string => months[Number(month) - 1] ?? ''

const shown = (
  instant: string | null | undefined,
  timeZone: string,
  write: (fields: Fields) => string,
): string => {
  const date = parseISO(instant ?? '')
  return isValid(date) ? write(fieldsOf(date, timeZone)) : missing
}

/** A calendar date, dd/MM/yyyy. */
export const formatDate = (date: string | null | undefined): string => {
  // Read and written in one zone, whichever it is: the day stays what it is.
  const day = parseISO(date?.slice(0, 'yyyy-MM-dd'.length) ?? '')
  return isValid(day) ? lightFormat(day, 'dd/MM/yyyy') : missing
}

/** "dd/MM/yyyy - dd/MM/yyyy". */
export const formatPeriod = (start: string | null | undefined, end: string | null | undefined): string =>
  `${formatDate(start)} - ${formatDate(end)}`

/** Summaries, logs and updated times: dd/MM/yyyy HH:mm in London time. */
export const formatDateTime = (instant: string | null | undefined): string =>
  shown(
    instant,
    'Europe/London',
    ({ day, month, year, hour, minute }) => `${day}/${month}/${year} ${hour}:${minute}`,
  )

/** Uploads: "dd LLL yyyy HH:mm" in UTC. */
export const formatUploaded = (instant: string | null | undefined): string =>
  shown(
    instant,
    'UTC',
    fields => `${fields.day} ${monthName(fields).slice(0, 3)} ${fields.year} ${fields.hour}:${fields.minute}`,
  )

/** Uploads that were re-processed: "original upload time (Reprocessed: new time)". */
export const formatReprocessed = (uploaded: string, reprocessed: string): string =>
  `${formatUploaded(uploaded)} (Reprocessed: ${formatUploaded(reprocessed)})`

/** The date on the sign-off form: dd LLLL y. */
export const formatSignOffDate = (instant: string | null | undefined): string =>
  shown(instant, 'Europe/London', fields => `${fields.day} ${monthName(fields)} ${fields.year}`)
