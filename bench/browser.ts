import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chosenBrowser } from '../e2e/support/browser.ts'
import { makeFile, type Spread, schemaFile, spreadOf, spreadText } from './support.ts'

const repository = join(import.meta.dirname, '..')
const assets = join(repository, 'dist/assets')

/** The peer: what a portal does that checks with a library on the whole text. */
const peerWorker = `
importScripts('/peer.js')
onmessage = async ({ data }) => {
  const answer = self.XMLValidator.validate(await data.file.text())
  postMessage({ type: 'done', answer })
}`

const page = `<!doctype html><meta charset="utf-8"><title>bench</title><input type="file"><script>
const tasks = []
new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration)))
  .observe({ type: 'longtask' })
window.check = (address, type, xsd) => new Promise((resolve, reject) => {
  const file = document.querySelector('input').files[0]
  const worker = new Worker(address, { type })
  tasks.length = 0
  const began = performance.now()
  worker.onerror = event => reject(new Error(event.message))
  worker.onmessage = ({ data }) => {
    if (data.type === 'progress') return
    worker.terminate()
    resolve({ seconds: (performance.now() - began) / 1000, longest: Math.max(0, ...tasks), data })
  }
  const schema = xsd === undefined ? 'none' : { version: 'bench', document: xsd }
  worker.postMessage({ file, expectations: { schema } })
})
</script>`

export interface BrowserFigures {
  megabytes: number
  /** Well-formedness alone, as the peer does it. */
  wellFormedMegabytesPerSecond: Spread
  /** Well-formedness and schema. */
  schemaMegabytesPerSecond: Spread
  /** How many times as fast as fast-xml-parser's validator in a worker; null where it fails on the file. Aim: 4. */
  wellFormedToFastXmlParser: Spread | null
  schemaToFastXmlParser: Spread | null
  /** Greatest resident memory of the page's process during the check against the schema, in MiB; null outside Linux. */
  peakMemoryMib: number | null
  /** Longest task of the page's own thread during the checks, in ms; below 50 none is counted. Aim: 0. */
  longestMainThreadTaskMs: number
}

/** Greatest resident memory of any page of the browser so far, in bytes; null where the system does not tell it. */
const peakMemoryOf = async (browser: Browser): Promise<number | null> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const peaks = processInfo.flatMap(({ type, id }) => {
    const status = `/proc/${id}/status`
    if (type !== 'renderer' || !existsSync(status)) return []
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(status, 'utf8')) ?? []
    return kibibytes === undefined ? [] : [Number(kibibytes) * 1024]
  })
  await session.detach()
  return peaks.length === 0 ? null : Math.max(...peaks)
}

interface Checked {
  seconds: number
  longest: number
}

/** The check in a browser's worker beside fast-xml-parser's, on files picked by an input. */
export const measureBrowser = async (
  folder: string,
  sizes: readonly number[],
  runs: number,
): Promise<BrowserFigures[]> => {
  const worker = readdirSync(assets).find(name => /^fileCheck\.worker-.*\.js$/.test(name))
  if (!worker) throw new Error('The pages are not built. Run `npm run build` first.')
  const served: Record<string, [type: string, content: string]> = {
    '/': ['text/html', page],
    '/worker.js': ['text/javascript', readFileSync(join(assets, worker), 'utf8')],
    '/peerWorker.js': ['text/javascript', peerWorker],
    '/peer.js': [
      'text/javascript',
      readFileSync(join(repository, 'node_modules/fast-xml-parser/lib/fxvalidator.min.js'), 'utf8'),
    ],
  }
  const server = createServer((request, response) => {
    const [type, content] = served[request.url ?? ''] ?? ['text/plain', '']
    response.setHeader('content-type', type).end(content)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch((await chosenBrowser()).launch)
  const schema = readFileSync(schemaFile, 'utf8')
  /** A tab whose page has picked the file. */
  const open = async (path: string) => {
    const tab = await browser.newPage()
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await tab.locator('input').setInputFiles(path)
    const check = (address: string, type: string, document?: string): Promise<Checked> =>
      tab.evaluate(
        ([from, kind, xsd]) =>
          (window as unknown as { check: (...given: unknown[]) => Promise<Checked> }).check(from, kind, xsd),
        [address, type, document] as const,
      )
    return { check, close: () => tab.close() }
  }
  try {
    const figures: BrowserFigures[] = []
    for (const size of sizes) {
      const file = await makeFile(folder, size)
      // A tab of its own: what the peer leaves behind would count too.
      const alone = await open(file.path)
      await alone.check('/worker.js', 'module', schema)
      const peakMemory = await peakMemoryOf(browser)
      await alone.close()
      const { check, close } = await open(file.path)
      const own: number[] = []
      const against: number[] = []
      const peer: number[] = []
      let longest = 0
      for (let run = 0; run < runs; run++) {
        for (const [seconds, xsd] of [
          [own, undefined],
          [against, schema],
        ] as const) {
          const checked = await check('/worker.js', 'module', xsd)
          seconds.push(checked.seconds)
          longest = Math.max(longest, checked.longest)
        }
        const compared = await check('/peerWorker.js', 'classic').catch(() => undefined)
        if (compared) peer.push(compared.seconds)
      }
      await close()
      const isCompared = peer.length === runs
      const ratio = (mine: readonly number[]) =>
        isCompared ? spreadOf(mine.map((second, run) => (peer[run] ?? 0) / second)) : null
      figures.push({
        megabytes: file.megabytes,
        wellFormedMegabytesPerSecond: spreadOf(own.map(second => file.megabytes / second)),
        schemaMegabytesPerSecond: spreadOf(against.map(second => file.megabytes / second)),
        wellFormedToFastXmlParser: ratio(own),
        schemaToFastXmlParser: ratio(against),
        peakMemoryMib: peakMemory === null ? null : Math.round(peakMemory / 1024 ** 2),
        longestMainThreadTaskMs: Math.round(longest),
      })
    }
    return figures
  } finally {
    await browser.close()
    server.close()
  }
}

export const browserLines = (figures: readonly BrowserFigures[]): string[] =>
  figures.map(one => {
    const peer = (spread: Spread | null) =>
      spread ? `${spreadText(spread)} × fast-xml-parser (aim 4)` : 'fast-xml-parser fails on this file'
    return (
      `${one.megabytes} MB  in a browser's worker: well-formedness ${spreadText(one.wellFormedMegabytesPerSecond)} MB/s, ` +
      `${peer(one.wellFormedToFastXmlParser)}; with schema ${spreadText(one.schemaMegabytesPerSecond)} MB/s, ` +
      `${peer(one.schemaToFastXmlParser)}; peak memory of the page ${one.peakMemoryMib ?? '?'} MiB; longest task of the page ${one.longestMainThreadTaskMs} ms (aim under 50)`
    )
  })
