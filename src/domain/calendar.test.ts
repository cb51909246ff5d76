import { expect, it } from 'vitest'
import { type CalendarDay, calendarFile } from './calendar.ts'

const made = new Date('2026-11-24T08:52:30.123Z')
const entry: CalendarDay = {
  id: 'deadline-23056@bedel.example',
  day: '2026-12-31',
  title: 'Deadline: Student 2023/24',
  description: 'Submit the file; by midnight, London.',
  url: 'https://bedel.example/submissions',
  remindDays: [14, 1],
}

/** The content lines of a file, unfolded as RFC 5545 §3.1 says. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n')

it('writes a whole day with its reminders (RFC 5545)', () => {
  expect(linesOf(calendarFile([entry], 'Bedel', made))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bedel//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:deadline-23056@bedel.example',
    'DTSTAMP:20261124T085230Z',
    // The end of a whole day is the day after it, which is not part of it.
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Deadline: Student 2023/24',
    'DESCRIPTION:Submit the file\\; by midnight\\, London.',
    'URL:https://bedel.example/submissions',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Deadline: Student 2023/24',
    'TRIGGER:-P14D',
    'END:VALARM',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Deadline: Student 2023/24',
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('folds lines at 75 octets without cutting a letter, and lets no text begin a line of its own', () => {
  const title = `${'Prifysgol Tŷ Ddewi '.repeat(8)}\nBEGIN:VEVENT \\ end`
  const file = calendarFile([{ ...entry, title }], 'Bedel', made)
  const written = file.split('\r\n')
  // No longer, and no shorter: a line of 75 octets is whole.
  expect(Math.max(...written.map(line => new TextEncoder().encode(line).length))).toBe(75)
  expect(written.filter(line => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(linesOf(file)).toContain(`SUMMARY:${'Prifysgol Tŷ Ddewi '.repeat(8)}\\nBEGIN:VEVENT \\\\ end`)
})
