import { describe, expect, it } from 'vitest'
import { createReader, XmlError } from '../index.ts'
import { codesOf, schemaOf } from '../schema/schemaSamples.ts'

const faultOf = (xml: string, step: number, allowsDoctype = true): string => {
  const reader = createReader({}, { allowsDoctype })
  const bytes = new TextEncoder().encode(xml)
  try {
    for (let from = 0; from < bytes.length; from += step) reader.write(bytes.subarray(from, from + step))
    reader.end()
    return ''
  } catch (error) {
    if (error instanceof XmlError) return `${error.code} at ${error.line}:${error.column}`
    throw error
  }
}

const subset = `<!DOCTYPE a PUBLIC "p>" 's]' [\n<!-- ' ]> -->\n<!ATTLIST a b CDATA #FIXED "]>é">\n]>`

describe('a document type declaration', () => {
  const cases: Readonly<Record<string, string>> = {
    '<!DOCTYPE a><a/>': '',
    [`<?xml version="1.0"?>${subset}<a/>`]: '',
    [`${subset}\n<a>&e;</a>`]: 'UNDECLARED_ENTITY at 5:4',
    '<!DOCTYPE a><!DOCTYPE a><a/>': 'DOCTYPE_NOT_ALLOWED at 1:13',
    '<a><!DOCTYPE a></a>': 'DOCTYPE_NOT_ALLOWED at 1:4',
    '<!DOCTYPE a [': 'UNCLOSED at 1:1',
    '<!DOCTYPE a [\u0001]><a/>': 'BAD_CHARACTER at 1:14',
  }
  for (const [xml, fault] of Object.entries(cases))
    it(`is passed over where that is allowed: ${JSON.stringify(xml)}`, () => {
      for (const step of [1, 3, 1_000]) expect(faultOf(xml, step)).toBe(fault)
    })
  it('is refused otherwise', () =>
    expect(faultOf('<!DOCTYPE a><a/>', 100, false)).toBe('DOCTYPE_NOT_ALLOWED at 1:1'))
  it('may begin a schema', () =>
    expect(codesOf(`${subset}\n${schemaOf('<xs:element name="r" type="xs:int"/>')}`, '<r>1</r>')).toEqual([]))
})
