// Checks a document against a schema: node xmllintWasm.mjs document.xml schema.xsd. Ends with 0 if it is valid, 3 if not.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { memoryPages, validateXML } from 'xmllint-wasm'

const [document, schema] = process.argv.slice(2)
const { valid } = await validateXML({
  xml: [{ fileName: 'document.xml', contents: readFileSync(document, 'utf8') }],
  schema: [{ fileName: 'schema.xsd', contents: readFileSync(schema, 'utf8') }],
  // Without these, a large document is refused. Streaming takes the least memory.
  stream: true,
  maxMemoryPages: memoryPages.max,
  modifyArguments: given => ['--huge', ...given],
}).catch(error => {
  // xmllint ends with 1 if the document is not well-formed.
  if (error.code !== 1) throw error
  return { valid: false }
})
process.exitCode = valid ? 0 : 3
