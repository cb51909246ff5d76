import fc from 'fast-check'

/** Texts that programs stumble over: no character, half a one, other languages' escapes, numbers that are none. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\ufffe',
  '\u202egnp.exe',
  '\r\nx: y',
  '../../etc/passwd',
  '%00',
  "'",
  '"',
  "' or 1=1 --",
  '\\',
  '<script>',
  '{}',
  '[]',
  'null',
  'true',
  'NaN',
  '-1',
  '0',
  '1e309',
  '1.5',
  '9'.repeat(30),
  '٣',
  '__proto__',
  'constructor',
  'x'.repeat(299),
  'ŵ🎓',
]
export const oddText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

/** What stands in an address that no text is encoded to. */
export const oddEscapes = [
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%c0%80',
  '%2e%2e%2f',
  '+',
  ';',
  ':',
  '//',
  '.',
  '..',
]

/** The text as it stands in an address. */
export const encoded = (text: string): string =>
  [...Buffer.from(text)]
    .map(byte =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')

/** Bytes as they are, cut, with something odd among them, or with a few others: a file that was damaged or made up. */
export const damaged = (sound: Buffer): fc.Arbitrary<Buffer> => {
  const place = fc.nat(Math.max(0, sound.length - 1))
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(sound) },
    { weight: 2, arbitrary: place.map(at => sound.subarray(0, at)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(place, oddText)
        .map(([at, text]) => Buffer.concat([sound.subarray(0, at), Buffer.from(text), sound.subarray(at)])),
    },
    {
      weight: 3,
      arbitrary: fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 6 }).map(changes => {
        const bytes = Buffer.from(sound)
        for (const [at, byte] of changes) bytes[at] = byte
        return bytes
      }),
    },
    { weight: 1, arbitrary: oddText.map(text => Buffer.from(text)) },
  )
}
