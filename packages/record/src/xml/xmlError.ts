/** Every way in which a file can fail to be readable as XML. */
export type XmlErrorCode =
  | 'EMPTY_FILE'
  | 'NOT_XML'
  | 'BAD_ENCODING'
  | 'BAD_UTF8'
  | 'BAD_CHARACTER'
  | 'BAD_DECLARATION'
  | 'BAD_NAME'
  | 'BAD_TAG'
  | 'BAD_ATTRIBUTE'
  | 'DUPLICATE_ATTRIBUTE'
  | 'BAD_REFERENCE'
  | 'UNDECLARED_ENTITY'
  | 'BAD_NAMESPACE'
  | 'UNDECLARED_PREFIX'
  | 'BAD_COMMENT'
  | 'BAD_INSTRUCTION'
  | 'BAD_CDATA'
  | 'BAD_TEXT'
  | 'MISMATCHED_TAG'
  | 'UNCLOSED'
  | 'CONTENT_OUTSIDE_ROOT'
  | 'DOCTYPE_NOT_ALLOWED'
  | 'LIMIT_DEPTH'
  | 'LIMIT_ATTRIBUTE_VALUE'
  | 'LIMIT_TEXT'
  | 'LIMIT_NAME'
  | 'LIMIT_ATTRIBUTES'
  | 'LIMIT_TAG'

/** A place in the file: line and column from 1 (column in code points), byte offset from 0. */
export interface XmlPlace {
  readonly line: number
  readonly column: number
  readonly byte: number
}

/** Says why a file is not well-formed XML (or passes a limit), in words a submitter understands, and where. */
export class XmlError extends Error implements XmlPlace {
  override readonly name = 'XmlError'
  readonly code: XmlErrorCode
  readonly line: number
  readonly column: number
  readonly byte: number

  constructor(code: XmlErrorCode, message: string, place: XmlPlace) {
    super(message)
    this.code = code
    this.line = place.line
    this.column = place.column
    this.byte = place.byte
  }
}
