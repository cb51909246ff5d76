import { describe, expect, it } from 'vitest'
import { type CompileSourceOptions, check, compile, SchemaCompileError } from '../index.ts'

const schemaOf = (inner: string, attributes = ''): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${attributes}>${inner}</xs:schema>`

const codes = schemaOf(
  '<xs:simpleType name="code"><xs:restriction base="xs:string"><xs:enumeration value="A"/></xs:restriction></xs:simpleType>',
)
const main = schemaOf('<xs:include schemaLocation="common/types.xsd"/><xs:element name="a" type="code"/>')

/** Documents by address, and which of them were asked for. */
const folderOf = (documents: Record<string, string>) => {
  const asked: string[] = []
  const load: CompileSourceOptions['load'] = async address => {
    asked.push(address)
    return documents[address]
  }
  return { asked, load }
}

const isValid = async (schema: string, xml: string, options: CompileSourceOptions): Promise<boolean> =>
  (await check(await compile(schema, options), xml)).valid

describe('a schema of several documents', () => {
  it('loads what each includes, once, from the address of the document that names it', async () => {
    const { asked, load } = folderOf({
      'common/types.xsd': schemaOf(
        '<xs:include schemaLocation="codes.xsd"/><xs:include schemaLocation="../other.xsd"/>',
      ),
      'common/codes.xsd': codes,
      'other.xsd': schemaOf('<xs:include schemaLocation="common/codes.xsd"/>'),
    })
    expect(await isValid(main, '<a>A</a>', { load })).toBe(true)
    expect(await isValid(main, '<a>B</a>', { load })).toBe(false)
    expect(asked.slice(0, 3).toSorted()).toEqual(['common/codes.xsd', 'common/types.xsd', 'other.xsd'])
    expect(asked).toHaveLength(6)
  })

  it('names the document that was not given where something of it is used', async () => {
    const { load } = folderOf({})
    const failure = await compile(main, { load }).catch(error => error)
    expect(failure).toBeInstanceOf(SchemaCompileError)
    expect(failure.message).toContain('common/types.xsd')
  })

  it('takes what a catalog has for an address, and for a namespace that is imported without one', async () => {
    const { load } = folderOf({
      'local/types.xsd': codes,
      'local/m.xsd': schemaOf('<xs:element name="m" type="xs:int"/>', 'targetNamespace="urn:m"'),
    })
    const catalog = { 'https://example.org/types.xsd': 'local/types.xsd', 'urn:m': 'local/m.xsd' }
    const schema = schemaOf(
      `<xs:include schemaLocation="https://example.org/types.xsd"/><xs:import namespace="urn:m"/>
      <xs:element name="a"><xs:complexType><xs:sequence><xs:element name="c" type="code"/><xs:element ref="m:m"/></xs:sequence></xs:complexType></xs:element>`,
      'xmlns:m="urn:m"',
    )
    expect(await isValid(schema, '<a><c>A</c><m xmlns="urn:m">1</m></a>', { load, catalog })).toBe(true)
    expect(await isValid(schema, '<a><c>A</c><m xmlns="urn:m">x</m></a>', { load, catalog })).toBe(false)
  })

  it('takes further root documents', async () => {
    const { load } = folderOf({ 'b.xsd': schemaOf('<xs:element name="b" type="xs:int"/>') })
    expect(await isValid(schemaOf('<xs:element name="a"/>'), '<b>x</b>', { load, roots: ['b.xsd'] })).toBe(
      false,
    )
    expect(await isValid(schemaOf('<xs:element name="a"/>'), '<b>1</b>', { load, roots: ['b.xsd'] })).toBe(
      true,
    )
  })

  it('rejects with what the loading throws', async () => {
    const load = () => Promise.reject(new Error('No network.'))
    await expect(compile(main, { load })).rejects.toThrow('No network.')
  })
})
