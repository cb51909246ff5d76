import { describe, expect, it } from 'vitest'
import { compileSchema } from '../index.ts'
import { complex, constraintCases, derived, element, facet, restricted, sequence } from './constraintCases.ts'
import { schemaOf } from './schemaSamples.ts'

describe('a schema that breaks a rule of XML Schema 1.0', () => {
  for (const [kind, pairs] of Object.entries(constraintCases))
    describe(kind, () => {
      it.each(pairs)('is refused where its neighbour compiles (%#)', (refused, compiled, reason) => {
        expect(() => compileSchema(schemaOf(refused))).toThrow(reason)
        expect(() => compileSchema(schemaOf(compiled))).not.toThrow()
      })
    })
})

describe('imports', () => {
  const main = (body: string): string => schemaOf(body, 'targetNamespace="u" xmlns:u="u" xmlns:v="v"')
  it('may lead to a document that is not there, as long as nothing of it is used', () => {
    const imported = '<xs:import namespace="v" schemaLocation="gone.xsd"/>'
    expect(() => compileSchema(main(`${imported}${element('a')}`))).not.toThrow()
    expect(() => compileSchema(main(`${imported}<xs:element name="a" type="v:T"/>`))).toThrow(
      'xs:import: the document "gone.xsd" was not given (line 2, column 1)',
    )
  })
  it('are of another namespace', () => {
    expect(() => compileSchema(main('<xs:import namespace="u"/>'))).toThrow(
      'a schema cannot import its own namespace',
    )
    expect(() => compileSchema(schemaOf('<xs:import/>'))).toThrow('cannot import what has none')
  })
})

describe('a redefinition', () => {
  const original = schemaOf(
    `${restricted('xs:string', facet('maxLength', '5'))}${complex('c', sequence(element('a')))}<xs:group name="g">${sequence(element('a'), element('b', 'minOccurs="0"'))}</xs:group><xs:attributeGroup name="h"><xs:attribute name="a"/></xs:attributeGroup>`,
  )
  const compile = (redefinition: string): unknown =>
    compileSchema(
      schemaOf(
        `<xs:redefine schemaLocation="o.xsd">${redefinition}</xs:redefine>${element('r', 'type="c"')}`,
      ),
      { documents: { 'o.xsd': original } },
    )
  it('restricts or extends what it redefines', () => {
    expect(() => compile(restricted('t', facet('maxLength', '4')))).not.toThrow()
    expect(() => compile(derived('extension', 'c', sequence(element('b')), 'c'))).not.toThrow()
    expect(() => compile(`<xs:group name="g">${sequence(element('a'))}</xs:group>`)).not.toThrow()
    expect(() =>
      compile(`<xs:group name="g">${sequence('<xs:group ref="g"/>', element('c'))}</xs:group>`),
    ).not.toThrow()
  })
  it('is refused where it does neither', () => {
    expect(() => compile(restricted('xs:string', facet('maxLength', '4')))).toThrow('derived from itself')
    expect(() => compile(restricted('t', '', 'u'))).toThrow('there is no type u to redefine')
    expect(() => compile('<xs:attributeGroup name="h"><xs:attribute name="b"/></xs:attributeGroup>')).toThrow(
      'the attribute b is not allowed by the base',
    )
    expect(() => compile(`<xs:group name="g">${sequence(element('b'))}</xs:group>`)).toThrow(
      'nor is a restriction of it',
    )
    expect(() =>
      compile(`<xs:group name="g">${sequence('<xs:group ref="g" minOccurs="0"/>')}</xs:group>`),
    ).toThrow('exactly once')
  })
  it('must find its document', () => {
    expect(() =>
      compileSchema(schemaOf(`<xs:redefine schemaLocation="gone.xsd">${restricted('t', '')}</xs:redefine>`)),
    ).toThrow('xs:redefine: the document "gone.xsd" was not given')
  })
})
