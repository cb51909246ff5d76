import { addDays } from 'date-fns/addDays'
import { formatISO } from 'date-fns/formatISO'
import { parseISO } from 'date-fns/parseISO'

/** A whole day that stands in a calendar. */
export interface CalendarDay {
  /** The same for the same day of the same thing, so that a second file changes the entry and adds none. */
  id: string
  /** Calendar date, yyyy-MM-dd. */
  day: string
  title: string
  description: string
  /** Address at which there is more to see. */
  url: string
  /** Days before it on which the calendar reminds. */
  remindDays: readonly number[]
}

/** Octets of a line without its end (RFC 5545 §3.1). */
const lineOctets = 75

const encoder = new TextEncoder()

/** A content line, folded: no line is longer than 75 octets, and no character is cut. */
const folded = (line: string): string => {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > lineOctets) {
      lines.push(current)
      // The blank that marks the continuation counts.
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** A text value: what separates values and lines is escaped (RFC 5545 §3.3.11). */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, separator => `\\${separator}`).replaceAll(/\r\n|\r|\n/g, '\\n')

const basic = (day: string): string => day.replaceAll('-', '')

const dayAfter = (day: string): string =>
  formatISO(addDays(parseISO(day), 1), { representation: 'date', format: 'basic' })

const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const eventOf = (entry: CalendarDay, made: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.id}`,
  `DTSTAMP:${stamp(made)}`,
  `DTSTART;VALUE=DATE:${basic(entry.day)}`,
  `DTEND;VALUE=DATE:${dayAfter(entry.day)}`,
  `SUMMARY:${escaped(entry.title)}`,
  `DESCRIPTION:${escaped(entry.description)}`,
  `URL:${entry.url}`,
  // Nobody is busy because something is due.
  'TRANSP:TRANSPARENT',
  ...entry.remindDays.flatMap(days => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(entry.title)}`,
    `TRIGGER:-P${days}D`,
    'END:VALARM',
  ]),
  'END:VEVENT',
]

/** The media type of a calendar file. */
export const calendarType = 'text/calendar;charset=utf-8'

/** A file that calendar programs take in (iCalendar, RFC 5545): a whole day for each entry. `by` names who made it. */
export const calendarFile = (entries: readonly CalendarDay[], by: string, made: Date): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(by)}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...entries.flatMap(entry => eventOf(entry, made)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
