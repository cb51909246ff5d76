/** Characters of an RFC 5987 value that need no escape. */
const attributeCharacter = /[A-Za-z0-9!#$&+.^_`|~-]/

/**
 * The Content-Disposition of a download (RFC 6266): a plain ASCII name for old clients and the whole name in UTF-8.
 * Control and direction characters, path separators and quotes of a user's file name never reach the header.
 */
export const attachment = (fileName: string): string => {
  const clean =
    fileName
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
      .slice(0, 200)
      .toWellFormed() || 'file'
  const ascii = clean.replace(/[^ !#$&+.^_`|~0-9A-Za-z()-]/g, '_')
  const utf8 = [...new TextEncoder().encode(clean)]
    .map(byte => {
      const character = String.fromCharCode(byte)
      return byte < 128 && attributeCharacter.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
