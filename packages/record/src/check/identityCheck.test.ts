import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSchema, createChecker, type KeyOptions, type KeyStore } from '../index.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Groups with items of their own keys, and references from anywhere to the items of all groups. */
const schema = compileSchema(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="r">
    <xs:complexType><xs:sequence>
      <xs:element name="g" maxOccurs="unbounded">
        <xs:complexType><xs:sequence>
          <xs:element name="i" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element>
        </xs:sequence></xs:complexType>
        <xs:key name="item"><xs:selector xpath="i"/><xs:field xpath="@k"/></xs:key>
      </xs:element>
      <xs:element name="s" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element>
    </xs:sequence></xs:complexType>
    <xs:keyref name="see" refer="item"><xs:selector xpath="s"/><xs:field xpath="@k"/></xs:keyref>
  </xs:element>
</xs:schema>`)

const outcomeOf = (chunks: Iterable<string>, keys: KeyOptions = {}) => {
  const checker = createChecker(schema, { keys })
  for (const chunk of chunks) checker.write(utf8(chunk))
  return checker.end()
}

describe('keys of many elements', () => {
  it('are unique in each, and known to a reference of the element around them', () => {
    const xml = '<r><g><i k="1"/><i k="2"/></g><g><i k="1"/><i k="3"/></g><s k="2"/><s k="3"/><s k="4"/></r>'
    expect(outcomeOf([xml]).findings).toMatchObject([{ code: 'REFERENCE_UNKNOWN', value: '4', path: 's' }])
  })

  it('are put together in time linear in their number', () => {
    function* file(): Generator<string> {
      yield '<r>'
      for (let group = 0; group < 20_000; group++) yield `<g><i k="${group}"/></g>`
      yield '<s k="19999"/><s k="20000"/></r>'
    }
    expect(outcomeOf(file()).findingsTotal).toBe(1)
  })

  it('are named with the line from which on they were not compared, where they cannot be held', () => {
    function* file(): Generator<string> {
      yield '<r><g>'
      for (let at = 0; at < 200; at++) yield `<i k="${at}${'x'.repeat(10_000)}"/>\n`
      yield `<i k="199${'x'.repeat(10_000)}"/></g><s k="1"/></r>`
    }
    const { findings, keysUnchecked } = outcomeOf(file(), { limit: 1_354_000 })
    expect(findings).toEqual([])
    // 134 keys of ten thousand characters and what each takes beside; the 135th stands in line 135.
    expect(keysUnchecked).toEqual([
      { kind: 'key', name: 'item', line: 135 },
      { kind: 'keyref', name: 'see', line: 201 },
    ])
  })
})

/** A store in memory, which forgets nothing and takes no part in what is found. */
const memoryStore = (): KeyStore & { readonly bytes: number } => {
  let held = new Uint8Array(1024)
  let end = 0
  return {
    get bytes() {
      return end
    },
    append(bytes) {
      if (end + bytes.length > held.length) {
        const larger = new Uint8Array(2 * (end + bytes.length))
        larger.set(held)
        held = larger
      }
      held.set(bytes, end)
      end += bytes.length
      return end - bytes.length
    },
    read(offset, into) {
      if (offset + into.length > end) throw new Error('Nothing was written there.')
      into.set(held.subarray(offset, offset + into.length))
    },
  }
}

/** Keys, unique values of two fields and references on two levels, with items that are missing, wrong or said twice. */
const manyKeys = compileSchema(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="r">
    <xs:complexType><xs:sequence>
      <xs:element name="g" minOccurs="0" maxOccurs="unbounded">
        <xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
          <xs:element name="i"><xs:complexType><xs:sequence>
            <xs:element name="n" type="xs:int" minOccurs="0" maxOccurs="2"/>
          </xs:sequence><xs:attribute name="k"/></xs:complexType></xs:element>
          <xs:element name="s"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element>
        </xs:choice></xs:complexType>
        <xs:key name="item"><xs:selector xpath="i"/><xs:field xpath="@k"/></xs:key>
        <xs:keyref name="near" refer="item"><xs:selector xpath="s"/><xs:field xpath="@k"/></xs:keyref>
      </xs:element>
      <xs:element name="s" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element>
    </xs:sequence></xs:complexType>
    <xs:unique name="pair"><xs:selector xpath="g/i"/><xs:field xpath="@k"/><xs:field xpath="n"/></xs:unique>
    <xs:unique name="number"><xs:selector xpath=".//n"/><xs:field xpath="."/></xs:unique>
    <xs:keyref name="far" refer="item"><xs:selector xpath="s"/><xs:field xpath="@k"/></xs:keyref>
  </xs:element>
</xs:schema>`)

/** Few different keys, so that many are equal; letters that UTF-8 and UTF-16 order differently. */
const aKey = fc.constantFrom('a', 'b', 'ab', 'é', '\uFF5E', '𝄞', '', ' a', 'long'.repeat(30))
const attribute = fc.oneof({ weight: 8, arbitrary: aKey.map(key => ` k="${key}"`) }, fc.constant(''))
const number = fc.constantFrom('<n>1</n>', '<n>01</n>', '<n>2</n>', '<n>x</n>', '<n>1</n><n>2</n>', '')
const item = fc.tuple(attribute, number).map(([key, n]) => `<i${key}>${n}</i>`)
const reference = attribute.map(key => `<s${key}/>`)
const group = fc
  .array(fc.oneof(item, item, reference), { maxLength: 25 })
  .map(items => `<g>\n${items.join('\n')}</g>`)
const document = fc
  .tuple(fc.array(group, { maxLength: 8 }), fc.array(reference, { maxLength: 8 }))
  .map(([groups, references]) => `<r>${groups.join('\n')}${references.join('\n')}</r>`)
const file = fc
  .tuple(document, fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })))
  .map(([xml, share]) => xml.slice(0, Math.ceil(xml.length * share)))

describe('keys that are too many to be held', () => {
  const checked = (xml: string, findingsCap: number, keys: KeyOptions) => {
    const checker = createChecker(manyKeys, { findingsCap, keys })
    checker.write(utf8(xml))
    return checker.end()
  }

  const areComparedAlike = (numRuns: number) => {
    let stored = 0
    fc.assert(
      fc.property(
        file,
        fc.integer({ min: 0, max: 4_000 }),
        fc.constantFrom(0, 1, 5, 1_000),
        (xml, limit, cap) => {
          const store = memoryStore()
          expect(checked(xml, cap, { limit, store })).toEqual(checked(xml, cap, {}))
          stored += store.bytes
        },
      ),
      { numRuns, seed: 20_261_122 },
    )
    expect(stored).toBeGreaterThan(numRuns * 150)
  }

  it('are compared all the same in a store: same findings in the same order, cut at the same number', () => {
    areComparedAlike(60)
  })

  it('are compared all the same in 600 documents', { tags: ['exhaustive'] }, () => {
    areComparedAlike(600)
  })

  it('are told with the line of the first, and in the order of the file', () => {
    const xml = `<r><g>
<i k="a"/>
<i k="b"/>
<i k="a"/>
<i/>
<i k="b"/>
<s k="c"/>
</g></r>`
    const { findings, findingsTotal } = checked(xml, 1_000, { limit: 100, store: memoryStore() })
    expect(findings.map(({ code, line, value, message }) => [code, line, value, message])).toEqual([
      [
        'KEY_DUPLICATE',
        4,
        'a',
        'a stands more than once where key "item" allows it once; the first is in line 2.',
      ],
      ['KEY_MISSING', 5, '', 'Not every field of key "item" has a value.'],
      [
        'KEY_DUPLICATE',
        6,
        'b',
        'b stands more than once where key "item" allows it once; the first is in line 3.',
      ],
      ['REFERENCE_UNKNOWN', 7, 'c', 'c refers to nothing: no such key in "item".'],
    ])
    expect(findingsTotal).toBe(4)
  })

  it('are put together in stages where there are more runs than are read at once', () => {
    const keys = Array.from({ length: 500 }, (_, at) => `<i k="${(at * 7919) % 499}"/>`)
    const store = memoryStore()
    const { findings, keysUnchecked } = checked(`<r><g>${keys.join('\n')}</g></r>`, 10, { limit: 0, store })
    expect(findings).toMatchObject([{ code: 'KEY_DUPLICATE', value: '0', line: 500 }])
    expect(keysUnchecked).toEqual([])
  })

  it('are compared in pieces, between which others have their turn', () => {
    const checker = createChecker(manyKeys, { keys: { limit: 10_000, store: memoryStore() } })
    checker.write(utf8('<r><g>'))
    for (let at = 0; at < 35_000; at++) checker.write(utf8(`<i k="${at}"/>`))
    checker.write(utf8('<i k="17"/></g></r>'))
    expect(checker.findingsTotal).toBe(0)
    const pieces = checker.endInPieces()
    let count = 0
    let piece = pieces.next()
    for (; !piece.done; piece = pieces.next()) count++
    expect(count).toBeGreaterThanOrEqual(3)
    expect(piece.value.findings).toMatchObject([{ code: 'KEY_DUPLICATE', value: '17' }])
  })
})
