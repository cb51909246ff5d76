// Checks what is piped in, and prints each finding as JSON when it is found: cat orders.xml | node pipe.mjs orders.xsd
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { check, compile } from 'bedel-record'

const [schemaFile] = process.argv.slice(2)
const load = address => readFile(resolve(dirname(schemaFile), address))
const schema = await compile(await readFile(schemaFile), { load })

await check(schema, process.stdin, {
  // Findings that are handed on need not be kept.
  findingsCap: 0,
  onFinding: ({ code, line, path, parameters }) =>
    console.log(JSON.stringify({ code, line, path, parameters })),
})
