import { createChecker } from '../check/createChecker.ts'
import { compileSchema } from './compileSchema.ts'

/** A schema with this content. */
export const schemaOf = (body: string, attributes = ''): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${attributes}>\n${body}\n</xs:schema>`

/** A schema of one element with this content. */
export const rootOf = (content: string): string =>
  schemaOf(`<xs:element name="r"><xs:complexType>${content}</xs:complexType></xs:element>`)

/** A schema of one element with a value of this restriction. */
export const typeOf = (restriction: string): string =>
  schemaOf(`<xs:element name="r"><xs:simpleType>${restriction}</xs:simpleType></xs:element>`)

/** Codes of the findings that a document has against a schema. */
export const codesOf = (
  xsd: string,
  xml: string,
  documents: Record<string, string> = {},
): readonly string[] => {
  const checker = createChecker(compileSchema(xsd, { documents }))
  checker.write(new TextEncoder().encode(xml))
  const outcome = checker.end()
  return outcome.wellFormed ? outcome.findings.map(({ code }) => code) : [outcome.error.code]
}

/** Codes of the findings that a value has against a restriction. */
export const valueCodes = (restriction: string, value: string): readonly string[] =>
  codesOf(typeOf(restriction), `<r>${value}</r>`)
