import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type Key, loadAllMessages, loadMessages, type Message, messagesFor, textOf } from './messages.ts'

beforeAll(() => Promise.all([loadAllMessages('en'), loadAllMessages('en-XA')]))

describe('a message', () => {
  it.each([
    [0, 'Nothing awaits you.'],
    [1, '1 submission awaits you'],
    [1234, '1,234 submissions await you'],
  ])('agrees with the number %i', (count, text) => {
    const t = messagesFor('en', 'dashboard')
    expect(count === 0 ? t('monitoring.nothingAwaits') : t('monitoring.awaits', { count })).toBe(text)
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
    const lacking: Message = { scope: 'dashboard', code: 'monitoring.awaits' }
    expect(lacking.code).toBe('monitoring.awaits')
    expectTypeOf<Key<'monitoring'>>().toExtend<string>()
  })

  it('is accented, in brackets and 40 % longer in the pseudo-language, its parameters as they are', () => {
    const text = messagesFor('en-XA', 'dashboard')('greeting', { name: 'Ann Rees' })
    expect(text).toBe('[Šîgñéd îñ åš ~~~~~Ann Rees]')
  })
})

describe('a message as a value', () => {
  it('becomes text with the messages in its parameters', () => {
    const inner: Message = { scope: 'ui', code: 'noRows' }
    expect(textOf('en', { scope: 'dashboard', code: 'greeting', params: { name: inner } })).toBe(
      'Signed in as 0 rows',
    )
    expect(textOf('en', { scope: 'dashboard', code: 'greeting', params: { name: [inner, inner] } })).toBe(
      'Signed in as 0 rows 0 rows',
    )
  })
})

it('is loaded once for each language and scope', () => {
  expect(loadMessages('en', 'ui')).toBe(loadMessages('en', 'ui'))
})
