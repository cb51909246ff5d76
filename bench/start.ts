import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/freePort.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

const repository = join(import.meta.dirname, '..')

export interface StartFigures {
  /** From `npm start` in a fresh clone, whose packages are installed, to the printed address: pages are built, the database is made. Aim: 60. */
  firstSeconds: Spread
  /** The same once more in the same clone. */
  againSeconds: Spread
}

const must = (command: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

/** Seconds from `npm start` to the address; the system is ended then. */
const secondsToReady = async (clone: string): Promise<number> => {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(await freePort()), HOST: '127.0.0.1', DATA_DIR: join(clone, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    // All of its processes are one group, so that they can be ended together.
    detached: true,
  })
  const exit = once(child, 'exit')
  try {
    let printed = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      printed += text
      if (printed.includes('Ready at ')) return (performance.now() - began) / 1000
    }
    throw new Error(`npm start ended before it was ready:\n${printed}`)
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await exit
  }
}

/** How long somebody waits who starts Bedel for the first time, apart from the download of its packages. */
export const measureStart = async (runs: number): Promise<StartFigures> => {
  const first: number[] = []
  const again: number[] = []
  for (let run = 0; run < runs; run++) {
    const folder = await mkdtemp(join(tmpdir(), 'bedel-bench-start-'))
    // As root the database runs as another user, who has to get through.
    await chmod(folder, 0o711)
    try {
      const clone = join(folder, 'clone')
      must('git', 'clone', '--quiet', '--local', repository, clone)
      await mkdir(join(clone, 'node_modules'))
      must(
        'cp',
        '--archive',
        '--no-target-directory',
        join(repository, 'node_modules'),
        join(clone, 'node_modules'),
      )
      // What was compiled for this project before is not there on a fresh machine.
      await rm(join(clone, 'node_modules/.cache'), { recursive: true, force: true })
      first.push(await secondsToReady(clone))
      again.push(await secondsToReady(clone))
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  }
  return { firstSeconds: spreadOf(first), againSeconds: spreadOf(again) }
}

export const startLines = ({ firstSeconds, againSeconds }: StartFigures): string[] => [
  `npm start in a fresh clone with its packages installed: ready after ${spreadText(firstSeconds)} s (aim 60)`,
  `once more in the same clone: ${spreadText(againSeconds)} s`,
]
