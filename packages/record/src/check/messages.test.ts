import { describe, expect, it } from 'vitest'
import { check, compile, englishMessages, type FindingMessages } from '../index.ts'

const schema = await compile(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="list"><xs:complexType><xs:sequence>
    <xs:element name="size" maxOccurs="unbounded">
      <xs:simpleType><xs:restriction base="xs:decimal">
        <xs:minExclusive value="0"/><xs:maxInclusive value="9.5"/><xs:fractionDigits value="1"/>
      </xs:restriction></xs:simpleType>
    </xs:element>
    <xs:element name="days"><xs:simpleType><xs:list itemType="xs:date"/></xs:simpleType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`)

const xml = '<list unit="cm"><size>0</size><size>1.25</size><days>today</days><more/></list>'

describe('a finding', () => {
  it('has the parameters of its code, all that its message is made of', async () => {
    const { findings } = await check(schema, xml)
    expect(findings.map(({ code, parameters }) => [code, parameters])).toEqual([
      ['ATTRIBUTE_UNKNOWN', { attribute: 'unit', element: 'list', known: [] }],
      [
        'VALUE_RANGE',
        {
          field: 'size',
          value: '0',
          min: { text: '0', isInclusive: false },
          max: { text: '9.5', isInclusive: true },
        },
      ],
      ['VALUE_DIGITS', { field: 'size', value: '1.25', total: undefined, fraction: 1 }],
      ['VALUE_TYPE', { field: 'days', value: 'today', form: { kind: 'list', item: { kind: 'date' } } }],
      ['ELEMENT_UNKNOWN', { element: 'more', parent: 'list', expected: [], isEndExpected: true }],
    ])
  })

  it('is worded by a translation where that has its code, and otherwise in English', async () => {
    const messages: Partial<FindingMessages> = {
      VALUE_RANGE: ({ field, max }) => ({
        message: `${field} ist zu groß.`,
        expected: `höchstens ${max?.text}`,
      }),
      ELEMENT_UNKNOWN: ({ element }) => ({ message: `<${element}> ist unbekannt.` }),
    }
    const { findings } = await check(schema, xml, { messages })
    expect(findings.map(({ message, expected }) => [message, expected])).toEqual([
      ['<list> has no attribute "unit".', undefined],
      ['size ist zu groß.', 'höchstens 9.5'],
      ['size "1.25" must have at most 1 after the point.', 'at most 1 after the point'],
      [
        'days "today" is not a list of values, each a date as YYYY-MM-DD, with spaces between them.',
        'a list of values, each a date as YYYY-MM-DD, with spaces between them',
      ],
      ['<more> ist unbekannt.', undefined],
    ])
  })

  it('is worded without any term of the portal', () => {
    const words = Object.values(englishMessages).map(String).join('\n')
    expect(words).not.toMatch(/collection|provider|student|submission|upload|Bedel/i)
  })
})
