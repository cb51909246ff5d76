import { expect, it } from 'vitest'
import { issueTurn, threadOf, turnSince } from './issueThread.ts'

const status = (code: string, awaits: 'nobody' | 'provider' | 'agency') => ({ code, awaits })
const open = status('OPEN', 'nobody')
const agency = status('AWAITING_AGENCY', 'agency')
const provider = status('AWAITING_PROVIDER', 'provider')
const entry = (sequence: number, at: string, from = open, to = open) => ({
  sequence,
  event: 'COMMENT',
  by: 'Ivo Marsh',
  at: `2026-11-${at}:00Z`,
  from,
  to,
})

const history = [
  entry(1, '13T10:02'),
  entry(2, '13T10:20', open, agency),
  entry(3, '16T15:20', agency, provider),
  entry(4, '17T09:00', provider, provider),
]
const comments = [
  { sequence: 2, text: 'A new intake.' },
  { sequence: 3, text: 'Which courses grew?' },
]

it('the thread has uploads, comments and decisions in one order, oldest first', () => {
  const figures = [
    { submissionId: 'second', uploaded: '2026-11-16T14:31:00Z' },
    { submissionId: 'first', uploaded: '2026-11-13T09:00:00Z' },
  ]
  const read = threadOf({ history, comments, figures }).map(item =>
    item.kind === 'upload' ? item.figure.submissionId : (item.comment?.text ?? item.entry.sequence),
  )
  expect(read).toEqual(['first', 1, 'A new intake.', 'second', 'Which courses grew?', 4])
})

it('an upload knows the one before it', () => {
  const figures = [
    { submissionId: 'second', uploaded: '2026-11-16T14:31:00Z' },
    { submissionId: 'first', uploaded: '2026-11-13T09:00:00Z' },
  ]
  const uploads = threadOf({ history: [], comments: [], figures })
  expect(uploads.map(item => item.kind === 'upload' && item.before?.submissionId)).toEqual([
    undefined,
    'first',
  ])
})

it('a turn lasts since the event that handed it over, with its question', () => {
  expect(turnSince(history, comments)).toMatchObject({
    entry: { at: '2026-11-16T15:20:00Z' },
    comment: { text: 'Which courses grew?' },
  })
  expect(turnSince([], [])).toBeUndefined()
})

it('a turn is named for its reader', () => {
  const reader = { organisationType: 'provider' as const }
  expect(issueTurn('AWAITING_PROVIDER', reader, true)).toBe('you')
  expect(issueTurn('AWAITING_PROVIDER', reader, false)).toBe('colleague')
  expect(issueTurn('OVERRIDE_REQUESTED', reader, true)).toBe('agency')
  expect(issueTurn('KNOWN_ISSUE', reader, true)).toBe('nobody')
})
