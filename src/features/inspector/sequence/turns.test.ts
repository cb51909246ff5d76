import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SequenceMessage } from '../../../domain/wire/inspection.ts'
import { turnsOf } from './turns.ts'

const kinds = ['event', 'refusal', 'work', 'attempt', 'fault', 'result', 'live'] as const
const message = (kind: SequenceMessage['kind'], name: string = kind): SequenceMessage => ({
  at: '2024-11-01T11:00:00.125Z',
  from: 'api',
  to: 'worker',
  kind,
  name,
  actor: null,
  sequence: null,
  payload: {},
})
const outline = (messages: readonly SequenceMessage[]) =>
  turnsOf(messages).map(turn => [turn.message.name, ...turn.followers.map(({ message: { name } }) => name)])

describe('the messages of a sequence', () => {
  it('stand under what happened before them', () => {
    const given = [
      'event',
      'work',
      'live',
      'attempt',
      'fault',
      'attempt',
      'event',
      'refusal',
      'live',
    ] as const
    expect(outline(given.map(kind => message(kind)))).toEqual([
      ['event', 'work', 'live', 'attempt'],
      ['fault', 'attempt'],
      ['event'],
      ['refusal', 'live'],
    ])
  })

  it('begin with one of its own where nothing happened before', () => {
    expect(outline([message('live', 'first'), message('work'), message('event')])).toEqual([
      ['first', 'work'],
      ['event'],
    ])
  })

  it('keep their order, none is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds)), given => {
        const whole = turnsOf(given.map(kind => message(kind))).flatMap(turn => [turn, ...turn.followers])
        expect(whole.map(turn => turn.message.kind)).toEqual(given)
        expect(whole.map(turn => turn.message.position)).toEqual(given.map((_, at) => at))
      }),
    )
  })
})
