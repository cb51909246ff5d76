import { expect, it } from 'vitest'
import { beginningFor, countsStill } from './endedSignIn.ts'

const at = (time: string): Date => new Date(`2026-11-27T${time}Z`)
const goesOn = { ended: null, beganAgain: null, authenticated: at('09:00:00') }
const ended = { ...goesOn, ended: at('10:00:00') }
const again = { ...ended, beganAgain: at('10:05:00'), authenticated: at('10:05:00') }
const shown = (time: string, issued = '11:00:00') => ({
  issuedAt: at(issued),
  authenticatedAt: at(time),
  isPersonAlone: false,
})

it('counts for every token while it goes on', () => {
  expect(beginningFor(goesOn, shown('09:00:00'))).toBeNull()
  expect(countsStill(goesOn, { issuedAt: at('09:00:00'), isPersonAlone: false })).toBe(true)
})

it('counts for no identity token after its end, also one issued later, unless the person has shown anew who they are', () => {
  expect(beginningFor(ended, shown('09:00:00'))).toBeUndefined()
  expect(beginningFor(ended, shown('10:00:00'))).toBeUndefined()
  expect(beginningFor(ended, { issuedAt: at('11:00:00'), isPersonAlone: false })).toBeUndefined()
  expect(beginningFor(ended, shown('10:05:00'))).toEqual(at('10:05:00'))
})

it('is not begun again by what the person showed before its end, where the clock of the issuer is ahead', () => {
  const ahead = { ...ended, authenticated: at('10:00:30') }
  expect(beginningFor(ahead, shown('10:00:30'))).toBeUndefined()
  expect(beginningFor(ahead, shown('10:00:31'))).toEqual(at('10:00:31'))
})

it('that began again counts for what came of that, and for nothing from before', () => {
  expect(beginningFor(again, shown('10:05:00', '12:00:00'))).toEqual(at('10:05:00'))
  expect(beginningFor(again, shown('11:30:00', '12:00:00'))).toEqual(at('10:05:00'))
  expect(beginningFor(again, shown('09:00:00', '12:00:00'))).toBeUndefined()
  expect(countsStill(again, { issuedAt: at('10:05:00'), isPersonAlone: false })).toBe(true)
  expect(countsStill(again, { issuedAt: at('09:59:59'), isPersonAlone: false })).toBe(false)
})

it('has ended for every token of the API until it begins again, also one that is issued in the same moment', () => {
  for (const time of ['09:59:59', '10:00:00', '10:00:01'])
    expect(countsStill(ended, { issuedAt: at(time), isPersonAlone: false })).toBe(false)
})

it('that began again and was ended by a release that knows of no such beginning has ended', () => {
  const endedLater = { ...again, ended: at('11:00:00') }
  expect(beginningFor(endedLater, shown('10:05:00', '12:00:00'))).toBeUndefined()
  expect(countsStill(endedLater, { issuedAt: at('11:00:01'), isPersonAlone: false })).toBe(false)
  expect(beginningFor(endedLater, shown('11:05:00', '12:00:00'))).toEqual(at('11:05:00'))
})

it('that is known by its person alone is used again by the next one', () => {
  for (const [time, counts] of [
    ['09:59:59', false],
    ['10:00:00', false],
    ['10:00:01', true],
  ] as const) {
    const token = { issuedAt: at(time), isPersonAlone: true }
    expect(countsStill(ended, token)).toBe(counts)
    expect(beginningFor(ended, token)).toBe(counts ? null : undefined)
  }
})
