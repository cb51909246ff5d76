// Reads a document: node fastXmlParser.mjs document.xml. Ends with 0 if it is well-formed, 3 if not.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { XMLValidator } from 'fast-xml-parser'

process.exitCode = XMLValidator.validate(readFileSync(process.argv[2], 'utf8')) === true ? 0 : 3
