import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'
import { type Message, message } from '../messages/message.ts'

/**
 * Dates and times by what they mean (specification 1 §9, 2 §9; decisions §8), as messages: each meaning has one form in
 * each language, `formats.json` and `src/messages/formats.ts`. Instants are ISO 8601 in UTC; dates of a reference period
 * are calendar dates without a time zone. The zone of the machine plays no part.
 */
const londonDays = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short' })

/** The calendar date in London at the instant, yyyy-MM-dd: Swedish writes dates as ISO 8601 does. */
export const londonDate = (at: Date): string => londonDays.format(at)

const londonTimes = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', timeStyle: 'short' })

/** The time of day in London at the instant, HH:mm. */
export const londonTime = (at: Date): string => londonTimes.format(at)

type Given = string | null | undefined

const missing = message('formats', 'missing')

/** The instant in a form; "--" where there is none. */
const inForm = (
  instant: Given,
  form: 'clock' | 'log' | 'secondsLog' | 'preciseLog' | 'upload' | 'uploadDay' | 'signOff',
): Message => {
  const at = parseISO(instant ?? '')
  return isValid(at) ? message('formats', form, { at: { instant: at.getTime() } }) : missing
}

/** A calendar date, the same day in every zone: dd/MM/yyyy. */
export const calendarDay = (date: Given): Message => {
  const day = (date ?? '').slice(0, 'yyyy-MM-dd'.length)
  return isValid(parseISO(day))
    ? message('formats', 'calendarDay', { at: { instant: Date.parse(`${day}T00:00:00Z`) } })
    : missing
}

/** A reference period: "dd/MM/yyyy - dd/MM/yyyy". */
export const referencePeriod = (start: Given, end: Given): Message =>
  message('formats', 'period', { start: calendarDay(start), end: calendarDay(end) })

/** When something happened today: HH:mm in London time. */
export const clockTime = (instant: Given): Message => inForm(instant, 'clock')

/** When something happened, in summaries, logs and updated times: dd/MM/yyyy HH:mm in London time. */
export const loggedAt = (instant: Given): Message => inForm(instant, 'log')

/** When something happened, to the second, where several things happen in a minute: in London time. */
export const loggedToTheSecondAt = (instant: Given): Message => inForm(instant, 'secondsLog')

/** When something happened, to the millisecond, where what belongs together lies close: in London time. */
export const loggedPreciselyAt = (instant: Given): Message => inForm(instant, 'preciseLog')

/** When a file was uploaded: "dd LLL yyyy HH:mm" in UTC. */
export const uploadedAt = (instant: Given): Message => inForm(instant, 'upload')

/** The day on which a file was uploaded: "d LLL" in UTC, where there is little room. */
export const uploadedOn = (instant: Given): Message => inForm(instant, 'uploadDay')

/** When a file was uploaded that was re-processed: "original upload time (Reprocessed: new time)". */
export const reprocessedAt = (uploaded: Given, reprocessed: Given): Message =>
  message('formats', 'reprocessed', { uploaded: uploadedAt(uploaded), reprocessed: uploadedAt(reprocessed) })

/** The day on the sign-off form: "dd LLLL y" in London. */
export const signOffDay = (instant: Given): Message => inForm(instant, 'signOff')

/** How long something took or lasts: "340 ms", "1.5 s", "12 s", "3 min 20 s", "2 d 4 h". */
export const duration = (milliseconds: number): Message => {
  if (milliseconds < 1000) return message('formats', 'duration.ms', { ms: Math.round(milliseconds) })
  if (milliseconds < 9950) return message('formats', 'duration.tenths', { seconds: milliseconds / 1000 })
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return message('formats', 'duration.seconds', { seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return message('formats', 'duration.minutes', { minutes, seconds: seconds % 60 })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return message('formats', 'duration.hours', { hours, minutes: minutes % 60 })
  return message('formats', 'duration.days', { days: Math.floor(hours / 24), hours: hours % 24 })
}

/** About how long something will take, rounded since it cannot be known to the second: "40 s", "12 min", "1 h 5 min". */
export const estimate = (seconds: number): Message => {
  if (seconds < 60)
    return message('formats', 'estimate.seconds', { seconds: Math.max(1, Math.round(seconds)) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return message('formats', 'estimate.minutes', { minutes })
  return message('formats', 'duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
