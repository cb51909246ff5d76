import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { stepInHand } from './database.ts'
import type { PortalServer } from './server.ts'

/** Process id of the worker beside a server. */
export const workerOf = ({ pid }: PortalServer): number => {
  const server = pid()
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ')
  const worker = children.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'))
  if (!worker) throw new Error('The server has no worker process.')
  return Number(worker)
}

/** Holds a worker where it is, so that a step under way stays in sight. Gives what lets it go on. */
export const holdWorker = (worker: number): (() => void) => {
  process.kill(worker, 'SIGSTOP')
  return () => process.kill(worker, 'SIGCONT')
}

/** `kill -9` of a worker in the middle of a step; gives the step. */
export const killInStep = async (portal: PortalServer, worker: number): Promise<string> => {
  let step: string | undefined
  await expect
    .poll(
      async () => {
        const release = holdWorker(worker)
        step = await stepInHand(portal)
        if (step === undefined) release()
        else process.kill(worker, 'SIGKILL')
        return step
      },
      { intervals: [5], timeout: 30_000 },
    )
    .toBeDefined()
  return step ?? ''
}

export interface SeparateWorker {
  pid: number
  stop: () => Promise<void>
}

/** A worker of its own process on a server's database and files, as an operator starts one. */
export const startSeparateWorker = (portal: PortalServer): SeparateWorker => {
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      ROLE: 'worker',
      DATABASE_URL: portal.database().url,
      DATA_DIR: portal.dataDir,
      DEMO: 'true',
      LOG_LEVEL: 'warn',
    },
    stdio: 'inherit',
  })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  if (child.pid === undefined) throw new Error('The worker could not be started.')
  return {
    pid: child.pid,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
