// Checks a document of the web while it arrives: node fetch.mjs https://…/orders.xsd https://…/orders.xml
import process from 'node:process'
import { check, compile } from 'bedel-record'

const [schemaUrl, url] = process.argv.slice(2)
const load = async address => {
  const response = await fetch(new URL(address, schemaUrl))
  return response.ok ? response.text() : undefined
}
const schema = await compile(await load(schemaUrl), { load })

const { body } = await fetch(url)
const { valid, findingsTotal } = await check(schema, body)
console.log(valid ? 'valid' : `${findingsTotal} findings`)
