const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/**
 * Text as it stands in XML, in an element or in an attribute in double quotes. White space other than the blank is
 * written as a reference: a reader would turn it into a blank in an attribute, and a carriage return into a line feed.
 */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"\n\r\t]/g, sign => references[sign] ?? sign)

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/

/**
 * Text of an element, and of no attribute, of any source and in masses: looked at once, and given back as it is where
 * nothing has to be written otherwise. Quotes, line feeds and tabs stay; what XML cannot hold becomes U+FFFD.
 */
export const escapeXmlText = (text: string): string =>
  special.test(text)
    ? text
        .toWellFormed()
        .replace(notInXml, '\ufffd')
        .replace(/[&<>\r]/g, sign => references[sign] ?? sign)
    : text
