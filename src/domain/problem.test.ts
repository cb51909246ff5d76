import { describe, expect, it } from 'vitest'
import { message } from '../messages/message.ts'
import { isAway, isPassing, kindOfStatus, ProblemError, problem, problemKinds, toProblem } from './problem.ts'

describe('problems', () => {
  it('takes the status from the catalogue', () => {
    expect(problem('conflict', 'The collection is closed.')).toEqual({
      kind: 'conflict',
      status: 409,
      reason: 'The collection is closed.',
      errors: [],
    })
  })

  it('says which message it holds, where it is thrown', () => {
    const { message: text } = new ProblemError(problem('not-found', message('problems', 'noFile')))
    expect(text).toBe('404 not-found: {"scope":"problems","code":"noFile"}')
  })

  it('has one kind for each status, and a sensible one for the others', () => {
    for (const [kind, { status }] of Object.entries(problemKinds)) expect(kindOfStatus(status)).toBe(kind)
    expect([kindOfStatus(418), kindOfStatus(502), kindOfStatus(302)]).toEqual([
      'invalid',
      'internal',
      'internal',
    ])
  })

  it.each([
    ['malformed', false],
    ['unauthorised', false],
    ['forbidden', false],
    ['not-found', false],
    ['conflict', false],
    ['gone', false],
    ['too-slow', true],
    ['too-many-requests', true],
    ['internal', true],
    ['unavailable', true],
    ['network', true],
  ] as const)('may be over soon, or not: %s %s', (kind, expected) => {
    expect(isPassing(problem(kind, 'Why.'))).toBe(expected)
  })

  it('is away where it does not answer or is too busy, not where the server fails at it', () => {
    const away = ['too-slow', 'too-many-requests', 'unavailable', 'network'] as const
    for (const kind of away) expect([kind, isAway(problem(kind, 'Why.'))]).toEqual([kind, true])
    for (const kind of ['internal', 'forbidden', 'not-found', 'conflict'] as const)
      expect([kind, isAway(problem(kind, 'Why.'))]).toEqual([kind, false])
    // A proxy says so while the server behind it starts again.
    expect(isAway({ ...problem('internal', 'Bad gateway'), status: 502 })).toBe(true)
  })

  it('keeps the problem that an error carries', () => {
    const value = problem('not-found', 'Submission not found.')
    const error = new ProblemError(value)
    expect(toProblem(error)).toBe(value)
    expect(error.message).toBe('404 not-found: Submission not found.')
  })

  it.each([
    'fetch failed',
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
  ])('knows a network that is gone by "%s"', text => {
    expect(toProblem(new TypeError(text)).kind).toBe('network')
  })

  it.each([
    [new Error('x is not a function'), 'x is not a function'],
    ['thrown text', 'thrown text'],
    [undefined, 'undefined'],
  ])('takes anything else for a fault of ours: %s', (thrown, detail) => {
    expect(toProblem(thrown)).toEqual(problem('internal', detail))
  })
})
