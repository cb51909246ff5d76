import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'

const folder = import.meta.dirname
interface Outcome {
  /** Code and place of the error, or `readable`. */
  readonly said: string
  /** Of the processor: what else the machine does is not the document's work. */
  readonly seconds: number
  /** Growth of the process's greatest memory while it read. */
  readonly megabytes: number
}

/**
 * Reads documents, given as expressions that yield their chunks, in a process that may open no file but those of the
 * record engine, no connection, no process and no worker: an attempt ends it.
 */
const readApart = async (documents: Readonly<Record<string, string>>): Promise<Record<string, Outcome>> => {
  const script = `
    import { createChecker, compileSchema, createReader } from ${JSON.stringify(`${folder}/index.ts`)}
    const utf8 = text => new TextEncoder().encode(text)
    const schema = compileSchema('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>')
    const read = chunks => {
      const before = process.resourceUsage().maxRSS
      const began = process.cpuUsage()
      let said = 'readable'
      try {
        const reader = createReader()
        for (const chunk of chunks()) reader.write(chunk)
        reader.end()
        const checker = createChecker(schema)
        for (const chunk of chunks()) checker.write(chunk)
        const { findingsTotal } = checker.end()
        if (findingsTotal > 0) said = findingsTotal + ' findings'
      } catch (error) {
        said = error.code + ' at ' + error.line + ':' + error.column
      }
      const megabytes = (process.resourceUsage().maxRSS - before) / 1024
      const { user, system } = process.cpuUsage(began)
      return { said, seconds: (user + system) / 1_000_000, megabytes }
    }
    read(function* () { yield utf8('<a>' + '<b c="d">e</b>\\n'.repeat(50_000) + '</a>') })
    const outcomes = {}
    ${Object.entries(documents)
      .map(([name, chunks]) => `outcomes[${JSON.stringify(name)}] = read(function* () { ${chunks} })`)
      .join('\n')}
    console.log(JSON.stringify(outcomes))`
  const child = spawn(
    process.execPath,
    ['--permission', `--allow-fs-read=${folder}/*`, '--input-type=module', '-'],
    { stdio: 'pipe' },
  )
  child.stdin.end(script)
  const texts = ['', '']
  child.stdout.on('data', chunk => {
    texts[0] += String(chunk)
  })
  child.stderr.on('data', chunk => {
    texts[1] += String(chunk)
  })
  const code = await new Promise(resolve => child.once('close', resolve))
  if (code !== 0) throw new Error(texts[1])
  return JSON.parse(texts[0] ?? '') as Record<string, Outcome>
}

const whole = (document: string): string => `yield utf8(${JSON.stringify(document)})`

const laughs = `<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`).join('')}]>
<lolz>&lol9;</lolz>`

/** So many MiB without an end of a line, and then an entity that is not declared. */
const onOneLine = (mebibytes: number): string =>
  `const chunk = utf8('<b>x</b>'.repeat(131_072)); yield utf8('<a>'); for (let at = 0; at < ${mebibytes}; at++) yield chunk; yield utf8('<b>&x;</b>')`

const columnAfter = (mebibytes: number): number => 3 + mebibytes * 131_072 * 8 + 4

describe('documents made to do harm (faults 1 to 4)', () => {
  it('are refused at their place, in little time and memory, and nothing is fetched', async () => {
    let connections = 0
    const trap = createServer((_, response) => response.end())
    trap.on('connection', () => connections++)
    await new Promise<void>(resolve => trap.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`

    const outcomes = await readApart({
      'billion laughs': whole(laughs),
      'quadratic blow-up': whole(
        `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(50_000)}">]><a>${'&b;'.repeat(50_000)}</a>`,
      ),
      'external entity, file': whole('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
      'external entity, connection': whole(`<!DOCTYPE a [<!ENTITY b SYSTEM "${address}/b">]><a>&b;</a>`),
      'parameter entity': whole(`<!DOCTYPE a [<!ENTITY % b SYSTEM "${address}/b"> %b;]><a/>`),
      'external subset': whole(`<!DOCTYPE a SYSTEM "${address}/a.dtd"><a/>`),
      'schema location': whole(
        `<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="u ${address}/u.xsd" xsi:noNamespaceSchemaLocation="${address}/n.xsd"/>`,
      ),
      'style sheet': whole(`<?xml-stylesheet href="${address}/a.xsl" type="text/xsl"?><a/>`),
      XInclude: whole(
        `<a xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="${address}/a.xml"/></a>`,
      ),
      'a million attributes':
        "yield utf8('<a '); for (let at = 0; at < 1_000_000; at++) yield utf8('b' + at + '=\"\" '); yield utf8('/>')",
      'a million deep, unclosed': "for (let at = 0; at < 1_000_000; at++) yield utf8('<a>')",
      'a name of a megabyte':
        "yield utf8('<'); for (let at = 0; at < 1_000; at++) yield utf8('a'.repeat(1_000))",
      'a tag without end':
        "yield utf8('<a '); for (let at = 0; at < 20_000; at++) yield utf8(' '.repeat(1_000))",
      'a text of a mebibyte and one':
        "yield utf8('<a>\\n'); yield utf8('x'.repeat(1_048_576)); yield utf8('</a>')",
      'a text of a mebibyte': "yield utf8('<a>\\n'); yield utf8('x'.repeat(1_048_575)); yield utf8('</a>')",
      'a value of a mebibyte and one':
        "yield utf8('<a b=\"'); yield utf8('x'.repeat(1_048_577)); yield utf8('\"/>')",
      '100 MiB on one line': onOneLine(100),
      'names of one hash':
        "const names = Array.from({ length: 4096 }, (_, at) => Array.from({ length: 12 }, (_, bit) => at >> bit & 1 ? 'Aa' : 'BB').join('')); const chunk = utf8(names.map(name => '<' + name + '>1</' + name + '>').join('')); yield utf8('<a>'); for (let at = 0; at < 20; at++) yield chunk; yield utf8('</a>')",
    })
    trap.close()

    expect(Object.fromEntries(Object.entries(outcomes).map(([name, { said }]) => [name, said]))).toEqual({
      'billion laughs': 'DOCTYPE_NOT_ALLOWED at 2:1',
      'quadratic blow-up': 'DOCTYPE_NOT_ALLOWED at 1:1',
      'external entity, file': 'DOCTYPE_NOT_ALLOWED at 1:1',
      'external entity, connection': 'DOCTYPE_NOT_ALLOWED at 1:1',
      'parameter entity': 'DOCTYPE_NOT_ALLOWED at 1:1',
      'external subset': 'DOCTYPE_NOT_ALLOWED at 1:1',
      'schema location': 'readable',
      'style sheet': 'readable',
      XInclude: 'readable',
      'a million attributes': 'LIMIT_ATTRIBUTES at 1:1942',
      'a million deep, unclosed': 'LIMIT_DEPTH at 1:193',
      'a name of a megabyte': 'LIMIT_NAME at 1:2',
      'a tag without end': 'LIMIT_TAG at 1:1',
      'a text of a mebibyte and one': 'LIMIT_TEXT at 1:4',
      'a text of a mebibyte': 'readable',
      'a value of a mebibyte and one': 'LIMIT_ATTRIBUTE_VALUE at 1:4',
      '100 MiB on one line': `UNDECLARED_ENTITY at 1:${columnAfter(100)}`,
      'names of one hash': 'readable',
    })
    expect(connections).toBe(0)
    expect(outcomes['billion laughs']?.seconds).toBeLessThan(1)
    expect(outcomes['names of one hash']?.seconds).toBeLessThan(5)
    expect(outcomes['billion laughs']?.megabytes).toBeLessThan(20)
    const grown = Object.values(outcomes).reduce((sum, { megabytes }) => sum + megabytes, 0)
    expect(grown).toBeLessThan(100)
  }, 60_000)

  it('are refused at their place beyond 2 GiB on one line', {
    tags: ['exhaustive'],
    timeout: 60_000,
  }, async () => {
    const { line } = await readApart({ line: onOneLine(2_100) })
    expect(line?.said).toBe(`UNDECLARED_ENTITY at 1:${columnAfter(2_100)}`)
    expect(line?.megabytes).toBeLessThan(100)
  })
})
