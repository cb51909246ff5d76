import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeUtf8 } from '../../xml/characters.ts'
import { type DateKind, isPlainDate, isPlainDateTime, parseInstant } from './dateTime.ts'
import { primitives } from './primitives.ts'

/** Texts that are nearly of a form: one or two characters of a value may be others. */
const nearly = (...values: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...values),
      fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...'0123456789:.-+TZe')), { maxLength: 2 }),
    )
    .map(([value, changes]) => {
      const characters = [...value]
      for (const [at, character] of changes) characters[at % (characters.length + 1)] = character
      return characters.join('')
    })

it.each([
  ['date', isPlainDate, ['2024-02-29', '1900-02-28', '2023-12-31']],
  [
    'dateTime',
    isPlainDateTime,
    [
      '2024-02-29T23:59:59Z',
      '2023-01-01T00:00:00',
      '2023-11-30T12:30:45.125+13:59',
      '2023-11-30T12:30:45-00:30',
    ],
  ],
] as const)(
  'a quick look at a %s takes the common forms, and nothing that the full look refuses',
  (kind, isPlain, values) => {
    const look = (text: string): boolean => isPlain(encodeUtf8(text), 0, encodeUtf8(text).length)
    expect(values.filter(value => !look(value))).toEqual([])
    fc.assert(
      fc.property(nearly(...values), text => {
        if (look(text)) expect(parseInstant(kind satisfies DateKind, text)).toBeDefined()
      }),
      { numRuns: 2000 },
    )
  },
)

it('a number is what XML Schema says of its text, however it is looked at (Part 2, 3.2.4.1)', () => {
  const form = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
  const { isValue } = primitives.get('double') ?? {}
  fc.assert(
    fc.property(nearly('12', '0.5', '.5', '1.', '-1.5e10', '.'), text => {
      const bytes = encodeUtf8(text)
      expect(isValue?.(bytes, 0, bytes.length)).toBe(form.test(text))
    }),
    { numRuns: 2000 },
  )
})
