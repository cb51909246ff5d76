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
