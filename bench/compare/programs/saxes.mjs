// Reads a document: node saxes.mjs document.xml. Ends with 0 if it is well-formed, 3 if not.
import { createReadStream } from 'node:fs'
import process from 'node:process'
import { SaxesParser } from 'saxes'

const parser = new SaxesParser({ xmlns: true })
parser.on('error', () => {
  process.exitCode = 3
})
for await (const chunk of createReadStream(process.argv[2], 'utf8')) parser.write(chunk)
parser.close()
