// Shows how far the check of a large file is, and gives up after a minute: node progress.mjs orders.xsd orders.xml
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { check, compile } from 'bedel-record'

const [schemaFile, file] = process.argv.slice(2)
const load = address => readFile(resolve(dirname(schemaFile), address))
const schema = await compile(await readFile(schemaFile), { load })

const { size } = await stat(file)
let shown = 0
const { valid, elements } = await check(schema, createReadStream(file), {
  signal: AbortSignal.timeout(60_000),
  onProgress: bytes => {
    const percent = Math.floor((100 * bytes) / size)
    if (percent === shown) return
    shown = percent
    console.log(`${percent} %`)
  },
})
console.log(`${elements} elements, ${valid ? 'valid' : 'not valid'}`)
