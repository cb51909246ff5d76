import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const startWithinMs = 60_000

/** A port of this machine that nothing listens at. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

export interface PortalServer {
  url: string
  dataDir: string
  /** Everything the server printed. */
  output: () => string
  stop: () => Promise<void>
  /** Ends the server at once, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same data and address. */
  start: () => Promise<void>
}

const untilReady = (child: ChildProcess, printed: () => string): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server did not start (${why}):\n${printed()}`))
    const timer = setTimeout(() => fail('too slow'), startWithinMs)
    child.once('exit', code => {
      clearTimeout(timer)
      fail(`exit code ${code}`)
    })
    child.stdout?.on('data', () => {
      if (!printed().includes('Ready at ')) return
      clearTimeout(timer)
      resolve()
    })
  })

/** The real server as its own process, on an empty data folder; the pages are those of the last build. */
export const startPortalServer = async (environment: Record<string, string> = {}): Promise<PortalServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-e2e-'))
  const port = String(await freePort())
  let printed = ''
  let child: ChildProcess

  const start = async (): Promise<void> => {
    printed = ''
    child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: port,
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DEMO: 'true',
        DEMO_DATA: 'false',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const collect = (text: string) => {
      printed += text
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    await untilReady(child, () => printed)
  }
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise(resolve => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })

  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => printed,
    stop: async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
    kill: () => end('SIGKILL'),
    start,
  }
}
