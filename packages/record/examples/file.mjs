// Checks a file on disk: node file.mjs orders.xsd orders.xml
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { check, compile } from 'bedel-record'

const [schemaFile, file] = process.argv.slice(2)
const load = address => readFile(resolve(dirname(schemaFile), address))
const schema = await compile(await readFile(schemaFile), { load })

const { valid, findings, error } = await check(schema, createReadStream(file))
for (const { line, column, message } of findings) console.log(`${file}:${line}:${column} ${message}`)
if (error) console.log(`${file}:${error.line}:${error.column} ${error.message}`)
process.exitCode = valid ? 0 : 1
