import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
import { buildRecord, recordPackage } from '../scripts/record/build.ts'

/* The package for others in a browser: its example of a worker, bundled by Vite as a user's page would be. */

const site = 'https://site.example'
const examples = join(recordPackage, 'examples')

/** The files of the bundled example by name. */
const bundled = async (): Promise<ReadonlyMap<string, string>> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-record-'))
  await buildRecord(folder)
  const result = await build({
    root: examples,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { 'bedel-record': join(folder, 'index.js') } },
    worker: { format: 'es' },
    build: {
      write: false,
      rolldownOptions: {
        input: join(examples, 'page.mjs'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'page.js' },
      },
    },
  })
  await rm(folder, { recursive: true })
  const [bundle] = Array.isArray(result) ? result : [result]
  if (bundle === undefined || !('output' in bundle)) throw new Error('The bundler gave nothing.')
  return new Map(
    bundle.output.map(file => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
  )
}

test("bedel-record's worker checks a file in the browser, with each finding as it is found", async ({
  page,
}) => {
  const files = await bundled()
  await page.route(`${site}/**`, (route, request) => {
    const name = new URL(request.url()).pathname.slice(1)
    if (name === '')
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Site</title>' })
    const body = files.get(name)
    return body === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto(`${site}/`)
  const read = (name: string): Promise<string> => readFile(join(examples, name), 'utf8')
  const documents = { 'orders.xsd': await read('orders.xsd'), 'types.xsd': await read('types.xsd') }
  const found = await page.evaluate(
    async ({ documents, xml, module }) => {
      const { checkInWorker } = await import(module)
      const codes: string[] = []
      const file = new File([xml], 'orders.xml')
      const result = await checkInWorker(documents, file, ({ code }: { code: string }) => codes.push(code))
      return { codes, result }
    },
    { documents, xml: await read('orders.xml'), module: `${site}/page.js` },
  )
  expect(found).toEqual({
    codes: ['VALUE_TYPE', 'VALUE_CODE', 'KEY_DUPLICATE'],
    result: { valid: false, error: undefined },
  })
})
