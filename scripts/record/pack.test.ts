import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPackage } from './build.ts'
import { installRecord } from './install.ts'
import { sizesOf, type Use } from './sizes.ts'

/* What others get: the package as `npm pack` makes it, installed outside of this repository, with its own examples. */

const run = promisify(execFile)

let outside: string
const examples = (): string => join(outside, 'examples')

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'bedel-record-'))
  await installRecord(outside)
  await cp(join(outside, 'built/examples'), examples(), { recursive: true })
}, 120_000)
afterAll(() => rm(outside, { recursive: true, force: true }))

/** The first program of this name outside of the project's own packages. */
const onPath = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(folder => !folder.includes('node_modules'))
    .map(folder => join(folder, program))
    .find(path => spawnSync(path, ['--version']).status === 0)

interface Runtime {
  title: string
  program: string | undefined
  given: readonly string[]
}

const runtimes: Runtime[] = [
  { title: 'the Node.js of the project', program: process.execPath, given: [] },
  { title: 'the Node.js of the machine', program: onPath('node'), given: [] },
  { title: 'Deno', program: onPath('deno'), given: ['run', '--allow-all'] },
  { title: 'Bun', program: onPath('bun'), given: [] },
].map(({ title, program, given }) => ({
  title: program === undefined ? `${title} (skipped: it is not on the PATH)` : title,
  program,
  given,
}))

/** Runs an example in the folder of the examples; gives its lines and its exit code. */
const started = async (
  { program = '', given }: Runtime,
  example: string,
  parameters: readonly string[],
  input = '',
): Promise<{ lines: string[]; code: number | null }> => {
  const child = spawn(program, [...given, example, ...parameters], { cwd: examples() })
  const ended = once(child, 'close')
  child.stdin.end(input)
  const [printed, faults] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  expect(faults).toBe('')
  return { lines: printed.trimEnd().split('\n'), code }
}

/** Serves the examples as a site. */
const startSite = async () => {
  const server = createServer(async ({ url = '' }, response) => {
    const content = await readFile(join(examples(), url)).catch(() => undefined)
    response.writeHead(content === undefined ? 404 : 200).end(content)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

const orders = ['orders.xsd', 'orders.xml']

describe.each(runtimes)('the examples in $title', runtime => {
  const inRuntime = it.skipIf(runtime.program === undefined)

  inRuntime('check a file', async () => {
    expect(await started(runtime, 'file.mjs', orders)).toEqual({
      lines: [
        'orders.xml:4:35 quantity "two" is not a whole number.',
        'orders.xml:5:57 priority "urgent" is not a valid code.',
        'orders.xml:5:3 2 stands more than once where unique "orderId" allows it once; the first is in line 4.',
      ],
      code: 1,
    })
  })

  inRuntime('check a document of the web', async () => {
    const site = await startSite()
    const { lines } = await started(
      runtime,
      'fetch.mjs',
      orders.map(name => `${site.origin}/${name}`),
    )
    site.stop()
    expect(lines).toEqual(['3 findings'])
  })

  inRuntime('check what is piped in', async () => {
    const { lines } = await started(
      runtime,
      'pipe.mjs',
      ['orders.xsd'],
      await readFile(join(examples(), 'orders.xml'), 'utf8'),
    )
    expect(lines.map(line => JSON.parse(line).code)).toEqual(['VALUE_TYPE', 'VALUE_CODE', 'KEY_DUPLICATE'])
  })

  inRuntime('show progress', async () => {
    const { lines } = await started(runtime, 'progress.mjs', orders)
    expect(lines).toEqual(['100 %', '11 elements, not valid'])
  })

  inRuntime('show findings in an editor', async () => {
    const { lines } = await started(runtime, 'editor.mjs', orders)
    expect(lines).toEqual([
      'VALUE_TYPE {"start":{"line":3,"character":34},"end":{"line":3,"character":43}}',
      'VALUE_CODE {"start":{"line":4,"character":56},"end":{"line":4,"character":65}}',
      'KEY_DUPLICATE {"start":{"line":4,"character":2},"end":{"line":4,"character":8}}',
    ])
  })
})

describe('the package', () => {
  it('has types that a strict program compiles with', async () => {
    const program = `
      import { check, compile, type Finding, type FindingMessages } from 'bedel-record'
      import { read, type XmlEvent } from 'bedel-record/reader'
      import { writeRows } from 'bedel-record/rows'
      const messages: Partial<FindingMessages> = {
        ELEMENT_ABSTRACT: ({ element }) => ({ message: \`<\${element}> ist abstrakt.\` }),
      }
      const schema = await compile('<a/>', { load: async address => address })
      const rows = writeRows({ kindOf: () => 'text', write: () => undefined })
      const { findings, error } = await check(schema, new Blob(['<a/>']), { rows, messages, doctype: 'skip' })
      export const lines: number[] = findings.map((finding: Finding) => finding.line)
      export const code: string | undefined = error?.code
      export const events: XmlEvent[] = []
      for await (const event of read('<a/>')) events.push(event)
    `
    await writeFile(join(outside, 'consumer.mts'), program)
    const options = '--noEmit --strict --target es2023 --module nodenext --lib es2023,dom --types'
    const compiler = join(recordPackage, '../../node_modules/typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [compiler, ...options.split(' '), '', 'consumer.mts'], {
      cwd: outside,
    }).catch(error => error)
    expect(stdout).toBe('')
  }, 60_000)

  it('needs no other package', async () => {
    const manifest = JSON.parse(await readFile(join(outside, 'built/package.json'), 'utf8'))
    expect(Object.keys(manifest).filter(name => /dependencies/i.test(name))).toEqual([])
  })

  it('weighs no more than its README says', async () => {
    const readme = await readFile(join(recordPackage, 'README.md'), 'utf8')
    const stated = (use: Use): number =>
      Number(new RegExp(`^\\| ${use}: .*\\| (\\d+) kB \\|$`, 'm').exec(readme)?.[1]) * 1000
    const sizes = await sizesOf(join(outside, 'built'))
    expect(sizes.reader).toBeLessThanOrEqual(stated('reader'))
    expect(sizes.checker).toBeLessThanOrEqual(stated('checker'))
  }, 60_000)

  it('has a README that names every example', async () => {
    const readme = await readFile(join(recordPackage, 'README.md'), 'utf8')
    for (const name of ['file', 'fetch', 'pipe', 'worker', 'progress', 'editor'])
      expect(readme).toContain(`examples/${name}.mjs`)
  })
})
