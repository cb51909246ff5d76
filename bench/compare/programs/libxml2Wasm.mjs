// Checks a document against a schema: node libxml2Wasm.mjs document.xml schema.xsd. Ends with 0 if it is valid, 3 if not.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { ParseOption, XmlDocument, XmlParseError, XmlValidateError, XsdValidator } from 'libxml2-wasm'

const [document, schema] = process.argv.slice(2)
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schema)))
// Without these, a large document is refused, and lines end at 65,535.
const option = ParseOption.XML_PARSE_HUGE | ParseOption.XML_PARSE_BIG_LINES
try {
  validator.validate(XmlDocument.fromBuffer(readFileSync(document), { option }))
} catch (error) {
  if (!(error instanceof XmlParseError || error instanceof XmlValidateError)) throw error
  process.exitCode = 3
}
