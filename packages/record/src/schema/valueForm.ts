import type { PrimitiveName } from './values/primitives.ts'

/** What a value of a simple type must look like. */
export type ValueForm =
  | { readonly kind: PrimitiveName | 'wholeNumber' | 'unsignedNumber' | 'code' | 'entity' }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'list'; readonly item: ValueForm }
  | { readonly kind: 'union'; readonly members: readonly ValueForm[] }

const plainForms: Readonly<Record<Exclude<ValueForm['kind'], 'pattern' | 'list' | 'union'>, string>> = {
  string: 'text',
  boolean: 'true, false, 1 or 0',
  decimal: 'a number such as 12 or 12.5',
  float: 'a number such as 1.5 or 1.5E3',
  double: 'a number such as 1.5 or 1.5E3',
  duration: 'a duration such as P1Y6M',
  dateTime: 'a date and time such as 2023-09-18T09:30:00',
  time: 'a time such as 09:30:00',
  date: 'a date as YYYY-MM-DD',
  gYearMonth: 'a year and month as YYYY-MM',
  gYear: 'a year as YYYY',
  gMonthDay: 'a month and day as --MM-DD',
  gDay: 'a day as ---DD',
  gMonth: 'a month as --MM',
  hexBinary: 'pairs of hexadecimal digits',
  base64Binary: 'Base64 text',
  anyURI: 'an address (URI)',
  QName: 'a name with an optional declared prefix',
  NOTATION: 'a name with an optional declared prefix',
  wholeNumber: 'a whole number',
  unsignedNumber: 'a whole number without a sign',
  code: 'a code of its list',
  entity: 'the name of an entity, which a file without a DTD does not have',
}

/** A form in English words. */
export const formText = (form: ValueForm): string => {
  switch (form.kind) {
    case 'pattern':
      return `text of the form: ${form.pattern}`
    case 'list':
      return `a list of values, each ${formText(form.item)}, with spaces between them`
    case 'union':
      return form.members.map(formText).join(', or ')
    default:
      return plainForms[form.kind]
  }
}
