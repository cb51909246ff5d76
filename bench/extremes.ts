import { spawnSync } from 'node:child_process'
import { createWriteStream, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buildPackage } from '../scripts/validate/package/build.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

/*
 * Files that have very much of one thing: keys, different names, long values with a fault. Whole processes of the package
 * `bedel-validate`.
 */

interface Extreme {
  /** Written beside the file; null: only well-formedness is checked. */
  readonly schema: string | null
  readonly head: string
  readonly tail: string
  readonly pieces: number
  piece(n: number): string
  /** Megabytes for each second of the processor, at least. */
  readonly speedAim?: number
  /** Mebibytes of the whole process, at most. */
  readonly memoryAim?: number
  /** The file with the same content and no fault: what the process needs beyond its memory is measured. */
  readonly without?: { readonly name: string; readonly aim: number }
}

const xs = (body: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${body}</xs:schema>`

const million = 1_000_000

/** Numbers below 10⁹ without order, each different: 7 919 has no factor in common with 10⁹. */
const scattered = (n: number): string => String((n * 7_919) % 1_000_000_000).padStart(9, '0')

const keys = { head: '<r>\n', tail: '</r>\n', pieces: 3 * million, speedAim: 40, memoryAim: 256 } as const
const keySchema = (item: string, field: string): string =>
  xs(
    `<xs:element name="r"><xs:complexType><xs:sequence>
      <xs:element name="i" maxOccurs="unbounded"><xs:complexType>${item}</xs:complexType></xs:element>
    </xs:sequence></xs:complexType><xs:key name="item"><xs:selector xpath="i"/><xs:field xpath="${field}"/></xs:key></xs:element>`,
  )

const names = {
  head: '<r>\n',
  tail: '</r>\n',
  pieces: million / 2,
  piece: (n: number) => `<item${n} value${n}="1">text</item${n}>\n`,
  speedAim: 20,
} as const

const longText = 'The text of a field is longer than its schema allows. '.repeat(20_000).slice(0, million)
const longTexts = { head: '<r>\n', tail: '</r>\n', pieces: 200, piece: () => `<t>${longText}</t>\n` } as const
const textSchema = (facet: string): string =>
  xs(
    `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="t" maxOccurs="unbounded">
      <xs:simpleType><xs:restriction base="xs:string">${facet}</xs:restriction></xs:simpleType>
    </xs:element></xs:sequence></xs:complexType></xs:element>`,
  )

const without = { name: 'noFinding', aim: 64 } as const

const extremes: Readonly<Record<string, Extreme>> = {
  attributeKeys: {
    ...keys,
    schema: keySchema('<xs:attribute name="id" type="xs:string"/>', '@id'),
    piece: n => `<i id="K${scattered(n)}"/>\n`,
  },
  elementKeys: {
    ...keys,
    schema: keySchema('<xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence>', 'id'),
    piece: n => `<i><id>K${scattered(n)}</id></i>\n`,
  },
  names: { ...names, schema: null },
  namesWithSchema: {
    ...names,
    schema: xs(
      `<xs:element name="r"><xs:complexType><xs:sequence>
        <xs:any maxOccurs="unbounded" processContents="lax"/>
      </xs:sequence></xs:complexType></xs:element>`,
    ),
  },
  noFinding: { ...longTexts, schema: textSchema('') },
  tooLong: { ...longTexts, schema: textSchema('<xs:maxLength value="100"/>'), without },
  wrongPattern: { ...longTexts, schema: textSchema('<xs:pattern value="[A-Z]*"/>'), without },
}

const contentOf = function* ({ head, tail, pieces, piece }: Extreme): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${head}`
  for (let n = 0; n < pieces; ) {
    let text = ''
    for (; n < pieces && text.length < 100_000; n++) text += piece(n)
    yield text
  }
  yield tail
}

interface Run {
  readonly seconds: number
  readonly mebibytes: number
}

/** Loaded before a program: at its end it reports the seconds of the processor and the greatest memory in KiB. */
const reporter = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from 'node:fs'
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const [, peak] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
    writeSync(3, JSON.stringify({ seconds: (user + system) / 1e6, mebibytes: peak / 1024 }))
  })`)}`

/** Runs the command on the file. Throws if it neither accepts the file nor reports findings. */
const runOf = (command: string, path: string, schema: string | null): Run => {
  const against = schema === null ? ['--well-formed'] : ['--schema', schema]
  const { status, output } = spawnSync(process.execPath, ['--import', reporter, command, ...against, path], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  if (status !== 0 && status !== 1) throw new Error(`${path}: ${output[2]}`)
  return JSON.parse(output[3] ?? '') as Run
}

export interface ExtremeFigures {
  readonly name: string
  readonly megabytes: number
  readonly megabytesPerSecond: Spread
  readonly speedAim: number | null
  readonly peakMebibytes: Spread
  readonly memoryAim: number | null
  /** Beyond the process for the file without findings. */
  readonly moreMebibytes: number | null
  readonly moreAim: number | null
}

/** Each file, made in the folder and checked so many times. */
export const measureExtremes = async (folder: string, runs: number): Promise<ExtremeFigures[]> => {
  const packed = join(folder, 'package')
  await buildPackage(packed)
  const command = join(packed, 'lib/validate/main.js')
  const figures: ExtremeFigures[] = []
  for (const [name, extreme] of Object.entries(extremes)) {
    const path = join(folder, `${name}.xml`)
    const schema = extreme.schema === null ? null : join(folder, `${name}.xsd`)
    if (schema !== null && extreme.schema !== null) writeFileSync(schema, extreme.schema)
    await pipeline(Readable.from(contentOf(extreme)), createWriteStream(path))
    const megabytes = statSync(path).size / 1e6
    const measured = Array.from({ length: runs }, () => runOf(command, path, schema))
    const peak = spreadOf(measured.map(({ mebibytes }) => mebibytes))
    const { without: other } = extreme
    const least = figures.find(figure => figure.name === other?.name)?.peakMebibytes.median
    figures.push({
      name,
      megabytes: Math.round(megabytes * 10) / 10,
      megabytesPerSecond: spreadOf(measured.map(({ seconds }) => megabytes / seconds)),
      speedAim: extreme.speedAim ?? null,
      peakMebibytes: peak,
      memoryAim: extreme.memoryAim ?? null,
      moreMebibytes: least === undefined ? null : peak.median - least,
      moreAim: other?.aim ?? null,
    })
  }
  return figures
}

export const extremesLines = (figures: readonly ExtremeFigures[]): string[] =>
  figures.map(({ name, megabytes, megabytesPerSecond, speedAim, peakMebibytes, ...rest }) => {
    const { memoryAim, moreMebibytes, moreAim } = rest
    return [
      `${name}, ${megabytes} MB: ${spreadText(megabytesPerSecond)} MB for each second of the processor`,
      speedAim === null ? '' : ` (aim ${speedAim})`,
      `, ${spreadText(peakMebibytes)} MiB`,
      memoryAim === null ? '' : ` (aim ${memoryAim})`,
      moreMebibytes === null
        ? ''
        : `, ${Math.round(moreMebibytes)} MiB more than without findings (aim ${moreAim})`,
    ].join('')
  })
