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

const exitCodeOf = async (args: readonly string[]): Promise<number | string> => {
  try {
    await run('xmllint', ['--nonet', '--noout', ...args], { maxBuffer: 1 << 26, timeout: 20_000 })
    return 0
  } catch (error) {
    const { code, signal } = error as { code?: number; signal?: string }
    return code ?? signal ?? 'crash'
  }
}

/** xmllint takes one schema document; it ends with 5 where it cannot be compiled, with 3 or 4 where the instance is invalid. */
const xmllint = (): Peer | undefined => {
  const { stderr = '' } = spawnSync('xmllint', ['--version'], { encoding: 'utf8' })
  const version = /version (\d+)/.exec(stderr)?.[1]
  if (version === undefined) return undefined
  const empty = join(tmpdir(), 'bedel-xsts-empty.xml')
  writeFileSync(empty, '<nothing/>')
  const one = async ({ schemas, instance, kind }: SuiteTest): Promise<string> => {
    const code = await exitCodeOf(['--schema', schemas.at(-1) ?? '', kind === 'schema' ? empty : instance])
    if (kind === 'schema') return code === 5 ? 'invalid' : typeof code === 'number' ? 'valid' : 'crash'
    return code === 0 ? 'valid' : typeof code === 'number' ? 'invalid' : 'crash'
  }
  return {
    name: `libxml2 ${version.slice(0, 1)}.${Number(version.slice(1, 3))}.${Number(version.slice(3))}`,
    judge: async tests => {
      const found: Record<string, string> = {}
      for (const test of tests) found[test.id] = await one(test)
      return found
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
