import type { XmlErrorCode } from '../xmlError.ts'

/** A document that must be refused: text, code, and where (line:column). */
export type Refusal = readonly [document: string, code: XmlErrorCode, at: string]

/** Cases of one production (number and name as in XML 1.0, fifth edition, or Namespaces in XML 1.0). */
export interface Production {
  readonly production: string
  readonly accepted: readonly string[]
  readonly refused: readonly Refusal[]
}
