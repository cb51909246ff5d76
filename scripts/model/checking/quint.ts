import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bounds } from '../../../src/model/checking/model.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

/** Checked on 2026-11-30: the registry's latest version. */
export const quintVersion = '0.33.1'

/** Its range lets in 0.5.0-dev, whose modules load in a circle, so that no command of Quint starts. */
const parserVersion = '0.5.0-alpha.4'

const folder = join(root, 'node_modules/.cache/quint', quintVersion)

const isInstalled = async (): Promise<boolean> => {
  const file = join(folder, 'node_modules/@informalsystems/quint/package.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text !== undefined && JSON.parse(text).version === quintVersion
}

/**
 * Installs Quint into the cache of this checkout, once. It is no dependency of the repository: 44 MB in 79 packages for one command.
 * Returns why it cannot be installed; undefined if it is there.
 */
export const installQuint = async (): Promise<string | undefined> => {
  if (await isInstalled()) return undefined
  await mkdir(folder, { recursive: true })
  const manifest = {
    name: 'bedel-quint',
    private: true,
    dependencies: { '@informalsystems/quint': quintVersion },
    overrides: { antlr4ts: parserVersion },
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    return stderr.trim().split('\n').at(-1) || message
  }
  return undefined
}

const moduleText = (name: string, { submissions, workers, retries, faults }: Bounds): string =>
  `module ${name} {
  import lifecycle(SUBMISSIONS = ${submissions}, WORKERS = ${workers}, RETRIES = ${retries}, CRASHES = ${faults.crashes}, LOST_ANSWERS = ${faults.lostAnswers}, DOUBLED = ${faults.doubled}).* from "./lifecycle"
}
`

/** Writes the model with these bounds. Returns the file of Quint that has them. */
const writeModel = async (name: string, bounds: Bounds): Promise<string> => {
  const lifecycle = join(root, 'src/model/checking/lifecycle.qnt')
  await cp(lifecycle, join(folder, 'lifecycle.qnt'))
  const file = join(folder, `${name}.qnt`)
  await writeFile(file, moduleText(name, bounds))
  return file
}

/** What `quint run` prints, whatever it ends with. The simulator in TypeScript needs no download. */
const quint = async (file: string, name: string, args: readonly string[]): Promise<string> => {
  const program = join(folder, 'node_modules/@informalsystems/quint/dist/src/cli.js')
  const hidden = ['seen', 'frontier', 'state'].map(variable => `${name}::lifecycle::${variable}`)
  const all = ['run', file, '--backend=typescript', `--main=${name}`, ...args, '--hide', ...hidden]
  const { stdout, stderr } = await run(process.execPath, [program, ...all], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => error)
  return `${stdout}\n${stderr}`
}

/** What a run of Quint has come to. */
export interface QuintRun {
  /** Whether every property held. */
  isSound: boolean
  states: number
  ends: number
  /** What it printed. */
  output: string
}

const lastNumber = (output: string, variable: string): number =>
  Number([...output.matchAll(new RegExp(`::${variable}: (\\d+)`, 'g'))].at(-1)?.[1] ?? Number.NaN)

/** Searches every state of the model in Quint: each step of its simulator goes one step further from all states of a depth. */
export const searchInQuint = async (name: string, bounds: Bounds, depth: number): Promise<QuintRun> => {
  const file = await writeModel(name, bounds)
  const output = await quint(file, name, [
    '--init=searchInit',
    '--step=search',
    '--invariant=soundFrontier',
    '--max-samples=1',
    // One more than needed, so that the search ends because it finds no further state.
    `--max-steps=${depth + 1}`,
  ])
  return {
    isSound: output.includes('[ok]'),
    states: lastNumber(output, 'states'),
    ends: lastNumber(output, 'ends'),
    output,
  }
}

/** Walks at random through a model that is too large to be searched in Quint. */
export const walkInQuint = async (
  name: string,
  bounds: Bounds,
  { walks, steps, seed }: { walks: number; steps: number; seed: string },
): Promise<Pick<QuintRun, 'isSound' | 'output'>> => {
  const file = await writeModel(name, bounds)
  const output = await quint(file, name, [
    '--init=walkInit',
    '--step=walk',
    '--invariant=sound',
    `--max-samples=${walks}`,
    `--max-steps=${steps}`,
    `--seed=${seed}`,
  ])
  return { isSound: output.includes('[ok]'), output }
}
