import { describe, expect, it } from 'vitest'
import { type Message, message } from '../src/messages/message.ts'
import { allLanguages, loadedMessages } from '../src/messages/messages.ts'
import { fromColumn, inLanguage, toColumn, withTexts } from './messages.ts'

const cancelled = message('server', 'upload.cancelled')

it('every language is there from the start: who asks in it is answered in it', () => {
  expect(allLanguages.filter(language => !loadedMessages(language, 'problems'))).toEqual([])
})

describe('a reason that is kept', () => {
  it('is read in the language of who asks', () => {
    const kept = fromColumn(toColumn(cancelled))
    expect(inLanguage('en', kept)).toBe('The upload was cancelled.')
    expect(inLanguage('en-XA', kept)).toMatch(/^\[Thé ûplöåd/)
  })

  it.each(['No space left on device', '{"not":"a message"}', '{broken', ''])(
    'stays as it is where somebody else said it: %j',
    text => expect(fromColumn(toColumn(text))).toBe(text),
  )

  it('of an earlier release, whose message is gone, is told by its code', () => {
    const gone = { scope: 'server', code: 'fault.ofThePast' } as Message
    expect(inLanguage('en', fromColumn(toColumn(gone)))).toBe('fault.ofThePast')
    expect(inLanguage('en', { scope: 'gone', code: 'x' } as never)).toBe('x')
  })

  it('has text in place of messages at any depth', () => {
    expect(
      withTexts('en', { reason: cancelled, findings: [{ found: cancelled, count: 2 }], at: null }),
    ).toEqual({
      reason: 'The upload was cancelled.',
      findings: [{ found: 'The upload was cancelled.', count: 2 }],
      at: null,
    })
  })
})
