import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SuiteTest } from './suite.ts'

/** Verdict by test. */
export type Verdicts = Readonly<Record<string, string>>

/** Another processor on this machine. */
export interface Peer {
  readonly name: string
  judge(tests: readonly SuiteTest[]): Promise<Verdicts>
}

const run = promisify(execFile)

interface XmllintResult {
  code: number | string
  /** What it prints: a line for each instance that it could read. */
  report: string
}

const runXmllint = async (schema: string, instances: readonly string[]): Promise<XmllintResult> => {
  // A large schema, such as NeTEx, takes half a minute to compile on an idle machine.
  const options = { maxBuffer: 1 << 28, timeout: 600_000 }
  try {
    const args = ['--nonet', '--noout', '--schema', schema, ...instances]
    return { code: 0, report: (await run('xmllint', args, options)).stderr }
  } catch (error) {
    const { code, signal, stderr = '' } = error as { code?: number; signal?: string; stderr?: string }
    return { code: code ?? signal ?? 'crash', report: stderr }
  }
}

/** xmllint takes one schema document, which it compiles once for all its instances. It ends with 5 if that fails. */
const xmllint = (): Peer | undefined => {
  const { stderr = '' } = spawnSync('xmllint', ['--version'], { encoding: 'utf8' })
  const version = /version (\d+)/.exec(stderr)?.[1]
  if (version === undefined) return undefined
  const empty = join(tmpdir(), 'bedel-xsts-empty.xml')
  writeFileSync(empty, '<nothing/>')
  const ofSchema = async (schema: string, tests: readonly SuiteTest[]): Promise<Verdicts> => {
    const { code, report } = await runXmllint(schema, [
      empty,
      ...tests.flatMap(({ instance }) => instance || []),
    ])
    const lines = new Set(report.split('\n'))
    const isCrash = typeof code !== 'number'
    const verdictOf = ({ kind, instance }: SuiteTest): string => {
      if (isCrash) return 'crash'
      if (code === 5) return 'invalid'
      return kind === 'schema' || lines.has(`${instance} validates`) ? 'valid' : 'invalid'
    }
    // Find out which one it is. Those that take too long are not tried again.
    if (isCrash && code !== 'SIGTERM' && tests.length > 1) {
      const alone = []
      for (const test of tests) alone.push(await ofSchema(schema, [test]))
      return Object.assign({}, ...alone)
    }
    return Object.fromEntries(tests.map(test => [test.id, verdictOf(test)]))
  }
  return {
    name: `libxml2 ${version.slice(0, 1)}.${Number(version.slice(1, 3))}.${Number(version.slice(3))}`,
    judge: async tests => {
      const found: Verdicts[] = []
      for (const [schema, ofIt] of Map.groupBy(tests, ({ schemas }) => schemas.at(-1) ?? ''))
        found.push(await ofSchema(schema, ofIt))
      return Object.assign({}, ...found)
    },
  }
}

const xercesJar = '/usr/share/java/xercesImpl.jar'

/** Xerces reads its tests from a program of Java, which is made where the JDK is there. */
const xerces = (): Peer | undefined => {
  const folder = join(tmpdir(), 'bedel-xsts-xerces')
  if (!existsSync(xercesJar)) return undefined
  mkdirSync(folder, { recursive: true })
  const source = new URL('Xerces.java', import.meta.url).pathname
  if (spawnSync('javac', ['-d', folder, source]).status !== 0) return undefined
  return {
    name: 'Xerces-J 2.12',
    judge: tests =>
      new Promise((resolve, reject) => {
        const classPath = `${folder}:${xercesJar}:/usr/share/java/xml-apis.jar`
        const factory =
          '-Djavax.xml.validation.SchemaFactory:http://www.w3.org/2001/XMLSchema=org.apache.xerces.jaxp.validation.XMLSchemaFactory'
        const child = spawn('java', ['-cp', classPath, factory, 'Xerces'], {
          stdio: ['pipe', 'pipe', 'ignore'],
        })
        let output = ''
        child.stdout.on('data', chunk => {
          output += chunk
        })
        child.on('error', reject)
        child.on('close', () => {
          const lines = output.split('\n')
          resolve(Object.fromEntries(tests.map(({ id }, index) => [id, lines[index] || 'crash'])))
        })
        child.stdin.end(
          tests
            .map(
              ({ schemas, instance, kind }) =>
                `${schemas.join(';')}\t${kind === 'schema' ? '-' : instance}\n`,
            )
            .join(''),
        )
      }),
  }
}

/** The processors that are installed here. */
export const findPeers = (): readonly Peer[] => [xmllint(), xerces()].filter(peer => peer !== undefined)

/** What the peer says of each test; kept between runs, for it takes minutes. */
export const verdictsOf = async (peer: Peer, tests: readonly SuiteTest[]): Promise<Verdicts> => {
  const file = join(tmpdir(), `bedel-xsts-${peer.name.replace(/\W+/g, '-')}.json`)
  const known: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const open = tests.filter(({ id }) => known[id] === undefined)
  if (open.length > 0) {
    Object.assign(known, await peer.judge(open))
    writeFileSync(file, JSON.stringify(known))
  }
  return known
}
