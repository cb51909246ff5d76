// Checks a document against a schema: node record.mjs document.xml schema.xsd. Ends with 0 if it is valid, 3 if not.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { check, compile } from 'bedel-record'

const [document, schema] = process.argv.slice(2)
const { valid } = await check(await compile(await readFile(schema)), createReadStream(document))
process.exitCode = valid ? 0 : 3
