// Findings as an editor shows them, in the form of the Language Server Protocol: node editor.mjs orders.xsd orders.xml
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { check, compile } from 'bedel-record'

/** Columns count code points from 1; editors count UTF-16 units from 0. */
const characterOf = (line, column) => [...line].slice(0, column - 1).join('').length

/** The faults of a text, each at the start tag of its element. */
export const diagnosticsOf = async (schema, text) => {
  const lines = text.split('\n')
  const { findings, error } = await check(schema, text)
  return [...findings, ...(error ? [error] : [])].map(({ line, column, code, message }) => {
    const written = lines[line - 1] ?? ''
    const start = characterOf(written, column)
    const [tag = ''] = /^<[^\s/>]*/.exec(written.slice(start)) ?? []
    const range = {
      start: { line: line - 1, character: start },
      end: { line: line - 1, character: start + tag.length },
    }
    return { range, severity: 1, source: 'bedel-record', code, message }
  })
}

const [schemaFile, file] = process.argv.slice(2)
const load = address => readFile(resolve(dirname(schemaFile), address))
const schema = await compile(await readFile(schemaFile), { load })
for (const { range, code } of await diagnosticsOf(schema, await readFile(file, 'utf8')))
  console.log(`${code} ${JSON.stringify(range)}`)
