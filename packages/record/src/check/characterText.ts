/** Names of characters that people meet in values, in English. */
const names = new Map(
  Object.entries({
    "'": 'apostrophe',
    '"': 'quotation mark',
    '-': 'hyphen',
    ' ': 'space',
    ',': 'comma',
    '.': 'full stop',
    '/': 'slash',
    '\\': 'backslash',
    '&': 'ampersand',
    '(': 'opening bracket',
    ')': 'closing bracket',
    '\t': 'tab',
    '\n': 'line break',
    '`': 'grave accent',
    '\u00a0': 'no-break space',
    '\u00ad': 'soft hyphen',
    '\u00b4': 'acute accent',
    '\u02bc': 'modifier apostrophe',
    '\u0300': 'combining grave accent',
    '\u0301': 'combining acute accent',
    '\u0302': 'combining circumflex',
    '\u0303': 'combining tilde',
    '\u0308': 'combining diaeresis',
    '\u030a': 'combining ring',
    '\u0327': 'combining cedilla',
    '\u200b': 'zero-width space',
    '\u2010': 'hyphen character',
    '\u2011': 'no-break hyphen',
    '\u2012': 'figure dash',
    '\u2013': 'en dash',
    '\u2014': 'em dash',
    '\u2018': 'left single quotation mark',
    '\u2019': 'right single quotation mark',
    '\u201a': 'low single quotation mark',
    '\u201c': 'left double quotation mark',
    '\u201d': 'right double quotation mark',
    '\u201e': 'low double quotation mark',
    '\u2032': 'prime',
    '\u202f': 'narrow no-break space',
    '\u2212': 'minus sign',
    '\ufeff': 'byte order mark',
    '\ufffd': 'replacement character',
  }),
)

/** A character with its code point, and its name if it is a common one. */
export const characterText = (character: string): string => {
  const point = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  const name = names.get(character)
  const shown = /^[\p{C}\p{Z}\p{M}]/u.test(character) ? '' : `${character} `
  return `${shown}(${name === undefined ? point : `${point}, ${name}`})`
}
