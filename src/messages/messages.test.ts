import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type Key, type Message, message } from './message.ts'
import { languageOf, loadAllMessages, loadMessages, messagesFor, textOf } from './messages.ts'

beforeAll(() => Promise.all([loadAllMessages('en'), loadAllMessages('en-XA')]))

describe('a message', () => {
  it.each([
    [0, 'All read'],
    [1, '1 unread notice'],
    [1234, '1,234 unread notices'],
  ])('agrees with the number %i', (count, text) => {
    const t = messagesFor('en', 'dashboard')
    expect(t('news.hint', { count })).toBe(text)
  })

  it('refuses a wrong key and wrong parameters when it is compiled', () => {
    const t = messagesFor('en', 'monitoring')
    // @ts-expect-error There is no such message.
    expect(() => t('nope')).toThrow('There is no message "nope".')
    // @ts-expect-error A number is wanted.
    expect(() => t('steps.sentence', { total: '3', count: 1, most: 'Upload' })).toThrow()
    // @ts-expect-error Parameters are wanted.
    expect(() => t('steps.sentence')).toThrow()
    // @ts-expect-error One parameter is missing.
    const lacking = message('dashboard', 'news.hint')
    expect(lacking.code).toBe('news.hint')
    expectTypeOf<Key<'monitoring'>>().toExtend<string>()
  })

  it('is accented, in brackets and 40 % longer in the pseudo-language, its parameters as they are', () => {
    const text = messagesFor('en-XA', 'dashboard')('greeting', { name: 'Ann Rees' })
    expect(text).toBe('[Šîgñéd îñ åš ~~~~~Ann Rees]')
  })
})

describe('a message as a value', () => {
  it('becomes text with the messages in its parameters', () => {
    const inner: Message = message('ui', 'noRows')
    expect(textOf('en', message('dashboard', 'greeting', { name: inner }))).toBe('Signed in as 0 rows')
    expect(textOf('en', message('dashboard', 'greeting', { name: [inner, inner] }))).toBe(
      'Signed in as 0 rows 0 rows',
    )
  })

  it('says a refusal with its reasons, in the words of the specification', () => {
    const reasons = [message('lifecycle', 'blockers.isNotLatest'), message('lifecycle', 'isProcessing')]
    expect(textOf('en', message('lifecycle', 'hasNoBlockers.fails', { reasons }))).toBe(
      'You cannot yet submit for approval as one or more of the following apply: ' +
        'You can only submit the most recently uploaded submission. Your submission is currently being processed.',
    )
  })
})

it.each([
  [undefined, 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['fr-FR,fr;q=0.8', 'en'],
  ['en-XA', 'en-XA'],
  ['fr, en-XA;q=0.5', 'en-XA'],
])('answers a request that accepts %s in %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

it('is loaded once for each language and scope', () => {
  expect(loadMessages('en', 'ui')).toBe(loadMessages('en', 'ui'))
})
