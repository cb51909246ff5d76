import { format } from 'date-fns'

/**
 * Dates as people see them (specification 1 §9, 2 §9; decisions §8). Instants are ISO 8601 in UTC; dates of a
 * reference period are calendar dates without a time zone.
 */
const missing = '--'

const parts = (instant: Date, timeZone: string): Date => {
  const fields = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const value = (type: string) => Number(fields.find(field => field.type === type)?.value)
  return new Date(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
}

const shown = (instant: string | null | undefined, timeZone: string, pattern: string): string => {
  if (!instant) return missing
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? missing : format(parts(date, timeZone), pattern)
}

/** A calendar date, dd/MM/yyyy. */
export const formatDate = (date: string | null | undefined): string => {
  const match = date?.match(/^(\d{4})-(\d{2})-(\d{2})/)
  return match ? `${match[3]}/${match[2]}/${match[1]}` : missing
}

/** "dd/MM/yyyy - dd/MM/yyyy". */
export const formatPeriod = (start: string | null | undefined, end: string | null | undefined): string =>
  `${formatDate(start)} - ${formatDate(end)}`

/** Summaries, logs and updated times: dd/MM/yyyy HH:mm in London time. */
export const formatDateTime = (instant: string | null | undefined): string =>
  shown(instant, 'Europe/London', 'dd/MM/yyyy HH:mm')

/** Uploads: "dd LLL yyyy HH:mm" in UTC. */
export const formatUploaded = (instant: string | null | undefined): string =>
  shown(instant, 'UTC', 'dd LLL yyyy HH:mm')

/** Uploads that were re-processed: "original upload time (Reprocessed: new time)". */
export const formatReprocessed = (uploaded: string, reprocessed: string): string =>
  `${formatUploaded(uploaded)} (Reprocessed: ${formatUploaded(reprocessed)})`

/** The date on the sign-off form: dd LLLL y. */
export const formatSignOffDate = (instant: string | null | undefined): string =>
  shown(instant, 'Europe/London', 'dd LLLL y')
