import { expect, it } from 'vitest'
import { type Language, loadMessages, textOf } from '../messages/messages.ts'
import type { Tolerance } from './tolerance.ts'
import { toleranceLabel } from './toleranceLabel.ts'

await Promise.all((['en', 'en-XA'] as const).map(language => loadMessages(language, 'tolerance')))

const toleranceText = (language: Language, tolerance: Tolerance): string => {
  const label = toleranceLabel(tolerance, null)
  return label === '' ? '' : textOf(language, label)
}

const records = (from: number) => ({ type: 1, from, to: null }) as const
const percentage = (from: number) => ({ type: 2, from, to: null }) as const

// The forms of reference §3.1.
it.each<[string, Tolerance]>([
  ['', { conjunction: 'A', parts: [] }],
  ['0%', { conjunction: 'A', parts: [percentage(0)] }],
  ['1 record', { conjunction: 'A', parts: [records(1)] }],
  ['0 records and 20%', { conjunction: 'A', parts: [records(0), percentage(20)] }],
  ['5 records or 12.34%', { conjunction: 'O', parts: [records(5), percentage(12.34)] }],
  ['-10% to 10%', { conjunction: 'A', parts: [{ type: 3, from: -10, to: 10 }] }],
])('"%s"', (text, tolerance) => {
  expect(toleranceText('en', tolerance)).toBe(text)
})

it('is in points where a rule compares percentages', () => {
  const label = toleranceLabel({ conjunction: 'A', parts: [{ type: 3, from: -10, to: 10 }] }, 'points')
  expect(label && textOf('en', label)).toBe('-10 to 10 points')
})

it('is in the language of who reads it', () => {
  const text = toleranceText('en-XA', { conjunction: 'A', parts: [records(5), percentage(20)] })
  expect(text).toMatch(/^\[\[5 réçördš~+\] åñd ~*\[20%~*\]\]$/)
})
