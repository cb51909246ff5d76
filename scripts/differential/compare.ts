import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type CompiledSchema, compileSchema, createChecker } from 'bedel-record'
import { generateSample } from '../../src/sample/index.ts'
import { Random } from '../../src/sample/random.ts'
import { mutantOf } from './mutate.ts'

/** What a checker says of a document. */
interface Verdict {
  readonly verdict: 'valid' | 'invalid' | 'malformed'
  /** Line of the first error, 0 where there is none. */
  readonly line: number
  readonly message: string
}

interface Subject {
  readonly name: string
  readonly schemaFile: string
  readonly xml: string
}

const root = new URL('../..', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const sampleText = (): string => {
  const decoder = new TextDecoder()
  const whole = [...generateSample({ provider: '0003', students: 14, seed: 5 })]
    .map(chunk => decoder.decode(chunk))
    .join('')
  let modules = 0
  return whole.replace(/ {2}<Module>[\s\S]*?<\/Module>\n/g, module => (modules++ < 3 ? module : ''))
}

const subjects = (): readonly Subject[] => [
  { name: 'student', schemaFile: 'schemas/student/23056_1_0_0.xsd', xml: sampleText() },
  { name: 'ilr', schemaFile: 'records/ilr/ILR-2018-19-v2.xsd', xml: read('records/ilr/ILR_Valid.xml') },
  {
    name: 'torture',
    schemaFile: 'scripts/differential/torture.xsd',
    xml: read('scripts/differential/torture.xml'),
  },
]

const ours = (schema: CompiledSchema, xml: string): Verdict => {
  const checker = createChecker(schema)
  checker.write(new TextEncoder().encode(xml))
  const outcome = checker.end()
  if (!outcome.wellFormed)
    return { verdict: 'malformed', line: outcome.error.line, message: outcome.error.message }
  const [first] = outcome.findings
  return first === undefined
    ? { verdict: 'valid', line: 0, message: '' }
    : { verdict: 'invalid', line: first.line, message: `${first.code} ${first.path}: ${first.message}` }
}

const verdictsOf = (output: string, files: readonly string[]): Verdict[] =>
  files.map(file => {
    const lines = output
      .split('\n')
      .filter(line => line.startsWith(`${file}:`) || line.startsWith(`${file} `))
    const at = (line: string): number => Number(line.slice(file.length + 1).split(':')[0])
    const malformed = lines.find(line => /: (?:parser|namespace) error : /.test(line))
    if (malformed !== undefined) return { verdict: 'malformed', line: at(malformed), message: malformed }
    if (lines.includes(`${file} validates`)) return { verdict: 'valid', line: 0, message: '' }
    const first = lines.find(line => line.includes('Schemas validity error'))
    return {
      verdict: 'invalid',
      line: first === undefined ? 0 : at(first),
      message: first ?? lines.join(' | '),
    }
  })

/**
 * Where libxml2 is known to differ from the standards, and ours follows them. Each names the clause; the first that
 * fits explains a difference.
 */
const reasons: readonly {
  readonly name: string
  fits(mine: Verdict, peer: Verdict, xml: string): boolean
}[] = [
  {
    name: 'white space around a value of a built-in type is collapsed (XML Schema 2, 4.3.6)',
    fits: (_, { message }) => /: '(?:\s[^']*|[^']*\s)' is not a valid value|: '[^']*$/.test(message),
  },
  {
    name: 'a fixed value is compared as a value, not as text (XML Schema 1, cvc-elt 5.2.2.2.2)',
    fits: (_, { message }) => /the fixed value constraint|The actual value '/.test(message),
  },
  {
    name: 'a year may have any number of digits (XML Schema 2, 3.2.7.1)',
    fits: (mine, { message, line }) =>
      (mine.verdict === 'valid' || mine.line > line) && /'-?\d{10,}'.* is not a valid value/.test(message),
  },
  {
    name: 'seconds of a duration need a digit before the point (XML Schema 2, 3.2.6.1)',
    fits: ({ message }, peer) => peer.verdict !== 'malformed' && /is not a duration/.test(message),
  },
  {
    name: 'an exponent needs a digit (XML Schema 2, 3.2.5.1)',
    fits: ({ message }, peer) =>
      peer.verdict !== 'malformed' && /"[^"]*[eE][+-]?\s*" is not a number such as/.test(message),
  },
  {
    name: 'Base64 text holds no other characters (XML Schema 2, 3.2.16)',
    fits: ({ message }, peer) => peer.verdict !== 'malformed' && /is not Base64 text/.test(message),
  },
  {
    name: 'CJK ideographs are letters, \\p{L} (XML Schema 2, F.1.1)',
    fits: (mine, { message }) =>
      mine.verdict !== 'malformed' && /value '[\u4e00-\u9fff]+' is not accepted by the pattern/.test(message),
  },
  {
    name: 'ours names the line where an unclosed section begins, libxml2 the end of the file',
    fits: (mine, { message }) => mine.verdict === 'malformed' && /not (?:finished|terminated)/.test(message),
  },
  {
    name: 'any string is a namespace name to the parser (Namespaces in XML, 2.2)',
    fits: (_, { message }) => message.includes('is not a valid URI'),
  },
  {
    name: 'ours names the line where the faulty tag begins, libxml2 the line where it stopped',
    fits: (mine, peer, xml) =>
      mine.verdict === peer.verdict &&
      peer.line > mine.line &&
      (isTagOpen(xml, mine.line) || (mine.verdict === 'malformed' && peer.line === mine.line + 1)),
  },
]

const reasonFor = (mine: Verdict, peer: Verdict, xml: string): string | undefined =>
  reasons.find(({ fits }) => fits(mine, peer, xml))?.name

/** Whether a tag that begins on the line ends on a later one. */
const isTagOpen = (xml: string, line: number): boolean => /<[^>]*$/.test(xml.split('\n')[line - 1] ?? '')

const run = promisify(execFile)

const theirs = async (
  schemaFile: string,
  folder: string,
  documents: readonly string[],
): Promise<Verdict[]> => {
  const files = documents.map((xml, index) => {
    const file = join(folder, `m${index}.xml`)
    writeFileSync(file, xml)
    return file
  })
  const schema = new URL(schemaFile, root).pathname
  const { stderr } = await run('xmllint', ['--nonet', '--noout', '--schema', schema, ...files], {
    maxBuffer: 1 << 28,
  }).catch((error: { stderr?: string; code?: string | number }) => {
    if (error.code === 'ENOENT' || error.stderr === undefined) throw error
    return { stderr: error.stderr }
  })
  return verdictsOf(stderr, files)
}

interface Totals {
  mutants: number
  /** By libxml2's verdict. */
  valid: number
  invalid: number
  malformed: number
  sameVerdict: number
  /** Of those that both find faulty: first error at the same line. */
  sameLine: number
}

/** What a comparison found. */
export interface Comparison extends Readonly<Totals> {
  readonly byRecord: Readonly<Record<string, Readonly<Totals>>>
  /** Differences by the clause of the standard that explains them. */
  readonly explained: Readonly<Record<string, number>>
  readonly unexplained: readonly Difference[]
}

export interface Difference {
  readonly subject: string
  readonly mutant: number
  readonly ours: string
  readonly libxml2: string
  readonly xml: string
}

/** Version line of the xmllint at hand, or undefined where there is none. */
export const xmllintVersion = async (): Promise<string | undefined> => {
  try {
    const { stdout, stderr } = await run('xmllint', ['--version'])
    return (stdout + stderr).split('\n')[0]
  } catch {
    return undefined
  }
}

/** Compares our verdicts with libxml2's over mutants of the sample files, an equal share of each. Needs xmllint. */
export const compare = async (count: number, seed: number): Promise<Comparison> => {
  const totals = noTotals()
  const byRecord: Record<string, Totals> = {}
  const explained: Record<string, number> = {}
  const unexplained: Difference[] = []
  const folder = mkdtempSync(join(tmpdir(), 'differential-'))
  const judge = (subject: string, mutant: number, xml: string, mine: Verdict, peer: Verdict): void => {
    const isSame = mine.verdict === peer.verdict
    byRecord[subject] ??= noTotals()
    for (const part of [totals, byRecord[subject]]) {
      part.mutants++
      part[peer.verdict]++
      if (isSame) part.sameVerdict++
      if (isSame && mine.verdict !== 'valid' && mine.line === peer.line) part.sameLine++
    }
    if (isSame && (mine.verdict === 'valid' || mine.line === peer.line)) return
    const reason = reasonFor(mine, peer, xml)
    if (reason === undefined)
      unexplained.push({ subject, mutant, ours: verdictText(mine), libxml2: verdictText(peer), xml })
    else explained[reason] = (explained[reason] ?? 0) + 1
  }
  try {
    const list = subjects()
    for (const [index, subject] of list.entries()) {
      const schema = compileSchema(read(subject.schemaFile))
      const random = new Random(seed, index)
      const share = Math.ceil(count / list.length)
      for (let done = 0; done < share; done += batch) {
        const documents = Array.from({ length: Math.min(batch, share - done) }, () =>
          mutantOf(subject.xml, random),
        )
        const peers = await theirs(subject.schemaFile, folder, documents)
        for (const [offset, xml] of documents.entries())
          judge(subject.name, done + offset, xml, ours(schema, xml), peers[offset]!)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return { ...totals, byRecord, explained, unexplained }
}

const batch = 250

const noTotals = (): Totals => ({
  mutants: 0,
  valid: 0,
  invalid: 0,
  malformed: 0,
  sameVerdict: 0,
  sameLine: 0,
})

const verdictText = ({ verdict, line, message }: Verdict): string =>
  `${verdict}, line ${line}: ${message.replace(/^\S*\/m\d+\.xml:/, '')}`
