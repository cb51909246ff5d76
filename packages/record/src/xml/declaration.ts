const blank = '[ \\t\\r\\n]'
const equals = `${blank}*=${blank}*`
const pattern = new RegExp(
  `^<\\?xml${blank}+version${equals}(?:"1\\.[0-9]+"|'1\\.[0-9]+')` +
    `(?:${blank}+encoding${equals}(?:"([A-Za-z][A-Za-z0-9._-]*)"|'([A-Za-z][A-Za-z0-9._-]*)'))?` +
    `(?:${blank}+standalone${equals}(?:"(?:yes|no)"|'(?:yes|no)'))?${blank}*\\?>$`,
)

/** Longest XML declaration that is read; a real one has fewer than a hundred characters. */
export const declarationLimit = 1_024

export type Declaration =
  | { readonly isValid: true; readonly encoding: string | undefined }
  | { readonly isValid: false }

/** Reads the text of an XML declaration, `<?xml … ?>` included (productions 23–26, 32, 80). */
export const readDeclaration = (text: string): Declaration => {
  const match = pattern.exec(text)
  return match === null ? { isValid: false } : { isValid: true, encoding: match[1] ?? match[2] }
}

/** Whether a declared encoding agrees with how the bytes are really written. */
export const agreesWith = (encoding: string, form: 'utf-8' | 'utf-16le' | 'utf-16be'): boolean => {
  const name = encoding.toLowerCase()
  if (form === 'utf-8') return name === 'utf-8' || name === 'utf8'
  return name === form || name === 'utf-16'
}

/** Whether a declared encoding has more than one byte for every character. */
export const isWideEncoding = (encoding: string): boolean =>
  /^(?:utf-?(?:16|32)|ucs|iso-10646)/i.test(encoding)
