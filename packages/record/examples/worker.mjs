// A worker of the browser: checks a file that the page sends, while the page stays responsive.
import { check, compile } from 'bedel-record'

self.onmessage = async ({ data: { documents, file } }) => {
  const load = address => documents[address]
  const schema = await compile(documents['orders.xsd'], { load })
  const { valid, error } = await check(schema, file, {
    onFinding: finding => self.postMessage({ finding }),
  })
  self.postMessage({ valid, error: error?.message })
}
