/*
 * What the system compares on a returned sign-off form, so that a person checks only what it cannot: the signature and its date.
 */

/** Rows of the form, in their order. */
export const formFields = [
  'provider',
  'ukprn',
  'collection',
  'fileName',
  'hash',
  'submitted',
  'approved',
  'students',
] as const
export type FormField = (typeof formFields)[number]

/** Pages of the form that the portal issues. */
export const issuedPages = 1

/** What was read from a returned form. */
export interface ReadForm {
  /** The text of all pages; empty for a scan. */
  text: string
  pages: number
  /** Hex digits of the SHA-256 of the file. */
  sha256: string
}

/** A returned form, read and drawn. */
export interface ShownForm extends ReadForm {
  /** The first pages, each with its data URL. The policy of the portal's pages allows no other URLs of pictures made in the browser. */
  pictures: readonly { page: number; url: string }[]
}

/** A row of the form as the portal prints it. */
export interface IssuedValue {
  field: FormField
  label: string
  text: string
}

export interface FormComparison {
  /** Whether the form has text. A scan has none, and a person compares it. */
  isReadable: boolean
  /** Rows that the form has as they were issued. */
  same: readonly IssuedValue[]
  /** Rows that it does not have, or has with another value. */
  different: readonly IssuedValue[]
  /** Whether the file is the one that was signed in the portal; undefined for a form that was signed elsewhere. */
  isSealed: boolean | undefined
}

/** Lines of a PDF break anywhere, also within a hash. */
const withoutSpace = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, '')

/** Whether the text has the row, and no further digit after its value. */
const hasRow = (text: string, { label, text: value }: IssuedValue): boolean => {
  const row = withoutSpace(label + value)
  for (let at = text.indexOf(row); at >= 0; at = text.indexOf(row, at + 1))
    if (!/\d/.test(text.charAt(at + row.length)) || !/\d$/.test(row)) return true
  return false
}

/** Compares a returned form with what was issued. `signedHash` is kept when a form is signed in the portal. */
export const compareForm = (
  { text, sha256 }: ReadForm,
  issued: readonly IssuedValue[],
  signedHash?: string | undefined,
): FormComparison => {
  const found = withoutSpace(text)
  const { same = [], different = [] } = Object.groupBy(issued, row =>
    hasRow(found, row) ? 'same' : 'different',
  )
  return {
    isReadable: found !== '',
    same,
    different,
    isSealed: signedHash === undefined ? undefined : signedHash === sha256,
  }
}
