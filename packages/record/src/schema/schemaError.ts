import type { XmlPlace } from '../xml/xmlError.ts'

/** Says which construct of a schema is wrong or not supported, and where it stands. */
export class SchemaCompileError extends Error {
  override readonly name = 'SchemaCompileError'
  /** The construct, e.g. `xs:redefine` or `pattern`. */
  readonly construct: string
  /** Address of the schema document from the main one; empty for the main one itself. */
  readonly document: string
  readonly line: number
  readonly column: number

  constructor(
    construct: string,
    message: string,
    document: string,
    place: Pick<XmlPlace, 'line' | 'column'>,
  ) {
    const where = `line ${place.line}, column ${place.column}`
    super(`${construct}: ${message} (${document === '' ? where : `${document}, ${where}`})`)
    this.construct = construct
    this.document = document
    this.line = place.line
    this.column = place.column
  }
}
