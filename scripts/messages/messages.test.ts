import { describe, expect, it } from 'vitest'
import { dateForms } from '../../src/messages/formats.ts'
import { checkMessages, faultsOfTranslation, isUnderstood } from './check.ts'
import { parametersOf, pseudo } from './icu.ts'

describe('what a message takes', () => {
  it.each([
    ['Nothing', {}],
    ['Hello {name}', { name: 'string' }],
    [
      '{count, plural, one {{name} has one} other {{name} has {count, number}}}',
      { count: 'number', name: 'string' },
    ],
    ['On {when, date, logDay} <link>by {who}</link>', { when: 'Instant', link: 'Tag', who: 'string' }],
    ['{state, select, open {Open} other {{state}}}', { state: 'Choice' }],
  ])('%s', (message, parameters) => {
    expect(Object.fromEntries(parametersOf(message))).toEqual(parameters)
  })
})

describe('the pseudo-language', () => {
  it('lengthens words and keeps parameters, plural forms and tags', () => {
    expect(pseudo('See {name}')).toBe('[Šéé ~~{name}]')
    expect(pseudo('{count, plural, one {One file} other {{count, number} files}}')).toBe(
      '[{count,plural,one{Öñé fîlé~~~~} other{{count, number} fîléš~~}}]',
    )
    expect(pseudo('<link>Go on</link>')).toBe('[<link>Gö öñ~~</link>]')
  })

  it('lengthens by words that lines can break between', () => {
    const sentence = 'Upload a file for a collection.'
    const [, added = ''] = /([ ~]+)\]$/.exec(pseudo(sentence)) ?? []
    expect(added).toHaveLength(Math.ceil(sentence.length * 0.4))
    expect(Math.max(...added.split(' ').map(({ length }) => length))).toBeLessThanOrEqual(8)
  })
})

describe('what is refused', () => {
  it.each([
    ['Files: {count, number}', true],
    ['{count, number, ::percent}', true],
    ['{when, date, logDay}', true],
    ['{count, plural, offset:1 one {one} other {more}}', false],
    ['{count, number, percent}', false],
    ['{when, time, short}', false],
    ['{when, date, ::jmm}', false],
    ['{when, date, medium}', false],
    ['{when, date}', false],
  ])('%s', (message, understood) => {
    expect(isUnderstood(message, Object.keys(dateForms))).toBe(understood)
  })

  it('a translation that takes something else, or lacks a plural form of its language', () => {
    const english = '{count, plural, one {1 file} other {{count, number} files}}'
    expect(faultsOfTranslation('en', english, english)).toEqual([])
    expect(
      faultsOfTranslation('cy', english, '{n, plural, one {1 ffeil} other {{n, number} ffeil}}'),
    ).toEqual(['takes (n) instead of (count)', 'lacks the plural forms zero, two, few, many of {n}'])
  })

  it('a plural form that names two parameters the other way round', () => {
    const swapped =
      '{total, plural, =0 {None.} one {{total, number} of {count, number}} other {{count, number} of {total, number}}}'
    expect(faultsOfTranslation('en', swapped, swapped)).toEqual([
      'names its parameters in another order in the form one of {total}',
    ])
  })
})

it('finds nothing wrong in the catalogue', () => {
  // What a language does not say yet is said in English.
  expect(checkMessages(Object.keys(dateForms)).faults).toEqual([])
})
