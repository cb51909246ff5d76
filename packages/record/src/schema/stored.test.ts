import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { featureCases } from '../check/featureCases.ts'
import { compileSchema, createChecker } from '../index.ts'
import type { CompiledSchema } from './compiledSchema.ts'
import { schemaOf } from './schemaSamples.ts'
import { deserialize, StoredSchemaError, serialize, storedForm } from './stored.ts'

const root = new URL('../../../..', import.meta.url)
const compiledFile = (path: string): CompiledSchema =>
  compileSchema(readFileSync(new URL(path, root), 'utf8'))

/** Codes of the findings of a document. */
const codesOf = (schema: CompiledSchema, xml: string | Uint8Array): readonly string[] => {
  const checker = createChecker(schema)
  checker.write(typeof xml === 'string' ? new TextEncoder().encode(xml) : xml)
  const outcome = checker.end()
  return outcome.wellFormed ? outcome.findings.map(({ code }) => code) : [outcome.error.code]
}

describe('a stored schema', () => {
  it.each(featureCases)('checks documents with $of as before', ({ xsd, codes }) => {
    const loaded = deserialize(serialize(compileSchema(xsd)))
    expect(Object.keys(codes).map(xml => codesOf(loaded, xml))).toEqual(Object.values(codes))
  })

  it('is the same after it has checked documents, and can be stored again', () => {
    const schema = compiledFile('schemas/student/23056_1_0_0.xsd')
    const document = '<DataFutures><Student/><Nobody/></DataFutures>'
    const codes = codesOf(schema, document)
    expect(codes).not.toEqual([])
    const loaded = deserialize(serialize(schema))
    expect(codesOf(loaded, document)).toEqual(codes)
    expect(codesOf(deserialize(serialize(loaded)), document)).toEqual(codes)
  })

  it('counts elements without copies, and keeps the prefixes of fixed values', () => {
    const counted = deserialize(
      serialize(
        compileSchema(
          schemaOf(
            '<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" maxOccurs="100000"/></xs:sequence></xs:complexType></xs:element>',
          ),
        ),
      ),
    )
    expect(codesOf(counted, `<r>${'<a/>'.repeat(100_000)}</r>`)).toEqual([])
    expect(codesOf(counted, `<r>${'<a/>'.repeat(100_001)}</r>`)).not.toEqual([])
    const named = deserialize(
      serialize(compileSchema(schemaOf('<xs:element name="f" type="xs:QName" fixed="p:a"/>', 'xmlns:p="u"'))),
    )
    expect(codesOf(named, '<f xmlns:q="u">q:a</f>')).toEqual([])
    expect(codesOf(named, '<f xmlns:q="v">q:a</f>')).toEqual(['VALUE_FIXED'])
  })

  it.each([
    '',
    'nothing',
    '{"form":0,"shapes":[],"nodes":[]}',
    '{"form":1,"shapes":[["Nobody"]],"nodes":[[0]]}',
    '{"form":1}',
  ])('is not %j', text => {
    expect(() => deserialize(new TextEncoder().encode(text))).toThrow(StoredSchemaError)
  })

  it('has a form that is numbered: other fields of a class need another number', () => {
    const classes = new Map<string, string>()
    for (const path of ['schemas/student/23056_1_0_0.xsd', 'scripts/differential/torture.xsd']) {
      const { shapes } = JSON.parse(new TextDecoder().decode(serialize(compiledFile(path)))) as {
        shapes: string[][]
      }
      for (const [name = '', ...fields] of shapes)
        if (name !== 'Object' && fields.length > 0) classes.set(name, fields.toSorted().join(' '))
    }
    expect({ storedForm, ...Object.fromEntries([...classes].toSorted()) }).toMatchInlineSnapshot(`
      {
        "AllModel": "declarations isOptional members placeOf required",
        "AtomicType": "base facets final hasInclusiveRange hasRange isDecimal isText name primitive printable quickMax quickMin surelyLong surelyShort takesPlainDates variety",
        "Automaton": "ascii bounds end known network nodesOfSets onlySet sets table width",
        "AutomatonModel": "columnOf hasWildcards next parts repeatable terms width",
        "ComplexType": "anyAttribute attributes attributesBySymbol base block content derivation documentation final isAbstract isAny isMixed model name requiredAttributes simple variety",
        "ListType": "base facets final item name variety",
        "Network": "edges jumps",
        "SymbolTable": "count numbers",
        "UnionType": "base facets final members name variety",
        "storedForm": 2,
      }
    `)
  })
})
