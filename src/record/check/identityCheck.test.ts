import { describe, expect, it } from 'vitest'
import { compileSchema, createChecker } from '../index.ts'

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

const outcomeOf = (chunks: Iterable<string>) => {
  const checker = createChecker(schema)
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
      for (let group = 0; group < 60_000; group++) yield `<g><i k="${group}"/></g>`
      yield '<s k="59999"/><s k="60000"/></r>'
    }
    expect(outcomeOf(file()).findingsTotal).toBe(1)
  })

  it('are held up to the bound; beyond, the outcome says that they went unchecked', () => {
    function* file(): Generator<string> {
      yield '<r><g>'
      for (let at = 0; at < 200; at++) yield `<i k="${at}${'x'.repeat(1_000_000)}"/>`
      yield '<i k="1"/><i k="1"/></g></r>'
    }
    const { findings, keysUnchecked } = outcomeOf(file())
    expect({ findings, keysUnchecked }).toEqual({ findings: [], keysUnchecked: true })
  })
})
