/** Bounds that keep memory constant whatever the file holds (specification 3§7). Sizes in bytes of UTF-8. */
export interface XmlLimits {
  /** Elements open at once. */
  readonly depth: number
  /** One attribute value. */
  readonly attributeValue: number
  /** The text between two tags, references and CDATA sections counted as they read. */
  readonly text: number
  /** One element, attribute, target or reference name. */
  readonly name: number
  /** Attributes of one element, namespace declarations included. */
  readonly attributes: number
  /** One whole start or end tag. */
  readonly tag: number
  /** Whether a document type declaration is passed over. What it declares stays unknown: entities, defaults, notations. */
  readonly allowsDoctype: boolean
  /**
   * Whether US-ASCII, ISO-8859-1 and windows-1252 are read where a file declares them. A file in UTF-8 that declares one of the
   * last two by mistake cannot be told from a right one: its letters come out wrong.
   */
  readonly allowsByteEncodings: boolean
}

export const defaultLimits: XmlLimits = {
  depth: 64,
  attributeValue: 1_048_576,
  text: 1_048_576,
  name: 1_024,
  attributes: 256,
  tag: 8_388_608,
  allowsDoctype: false,
  allowsByteEncodings: true,
}
